#include "scenarios/litmus/plain_accesses.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace litmus {
namespace {

struct PlainAccess {
  std::size_t location;  // or kAnywhere
  Place place;
};
constexpr std::size_t kAnywhere = ~std::size_t{0};

// Walks all threads, and notes who touches what.
class Walk {
 public:
  explicit Walk(const Test& test) : touched_by_(test.locations.size(), 0) {
    for (const Thread& thread : test.threads) {
      Visit(thread.body);
      bit_ <<= 1;
    }
  }

  std::optional<Place> FirstShared() const {
    for (const PlainAccess& access : plain_) {
      if (access.location == kAnywhere || anywhere_) return access.place;
      if (std::popcount(touched_by_[access.location]) > 1) return access.place;
    }
    return std::nullopt;
  }

 private:
  void Touch(const Expression& address, bool atomic, Place place) {
    const bool known = address.kind == Expression::Kind::kAddress;
    const std::size_t location = known ? static_cast<std::size_t>(address.index) : kAnywhere;
    if (known) {
      touched_by_[location] |= bit_;
    } else {
      anywhere_ = true;
    }
    if (!atomic) plain_.push_back({location, place});
  }

  void Visit(const Expression& e) {
    for (const Expression& operand : e.operands) Visit(operand);
    switch (e.kind) {
      case Expression::Kind::kConstant:
      case Expression::Kind::kRegister:
      case Expression::Kind::kAddress:
      case Expression::Kind::kBinary:
        return;
      case Expression::Kind::kCompareExchange:
        Touch(e.operands[1], false, e.operands[1].place);
        break;
      case Expression::Kind::kLoad:
      case Expression::Kind::kExchange:
      case Expression::Kind::kFetch:
        break;
    }
    Touch(e.operands[0], e.atomic, e.place);
  }

  void Visit(const Statement& s) {
    for (const Expression& operand : s.operands) Visit(operand);
    if (s.kind == Statement::Kind::kStore) Touch(s.operands[0], s.atomic, s.place);
    for (const Statement& inner : s.body) Visit(inner);
  }

  std::vector<std::uint64_t> touched_by_;  // by location: one bit a thread
  std::uint64_t bit_ = 1;
  bool anywhere_ = false;
  std::vector<PlainAccess> plain_;
};

}  // namespace

std::optional<Place> SharedPlainAccess(const Test& test) { return Walk(test).FirstShared(); }

}  // namespace litmus
