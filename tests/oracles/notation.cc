#include "tests/oracles/notation.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "tests/oracles/parser.h"

namespace oracles {
namespace {

// Whether `while (condition) body` tries the same compare_exchange until it succeeds: the body only
// puts the expected value right again.
bool IsSpin(const Node& condition, const Node& body) {
  if (condition.kind != Node::Kind::kNot) return false;
  const Node& cas = condition.kids[0];
  return cas.kind == Node::Kind::kCompareExchange && cas.kids[0].kind == Node::Kind::kConstant &&
         cas.kids[1].kind == Node::Kind::kLocal && body.kind == Node::Kind::kAssign &&
         body.kids[0].kind == Node::Kind::kLocal && body.kids[0].index == cas.kids[1].index &&
         body.kids[1].kind == Node::Kind::kConstant;
}

}  // namespace

bool IsType(const std::string& word) {
  return word == "int" || word == "unsigned" || word == "intptr_t" || word == "void" ||
         word == "atomic_int";
}

Program Parser::Parse() {
  ParseVariables();
  while (!tokens_.AtEnd() && !tokens_.Accept("||")) {
    ParseFunction();
    if (!tokens_.At("||")) tokens_.Expect("|");
  }
  ParseFunction();
  if (!tokens_.AtEnd()) tokens_.FailExpected("the end");
  program_.main = FunctionIndex("main");
  for (const Function& function : program_.functions) {
    if (!function.defined) tokens_.FailExpected("a definition of " + function.name);
  }
  return std::move(program_);
}

void Parser::ParseVariables() {
  while (!tokens_.AtEnd() && !tokens_.Accept("||")) {
    const std::string type = tokens_.Name();
    if (type == "_Atomic") SkipParentheses();
    do {
      ParseVariable(type);
    } while (tokens_.Accept(","));
    if (!tokens_.At("||")) tokens_.Expect(";");
  }
}

void Parser::ParseVariable(const std::string& type) {
  const std::string name = tokens_.Name();
  if (type == "pthread_mutex_t") {
    variables_[name] = {.kind = Variable::Kind::kMutex, .first = program_.mutexes++};
    return;
  }
  if (type == "pthread_barrier_t") {
    variables_[name] = {.kind = Variable::Kind::kBarrier, .first = program_.barriers++};
    return;
  }
  Variable variable = {.first = static_cast<int>(program_.cells.size())};
  Value size = 1;
  while (tokens_.Accept("[")) {
    const Node extent = Expression();
    if (extent.kind != Node::Kind::kConstant) tokens_.FailExpected("a constant before this");
    variable.extents.push_back(extent.value);
    size *= extent.value;
    tokens_.Expect("]");
  }
  Cell cell = {.atomic = type == "_Atomic" || type.starts_with("atomic_"), .name = name};
  if (tokens_.Accept("=")) cell.initial = Unary().value;
  for (Value i = 0; i < size; ++i) program_.cells.push_back(cell);
  variables_[name] = variable;
}

void Parser::ParseFunction() {
  function_ = tokens_.Name();
  locals_.clear();
  waits_ = false;
  if (tokens_.Accept("(")) {
    while (!tokens_.AtEnd() && !tokens_.Accept(")")) {
      SkipType();
      Declare(tokens_.Name());
      if (!tokens_.At(")")) tokens_.Expect(",");
    }
  } else {
    Declare("arg");
  }
  Node body = Block();
  Function& function = program_.functions[static_cast<std::size_t>(FunctionIndex(function_))];
  function.body = std::move(body);
  function.defined = true;
  function.waits_at_barrier = waits_;
}

Node Parser::Block() {
  Node block = {.kind = Node::Kind::kBlock};
  tokens_.Expect("{");
  while (!tokens_.AtEnd() && !tokens_.Accept("}")) block.kids.push_back(Statement());
  return block;
}

Node Parser::Statement() {
  if (tokens_.At("{")) return Block();
  if (tokens_.Accept(";")) return {.kind = Node::Kind::kBlock};
  if (tokens_.Accept("if")) return If();
  if (tokens_.Accept("while")) return While();
  if (tokens_.Accept("for")) return For();
  if (tokens_.Accept("return")) return Return();
  Node node;
  if (tokens_.Accept("break")) {
    node.kind = Node::Kind::kBreak;
  } else if (tokens_.Accept("continue")) {
    node.kind = Node::Kind::kContinue;
  } else {
    node = IsType(tokens_.Peek().text) ? Declaration() : Effect();
  }
  tokens_.Expect(";");
  return node;
}

Node Parser::If() {
  Node node = {.kind = Node::Kind::kIf, .kids = {Argument()}};
  node.kids.push_back(Statement());
  if (tokens_.Accept("else")) node.kids.push_back(Statement());
  return node;
}

Node Parser::While() {
  Node condition = Argument();
  Node body = Statement();
  if (IsSpin(condition, body)) {
    Node spin = std::move(condition.kids[0]);
    spin.kind = Node::Kind::kSpin;
    program_.locks = true;
    return spin;
  }
  return {.kind = Node::Kind::kLoop, .kids = {std::move(condition), std::move(body)}};
}

Node Parser::For() {
  Node first = {.kind = Node::Kind::kBlock};
  Node condition = Constant(1);
  Node step = {.kind = Node::Kind::kBlock};
  tokens_.Expect("(");
  if (!tokens_.At(";")) first = IsType(tokens_.Peek().text) ? Declaration() : Effect();
  tokens_.Expect(";");
  if (!tokens_.At(";")) condition = Expression();
  tokens_.Expect(";");
  if (!tokens_.At(")")) step = Effect();
  tokens_.Expect(")");
  Node loop = {.kind = Node::Kind::kLoop};
  loop.kids = {std::move(condition), Statement(), std::move(step)};
  return {.kind = Node::Kind::kBlock, .kids = {std::move(first), std::move(loop)}};
}

Node Parser::Return() {
  Node node = {.kind = Node::Kind::kReturn};
  if (!tokens_.At(";")) node.kids.push_back(Expression());
  tokens_.Expect(";");
  return node;
}

Node Parser::Declaration() {
  Node block = {.kind = Node::Kind::kBlock};
  tokens_.Take();
  do {
    block.kids.push_back(Declarator());
  } while (tokens_.Accept(","));
  return block;
}

Node Parser::Declarator() {
  const bool function = tokens_.Accept("(");  // void (*f)(int)
  while (tokens_.Accept("*")) {
  }
  const int slot = Declare(tokens_.Name());
  if (function) {
    tokens_.Expect(")");
    SkipParentheses();
  }
  if (!tokens_.Accept("=")) return {.kind = Node::Kind::kBlock};
  Node local = {.kind = Node::Kind::kLocal, .index = slot};
  return {.kind = Node::Kind::kAssign, .kids = {std::move(local), Expression()}};
}

Node Parser::Effect() {
  for (const char* sign : {"++", "--"}) {
    if (tokens_.Accept(sign)) return Increment(Unary(), sign);
  }
  Node node = Expression();
  for (const char* sign : {"++", "--"}) {
    if (tokens_.Accept(sign)) return Increment(node, sign);
  }
  return node;
}

Node Parser::Increment(const Node& target, const std::string& sign) {
  if (target.kind != Node::Kind::kLocal && target.kind != Node::Kind::kAt) {
    tokens_.FailExpected("a variable before this");
  }
  const Op op = sign == "++" ? Op::kAdd : Op::kSubtract;
  return {.kind = Node::Kind::kAssign, .kids = {target, Operate(op, target, Constant(1))}};
}

void Parser::SkipType() {
  while (IsType(tokens_.Peek().text) || tokens_.At("*")) tokens_.Take();
}

void Parser::SkipParentheses() {
  tokens_.Expect("(");
  for (int depth = 1; depth > 0 && !tokens_.AtEnd();) {
    if (tokens_.At("(")) ++depth;
    if (tokens_.At(")")) --depth;
    tokens_.Take();
  }
}

int Parser::Slot(const std::string& local) const {
  const auto it = std::find(locals_.begin(), locals_.end(), local);
  return it == locals_.end() ? -1 : static_cast<int>(it - locals_.begin());
}

int Parser::Declare(const std::string& local) {
  if (Slot(local) < 0) locals_.push_back(local);
  if (locals_.size() > kMaxLocals) tokens_.FailExpected("fewer local variables");
  return Slot(local);
}

int Parser::FunctionIndex(const std::string& name) {
  for (std::size_t i = 0; i < program_.functions.size(); ++i) {
    if (program_.functions[i].name == name) return static_cast<int>(i);
  }
  program_.functions.emplace_back();
  program_.functions.back().name = name;
  return static_cast<int>(program_.functions.size()) - 1;
}

const Parser::Variable* Parser::Find(const std::string& name, Variable::Kind kind) const {
  const auto it = variables_.find(name);
  return it != variables_.end() && it->second.kind == kind ? &it->second : nullptr;
}

int Parser::TakeIndex(Variable::Kind kind) {
  const Variable* variable = Find(tokens_.Peek().text, kind);
  if (variable == nullptr) {
    tokens_.FailExpected("a mutex or a barrier");
    return 0;
  }
  tokens_.Take();
  return variable->first;
}

absl::StatusOr<Program> ParseNotation(const std::string& text, std::optional<Value> n) {
  Parser parser(text, n);
  Program program = parser.Parse();
  if (!parser.error().empty()) return absl::InvalidArgumentError(parser.error());
  return program;
}

}  // namespace oracles
