#include <algorithm>
#include <cctype>
#include <utility>

#include "tests/oracles/parser.h"

namespace oracles {
namespace {

struct Symbol {
  const char* text;
  Op op;
};

// Those that bind least come first.
const std::vector<std::vector<Symbol>> kLevels = {
    {{"||", Op::kOrElse}},
    {{"&&", Op::kAndThen}},
    {{"|", Op::kOr}},
    {{"^", Op::kXor}},
    {{"&", Op::kAnd}},
    {{"==", Op::kEqual}, {"!=", Op::kDiffers}},
    {{"<", Op::kLess}, {">", Op::kGreater}, {"<=", Op::kAtMost}, {">=", Op::kAtLeast}},
    {{"<<", Op::kShiftLeft}},
    {{"+", Op::kAdd}, {"-", Op::kSubtract}},
    {{"*", Op::kMultiply}, {"%", Op::kRemainder}},
};

}  // namespace

Node Constant(Value value) { return {.kind = Node::Kind::kConstant, .value = value}; }
Node At(Node address, std::memory_order order) {
  return {.kind = Node::Kind::kAt, .order = order, .kids = {std::move(address)}};
}
Node AddressOf(Node node) {
  if (node.kind != Node::Kind::kAt) return node;
  Node address = std::move(node.kids[0]);
  return address;
}

Node Operate(Op op, Node left, Node right) {
  if (left.kind == Node::Kind::kConstant && right.kind == Node::Kind::kConstant) {
    return Constant(Apply(op, left.value, right.value));
  }
  return {.kind = Node::Kind::kBinary, .op = op, .kids = {std::move(left), std::move(right)}};
}

Node Parser::Expression() {
  Node left = Binary(0);
  const bool adds = tokens_.At("+=");
  if (!adds && !tokens_.At("=")) return left;
  if (left.kind != Node::Kind::kLocal && left.kind != Node::Kind::kAt) {
    tokens_.FailExpected("something to assign to before this");
  }
  tokens_.Take();
  Node right = Expression();
  if (adds) right = Operate(Op::kAdd, left, std::move(right));
  return {.kind = Node::Kind::kAssign, .kids = {std::move(left), std::move(right)}};
}

Node Parser::Binary(std::size_t level) {
  if (level == kLevels.size()) return Unary();
  Node left = Binary(level + 1);
  for (;;) {
    const auto symbol = std::find_if(kLevels[level].begin(), kLevels[level].end(),
                                     [this](const Symbol& s) { return tokens_.At(s.text); });
    if (symbol == kLevels[level].end()) return left;
    tokens_.Take();
    left = Operate(symbol->op, std::move(left), Binary(level + 1));
  }
}

Node Parser::Unary() {
  if (tokens_.Accept("!")) return {.kind = Node::Kind::kNot, .kids = {Unary()}};
  if (tokens_.Accept("*")) return At(Unary(), std::memory_order_relaxed);
  if (tokens_.Accept("&")) return AddressOf(Unary());
  if (tokens_.At("(") && IsType(tokens_.Peek(1).text)) {
    tokens_.Take();
    SkipType();
    tokens_.Expect(")");
    return Unary();
  }
  return Primary();
}

Node Parser::Primary() {
  if (tokens_.Peek().kind == Token::Kind::kNumber) return Constant(tokens_.Take().number);
  if (tokens_.Accept("(")) {
    Node inner = Expression();
    tokens_.Expect(")");
    return inner;
  }
  const std::string name = tokens_.Name();
  if (tokens_.At(".")) return Operation(name);
  if (std::optional<Node> call = BuiltIn(name)) return *std::move(call);
  Node node = Named(name);
  if (!tokens_.At("(")) return node;
  std::vector<Node> kids = {std::move(node)};
  for (Node& argument : Arguments()) kids.push_back(std::move(argument));
  return {.kind = Node::Kind::kCall, .kids = std::move(kids)};
}

Node Parser::Named(const std::string& name) {
  const int slot = Slot(name);
  if (slot >= 0) return {.kind = Node::Kind::kLocal, .index = slot};
  if (const Variable* cells = Find(name, Variable::Kind::kCells)) return Element(*cells);
  if (name == "NULL" || name == "false") return Constant(0);
  if (name == "true") return Constant(1);
  if (name == "N") {
    if (!n_.has_value()) tokens_.FailExpected("an N for the one before this");
    return Constant(n_.value_or(0));
  }
  // A thread's handle: t1 is the first one's.
  if (name.size() == 2 && name[0] == 't' && std::isdigit(static_cast<unsigned char>(name[1]))) {
    return Constant(name[1] - '0');
  }
  return Constant(FunctionIndex(name));
}

// An array without all its indices is the address of what they would come to.
Node Parser::Element(const Variable& variable) {
  Node offset = Constant(0);
  std::size_t given = 0;
  for (; given < variable.extents.size() && tokens_.Accept("["); ++given) {
    offset = Operate(Op::kAdd,
                     Operate(Op::kMultiply, std::move(offset), Constant(variable.extents[given])),
                     Expression());
    tokens_.Expect("]");
  }
  for (std::size_t i = given; i < variable.extents.size(); ++i) {
    offset = Operate(Op::kMultiply, std::move(offset), Constant(variable.extents[i]));
  }
  Node address = Operate(Op::kAdd, Constant(kFirstAddress + variable.first), std::move(offset));
  if (given < variable.extents.size()) return address;
  return At(std::move(address), std::memory_order_seq_cst);
}

Node Parser::Operation(const std::string& name) {
  static const std::map<std::string, Node::Kind> kinds = {
      {"W", Node::Kind::kWrite},       {"R", Node::Kind::kRead},
      {"Fadd", Node::Kind::kFetchAdd}, {"XCHG", Node::Kind::kExchange},
      {"FENCE", Node::Kind::kFence},   {"CAS", Node::Kind::kCompareExchange},
  };
  const auto kind = kinds.find(name);
  if (kind == kinds.end()) tokens_.FailExpected("W, R, Fadd, XCHG, CAS or FENCE before this");
  tokens_.Expect(".");
  Node node;
  if (kind != kinds.end()) node.kind = kind->second;
  node.order = node.failure = Order();
  if (tokens_.Accept("/")) node.failure = Order();
  if (node.kind == Node::Kind::kFence) return node;
  tokens_.Expect("(");
  node.kids.push_back(AddressOf(Expression()));
  if (node.kind == Node::Kind::kCompareExchange) {
    tokens_.Expect(",");
    node.kids.push_back(Named(tokens_.Name()));
    tokens_.Expect("->");
    node.kids.push_back(Expression());
  } else if (node.kind != Node::Kind::kRead) {
    tokens_.Expect(",");
    node.kids.push_back(Expression());
  }
  tokens_.Expect(")");
  return node;
}

std::memory_order Parser::Order() {
  static const std::map<std::string, std::memory_order> orders = {
      {"na", std::memory_order_relaxed},  {"rlx", std::memory_order_relaxed},
      {"acq", std::memory_order_acquire}, {"rel", std::memory_order_release},
      {"sc", std::memory_order_seq_cst},  {"acqrel", std::memory_order_acq_rel},
  };
  const auto order = orders.find(tokens_.Peek().text);
  if (order == orders.end()) {
    tokens_.FailExpected("a memory order");
    return std::memory_order_seq_cst;
  }
  tokens_.Take();
  return order->second;
}

std::optional<Node> Parser::BuiltIn(const std::string& name) {
  if (name == "spawn") {
    const int function = FunctionIndex(tokens_.Name());
    return Node{.kind = Node::Kind::kSpawn, .index = function, .kids = Arguments()};
  }
  if (name == "assume") return Node{.kind = Node::Kind::kAssume, .kids = {Argument()}};
  if (name == "assert") return Node{.kind = Node::Kind::kAssert, .kids = {Argument()}};
  if (name == "pthread_exit") return Node{.kind = Node::Kind::kExit, .kids = Arguments()};
  if (name == "join" && function_ == "main") {
    SkipParentheses();  // threads are joined in the order in which they were made
    return Node{.kind = Node::Kind::kJoin};
  }
  if (name == "join") {
    program_.joins_by_number = true;
    return Node{.kind = Node::Kind::kJoin, .kids = {Argument()}};
  }
  // Programs have functions of these names, too.
  if ((name == "lock" || name == "unlock") &&
      Find(tokens_.Peek(1).text, Variable::Kind::kMutex) != nullptr) {
    tokens_.Expect("(");
    const int mutex = TakeIndex(Variable::Kind::kMutex);
    program_.locks = true;
    tokens_.Expect(")");
    return Node{.kind = name == "lock" ? Node::Kind::kLock : Node::Kind::kUnlock, .index = mutex};
  }
  return BarrierCall(name);
}

std::optional<Node> Parser::BarrierCall(const std::string& name) {
  const bool init = name == "pthread_barrier_init";
  const bool wait = name == "pthread_barrier_wait";
  if (!init && !wait && name != "pthread_barrier_destroy") return std::nullopt;
  tokens_.Expect("(");
  tokens_.Expect("&");
  Node node = {.kind = init ? Node::Kind::kBarrierInit : Node::Kind::kBarrierWait,
               .index = TakeIndex(Variable::Kind::kBarrier)};
  if (init) {
    tokens_.Expect(",");
    tokens_.Expect("NULL");
    tokens_.Expect(",");
    node.kids.push_back(Expression());
  }
  tokens_.Expect(")");
  waits_ = waits_ || wait;
  return init || wait ? node : Node{.kind = Node::Kind::kBlock};
}

std::vector<Node> Parser::Arguments() {
  std::vector<Node> arguments;
  tokens_.Expect("(");
  while (!tokens_.AtEnd() && !tokens_.Accept(")")) {
    arguments.push_back(Expression());
    if (!tokens_.At(")")) tokens_.Expect(",");
  }
  return arguments;
}

Node Parser::Argument() {
  tokens_.Expect("(");
  Node argument = Expression();
  tokens_.Expect(")");
  return argument;
}

}  // namespace oracles
