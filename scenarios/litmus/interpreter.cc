#include "scenarios/litmus/interpreter.h"

#include <cstdint>

namespace litmus {
namespace {

// Loops without accesses would otherwise end at no limit of sim's.
constexpr int kMostStatements = 100'000;

// Arithmetic that wraps around.
Value Wrap(std::uint64_t bits) { return static_cast<Value>(bits); }

}  // namespace

void Interpreter::Problem(Place place, const char* what) {
  if (!ending_.problem.empty()) return;
  ending_.problem = test_.file + ":" + std::to_string(place.line) + ":" +
                    std::to_string(place.column) + ": " + thread_.name + " " + what;
}

sim::Site Interpreter::Here(Place place) const {
  return sim::Site::current(test_.file.c_str(), static_cast<std::uint32_t>(place.line));
}

bool Interpreter::Execute(const Statement& s) {
  if (++statements_ > kMostStatements) Problem(s.place, "executes more than 100000 statements");
  switch (s.kind) {
    case Statement::Kind::kSet:
      registers_[static_cast<std::size_t>(s.reg)] = Evaluate(s.operands[0]);
      break;
    case Statement::Kind::kEvaluate:
      Evaluate(s.operands[0]);
      break;
    case Statement::Kind::kStore:
      Store(s);
      break;
    case Statement::Kind::kFence:
      sim::atomic_thread_fence(s.order, Here(s.place));
      break;
    case Statement::Kind::kIf:
      if (Evaluate(s.operands[0]) != 0) return Execute(s.body[0]);
      return s.body.size() < 2 || Execute(s.body[1]);
    case Statement::Kind::kWhile:
      return ExecuteWhile(s);
    case Statement::Kind::kBlock:
      for (const Statement& inner : s.body) {
        if (!Execute(inner)) return false;
      }
      break;
  }
  return ending_.problem.empty();
}

bool Interpreter::ExecuteWhile(const Statement& s) {
  for (int i = 0; Evaluate(s.operands[0]) != 0; ++i) {
    if (i == unroll_) {
      ending_.cut = true;
      return false;
    }
    if (!Execute(s.body[0])) return false;
  }
  return true;
}

void Interpreter::Store(const Statement& s) {
  sim::atomic<Value>* location = At(s.operands[0]);
  const Value value = Evaluate(s.operands[1]);
  if (location == nullptr) return;
  if (s.atomic) {
    location->store(value, s.order, Here(s.place));
  } else {
    location->plain_store(value, Here(s.place));
  }
}

sim::atomic<Value>* Interpreter::At(const Expression& address) {
  if (address.kind == Expression::Kind::kAddress) {
    return &memory_[static_cast<std::size_t>(address.index)];
  }
  const Value location = Evaluate(address);
  if (location >= kFirstAddress && location - kFirstAddress < static_cast<Value>(memory_.size())) {
    return &memory_[static_cast<std::size_t>(location - kFirstAddress)];
  }
  Problem(address.place, "uses a number that is no address");
  return nullptr;
}

Value Interpreter::Evaluate(const Expression& e) {
  switch (e.kind) {
    case Expression::Kind::kConstant:
      return e.constant;
    case Expression::Kind::kRegister:
      return registers_[static_cast<std::size_t>(e.index)];
    case Expression::Kind::kAddress:
      return kFirstAddress + e.index;
    case Expression::Kind::kBinary:
      return Binary(e);
    case Expression::Kind::kLoad:
      return Load(e);
    case Expression::Kind::kExchange: {
      sim::atomic<Value>* location = At(e.operands[0]);
      const Value value = Evaluate(e.operands[1]);
      return location == nullptr ? 0 : location->exchange(value, e.order, Here(e.place));
    }
    case Expression::Kind::kFetch:
      return Fetch(e);
    case Expression::Kind::kCompareExchange:
      return CompareExchange(e);
  }
  return 0;
}

Value Interpreter::Binary(const Expression& e) {
  const Value a = Evaluate(e.operands[0]);
  const Value b = Evaluate(e.operands[1]);
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  switch (e.op) {
    case Operator::kOr:
      return a | b;
    case Operator::kXor:
      return a ^ b;
    case Operator::kAnd:
      return a & b;
    case Operator::kEqual:
      return a == b;
    case Operator::kDiffers:
      return a != b;
    case Operator::kLess:
      return a < b;
    case Operator::kGreater:
      return a > b;
    case Operator::kAtMost:
      return a <= b;
    case Operator::kAtLeast:
      return a >= b;
    case Operator::kAdd:
      return Wrap(x + y);
    case Operator::kSubtract:
      return Wrap(x - y);
    case Operator::kMultiply:
      return Wrap(x * y);
    case Operator::kDivide:
      if (b == 0) {
        Problem(e.place, "divides by zero");
        return 0;
      }
      return b == -1 ? Wrap(-x) : a / b;
    case Operator::kMax:
    case Operator::kMin:
      break;
  }
  return 0;
}

Value Interpreter::Load(const Expression& e) {
  sim::atomic<Value>* location = At(e.operands[0]);
  if (location == nullptr) return 0;
  return e.atomic ? location->load(e.order, Here(e.place)) : location->plain_load(Here(e.place));
}

Value Interpreter::Fetch(const Expression& e) {
  sim::atomic<Value>* location = At(e.operands[0]);
  const Value operand = Evaluate(e.operands[1]);
  if (location == nullptr) return 0;
  const sim::Site here = Here(e.place);
  switch (e.op) {
    case Operator::kAdd:
      return location->fetch_add(operand, e.order, here);
    case Operator::kSubtract:
      return location->fetch_sub(operand, e.order, here);
    case Operator::kOr:
      return location->fetch_or(operand, e.order, here);
    case Operator::kXor:
      return location->fetch_xor(operand, e.order, here);
    case Operator::kAnd:
      return location->fetch_and(operand, e.order, here);
    case Operator::kMax:
      return location->fetch_max(operand, e.order, here);
    case Operator::kMin:
      return location->fetch_min(operand, e.order, here);
    default:
      return 0;
  }
}

Value Interpreter::CompareExchange(const Expression& e) {
  sim::atomic<Value>* location = At(e.operands[0]);
  sim::atomic<Value>* expected_at = At(e.operands[1]);
  const Value desired = Evaluate(e.operands[2]);
  if (location == nullptr || expected_at == nullptr) return 0;
  const sim::Site here = Here(e.place);
  Value expected = expected_at->plain_load(here);
  const bool done =
      e.weak ? location->compare_exchange_weak(expected, desired, e.order, e.failure, here)
             : location->compare_exchange_strong(expected, desired, e.order, e.failure, here);
  if (!done) expected_at->plain_store(expected, here);
  return done;
}

}  // namespace litmus
