#include "sim/choice/tape.h"

#include <cstring>
#include <optional>

namespace sim {
namespace {
constexpr char kLetters[] = "frpscx";
constexpr const char* kNames[] = {
    "a fiber", "a write to read", "a place in coherence order", "a spurious failure",
    "a value", "a fault"};
constexpr char kVersion[] = "t1:";
constexpr std::size_t kMaxChoices = 1'000'000;

// Reads one tape, left to right.
class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  std::variant<Tape, TapeError> Parse() {
    if (text_.compare(0, 3, kVersion) != 0) {
      return TapeError{0, "a tape begins with \"t1:\""};
    }
    at_ = 3;
    while (at_ < text_.size()) {
      if (std::optional<TapeError> error = OneToken()) return *error;
    }
    return tape_;
  }

 private:
  std::optional<TapeError> OneToken() {
    const std::size_t start = at_;
    const char* letter = std::strchr(kLetters, text_[at_]);
    if (letter == nullptr || *letter == '\0') {
      return TapeError{
          at_, "expected a choice, one of f r p s c x, not '" + std::string(1, text_[at_]) + "'"};
    }
    const auto kind = static_cast<std::size_t>(letter - kLetters);
    ++at_;
    const std::optional<std::uint32_t> pick = Number(0xffff);
    if (!pick) return TapeError{at_, "expected the number of the option taken, 0 to 65535"};
    if (At('/')) {
      const std::size_t place = at_;
      const std::optional<std::uint32_t> arity = Number(kMaxOptions);
      if (!arity || *arity < 2)
        return TapeError{place, "expected the number of options, 2 to 65535"};
      arity_[kind] = *arity;
    }
    if (arity_[kind] == 0) {
      return TapeError{at_, "expected \"/\" and the number of options: this is the first '" +
                                std::string(1, *letter) + "'"};
    }
    if (*pick >= arity_[kind]) {
      return TapeError{start, "option " + std::to_string(*pick) + " of " +
                                  std::to_string(arity_[kind]) + " does not exist"};
    }
    std::uint32_t times = 1;
    if (At('*')) {
      const std::size_t place = at_;
      const std::optional<std::uint32_t> n = Number(kMaxChoices);
      if (!n || *n == 0)
        return TapeError{place, "expected how often the choice repeats, at least 1"};
      times = *n;
    }
    if (tape_.size() + times > kMaxChoices) {
      return TapeError{start, "a tape has at most 1000000 choices"};
    }
    tape_.insert(tape_.end(), times,
                 Choice{static_cast<ChoiceKind>(kind), static_cast<std::uint16_t>(arity_[kind]),
                        static_cast<std::uint16_t>(*pick)});
    return std::nullopt;
  }

  bool At(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<std::uint32_t> Number(std::uint32_t most) {
    std::uint64_t value = 0;
    const std::size_t start = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = 10 * value + static_cast<std::uint64_t>(text_[at_] - '0');
      if (value > most) break;
    }
    if (at_ == start || value > most) {
      at_ = start;
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(value);
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::uint32_t arity_[kChoiceKinds] = {};
  Tape tape_;
};

}  // namespace

char LetterOf(ChoiceKind kind) { return kLetters[static_cast<int>(kind)]; }
const char* NameOf(ChoiceKind kind) { return kNames[static_cast<int>(kind)]; }

std::string ToText(const Tape& tape) {
  std::string out = kVersion;
  std::uint16_t arity[kChoiceKinds] = {};
  for (std::size_t i = 0; i < tape.size();) {
    const Choice& c = tape[i];
    std::size_t next = i + 1;
    while (next < tape.size() && tape[next] == c) ++next;
    out += LetterOf(c.kind);
    out += std::to_string(c.pick);
    std::uint16_t& last = arity[static_cast<int>(c.kind)];
    if (last != c.arity) out += "/" + std::to_string(last = c.arity);
    if (next - i > 1) out += "*" + std::to_string(next - i);
    i = next;
  }
  return out;
}

std::variant<Tape, TapeError> ParseTape(const std::string& text) { return Parser(text).Parse(); }

}  // namespace sim
