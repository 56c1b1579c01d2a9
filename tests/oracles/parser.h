// The parser behind ParseNotation: statements in notation.cc, expressions in expressions.cc.
#ifndef TESTS_ORACLES_PARSER_H_
#define TESTS_ORACLES_PARSER_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracles/program.h"
#include "tests/oracles/tokens.h"

namespace oracles {

class Parser {
 public:
  Parser(const std::string& text, std::optional<Value> n) : tokens_(text), n_(n) {}

  // Call once; what is left if error() is not empty is of no use.
  Program Parse();
  const std::string& error() const { return tokens_.error(); }

 private:
  struct Variable {
    enum class Kind : unsigned char { kCells, kMutex, kBarrier };
    Kind kind = Kind::kCells;
    int first = 0;                    // of the cells, the mutexes or the barriers
    std::vector<Value> extents = {};  // of an array
  };

  void ParseVariables();
  void ParseVariable(const std::string& type);
  void ParseFunction();
  Node Block();
  Node Statement();
  Node If();
  Node While();
  Node For();
  Node Return();
  Node Declaration();
  Node Declarator();
  // An expression with an effect, x++ and the like among them.
  Node Effect();
  Node Increment(const Node& target, const std::string& sign);
  void SkipType();
  void SkipParentheses();

  Node Expression();
  Node Binary(std::size_t level);
  Node Unary();
  Node Primary();
  Node Named(const std::string& name);
  Node Element(const Variable& variable);
  Node Operation(const std::string& name);
  // The built-in function `name`, if it is one; after its name.
  std::optional<Node> BuiltIn(const std::string& name);
  std::optional<Node> BarrierCall(const std::string& name);
  std::vector<Node> Arguments();
  // One argument in parentheses.
  Node Argument();
  std::memory_order Order();
  int Slot(const std::string& local) const;  // -1: none
  int Declare(const std::string& local);
  int FunctionIndex(const std::string& name);
  const Variable* Find(const std::string& name, Variable::Kind kind) const;
  // Takes the name of such a variable, or fails.
  int TakeIndex(Variable::Kind kind);

  Tokens tokens_;
  const std::optional<Value> n_;
  Program program_;
  std::map<std::string, Variable> variables_;
  std::string function_;  // the one being read
  std::vector<std::string> locals_;
  bool waits_ = false;
};

// What stands at the address `address`, and the address of what stands there. An atomic variable
// that is named is accessed with seq_cst order, as in C; by a pointer to int, it is not.
Node At(Node address, std::memory_order order);
Node AddressOf(Node node);
Node Constant(Value value);
// `left op right`; a constant if both are.
Node Operate(Op op, Node left, Node right);
// Whether `word` begins a type.
bool IsType(const std::string& word);

}  // namespace oracles

#endif  // TESTS_ORACLES_PARSER_H_
