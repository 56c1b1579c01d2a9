#include "scenarios/litmus/expression_parser.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "scenarios/litmus/program_parser.h"

namespace litmus {
namespace {

using Kind = Expression::Kind;

// Priorities from low to high.
constexpr int kLevels = 6;
constexpr int kComparisons = 3;  // the level where only one may stand
struct Symbol {
  const char* text;
  Operator op;
  int level;
};
constexpr Symbol kSymbols[] = {
    {"|", Operator::kOr, 0},      {"^", Operator::kXor, 1},      {"&", Operator::kAnd, 2},
    {"==", Operator::kEqual, 3},  {"!=", Operator::kDiffers, 3}, {"<", Operator::kLess, 3},
    {">", Operator::kGreater, 3}, {"<=", Operator::kAtMost, 3},  {">=", Operator::kAtLeast, 3},
    {"+", Operator::kAdd, 4},     {"-", Operator::kSubtract, 4}, {"*", Operator::kMultiply, 5},
    {"/", Operator::kDivide, 5},
};

// An atomic function's shape: its name without "atomic_" and "_explicit".
struct Function {
  const char* name;
  Kind kind;
  Operator op;
  bool weak;
};
constexpr Function kFunctions[] = {
    {"load", Kind::kLoad, Operator::kAdd, false},
    {"exchange", Kind::kExchange, Operator::kAdd, false},
    {"fetch_add", Kind::kFetch, Operator::kAdd, false},
    {"fetch_sub", Kind::kFetch, Operator::kSubtract, false},
    {"fetch_or", Kind::kFetch, Operator::kOr, false},
    {"fetch_xor", Kind::kFetch, Operator::kXor, false},
    {"fetch_and", Kind::kFetch, Operator::kAnd, false},
    {"fetch_max", Kind::kFetch, Operator::kMax, false},
    {"fetch_min", Kind::kFetch, Operator::kMin, false},
    {"compare_exchange_strong", Kind::kCompareExchange, Operator::kAdd, false},
    {"compare_exchange_weak", Kind::kCompareExchange, Operator::kAdd, true},
};

std::optional<Operator> OperatorAt(const Tokens& tokens, int level) {
  for (const Symbol& symbol : kSymbols) {
    if (symbol.level == level && tokens.At(symbol.text)) return symbol.op;
  }
  return std::nullopt;
}

}  // namespace

void SkipType(Tokens& tokens, bool within_atomic) {
  bool any = false;
  while (tokens.Peek().kind == Token::Kind::kName && IsTypeWord(tokens.Peek().text)) {
    if (within_atomic && tokens.At("_Atomic")) tokens.FailExpected("a type that is not atomic");
    const std::string word = tokens.Take().text;
    if (word == "struct") tokens.Name("the structure's name");
    if (word == "_Atomic" && tokens.Accept("(")) {
      SkipType(tokens, /*within_atomic=*/true);
      tokens.Expect(")");
    }
    any = any || (word != "volatile" && word != "const");
  }
  if (!any) tokens.FailExpected("a type");
  while (tokens.Accept("*") || tokens.Accept("volatile") || tokens.Accept("const")) {
  }
}

std::memory_order ExpressionParser::Order() {
  static const std::map<std::string, std::memory_order> kOrders = {
      {"memory_order_relaxed", std::memory_order_relaxed},
      {"memory_order_acquire", std::memory_order_acquire},
      {"memory_order_release", std::memory_order_release},
      {"memory_order_acq_rel", std::memory_order_acq_rel},
      {"memory_order_seq_cst", std::memory_order_seq_cst},
  };
  if (tokens_.At("memory_order_consume")) {
    tokens_.Fail(tokens_.Peek().place, "memory_order_consume is not modelled");
  }
  const auto found = kOrders.find(tokens_.Peek().text);
  if (found == kOrders.end()) {
    tokens_.FailExpected("a memory order");
    return std::memory_order_seq_cst;
  }
  tokens_.Take();
  return found->second;
}

Expression ExpressionParser::Combine(Expression e, std::vector<Expression> operands) {
  for (const Expression& operand : operands) {
    if (operand.accesses && e.accesses && !tokens_.failed()) {
      tokens_.Fail(operand.place,
                   "C leaves the order of two accesses in one expression open: give each a "
                   "statement of its own");
    }
    e.accesses = e.accesses || operand.accesses;
    e.depth = std::max(e.depth, operand.depth + 1);
  }
  if (e.depth > kMaxDepth) {
    tokens_.Fail(e.place, "the expression nests deeper than " + std::to_string(kMaxDepth));
  }
  e.operands = std::move(operands);
  return e;
}

Expression ExpressionParser::Level(int level) {
  if (level == kLevels) return Unary();
  Expression left = Level(level + 1);
  while (const std::optional<Operator> op = OperatorAt(tokens_, level)) {
    Expression both{.kind = Kind::kBinary, .place = tokens_.Take().place, .op = *op};
    Expression right = Level(level + 1);
    left = Combine(std::move(both), {std::move(left), std::move(right)});
    if (level == kComparisons) {
      if (OperatorAt(tokens_, level)) {
        tokens_.Fail(tokens_.Peek().place, "comparisons do not chain: put parentheses");
      }
      break;
    }
  }
  return left;
}

Expression ExpressionParser::Unary() {
  while (tokens_.At("(") && IsTypeWord(tokens_.Peek(1).text)) {
    tokens_.Take();
    SkipType(tokens_);
    tokens_.Expect(")");
  }
  return Atom();
}

Expression ExpressionParser::Atom() {
  const Token& next = tokens_.Peek();
  const Place place = next.place;
  if (next.kind == Token::Kind::kNumber) {
    return {.kind = Kind::kConstant, .place = place, .constant = tokens_.Take().number};
  }
  if (next.kind == Token::Kind::kName) return Name();
  if (++nesting_ > kMaxDepth) {
    tokens_.Fail(place, "the expression nests deeper than " + std::to_string(kMaxDepth));
  }
  Expression e;
  if (tokens_.Accept("*")) {
    Expression load{
        .kind = Kind::kLoad, .place = place, .atomic = false, .order = std::memory_order_relaxed};
    Expression address = Address();
    e = Combine(std::move(load), {std::move(address)});
    e.accesses = true;
  } else if (tokens_.Accept("(")) {
    e = Parse();
    tokens_.Expect(")");
  } else {
    tokens_.FailExpected("an expression");
  }
  --nesting_;
  return e;
}

Expression ExpressionParser::Name() {
  const Token name = tokens_.Take();
  if (tokens_.At("(")) return Call(name.text, name.place);
  if (IsTypeWord(name.text)) tokens_.Fail(name.place, "'" + name.text + "' is a type");
  if (const auto found = parameters_.find(name.text); found != parameters_.end()) {
    return {.kind = Kind::kAddress, .place = name.place, .index = found->second};
  }
  return {.kind = Kind::kRegister, .place = name.place, .index = RegisterIndex(thread_, name.text)};
}

Expression ExpressionParser::Call(const std::string& function, Place place) {
  static const std::string kSuffix = "_explicit";
  std::string name = function.starts_with("atomic_") ? function.substr(7) : "";
  const bool is_explicit = name.ends_with(kSuffix);
  if (is_explicit) name.resize(name.size() - kSuffix.size());
  const Function* f = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                   [&](const Function& known) { return known.name == name; });
  if (f == std::end(kFunctions)) {
    tokens_.Fail(place, Quoted(function) + " is no function that returns a value here");
    return {};
  }
  if (++nesting_ > kMaxDepth) {
    tokens_.Fail(place, "the expression nests deeper than " + std::to_string(kMaxDepth));
  }
  Expression e{.kind = f->kind, .place = place, .op = f->op, .weak = f->weak};
  std::vector<Expression> operands;
  tokens_.Expect("(");
  operands.push_back(Parse());
  for (int more = f->kind == Kind::kLoad              ? 0
                  : f->kind == Kind::kCompareExchange ? 2
                                                      : 1;
       more > 0; --more) {
    tokens_.Expect(",");
    operands.push_back(Parse());
  }
  if (is_explicit) {
    tokens_.Expect(",");
    e.order = Order();
    if (f->kind == Kind::kCompareExchange) {
      tokens_.Expect(",");
      e.failure = Order();
    }
  }
  tokens_.Expect(")");
  --nesting_;
  e = Combine(std::move(e), std::move(operands));
  if (e.accesses && e.kind == Kind::kCompareExchange) {
    tokens_.Fail(place, "the operands of a compare_exchange may access no memory");
  }
  e.accesses = true;
  return e;
}

}  // namespace litmus
