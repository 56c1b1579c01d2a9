// The expressions of a thread's body.
#ifndef SCENARIOS_LITMUS_EXPRESSION_PARSER_H_
#define SCENARIOS_LITMUS_EXPRESSION_PARSER_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/litmus/test.h"
#include "scenarios/litmus/tokens.h"

namespace litmus {

// Deeper expressions and statements are refused: they are walked by recursion, on small stacks.
inline constexpr int kMaxDepth = 40;

// Reads expressions of one thread. Priorities from low to high: | ^ & (== != < > <= >=, of which
// only one may stand at a level), + -, * /, cast.
class ExpressionParser {
 public:
  // `parameters`: the locations whose addresses the names stand for.
  ExpressionParser(Tokens& tokens, Thread& thread, const std::map<std::string, int>& parameters)
      : tokens_(tokens), thread_(thread), parameters_(parameters) {}

  Expression Parse() { return Level(0); }
  // What may follow a `*`: a name, or an expression in parentheses.
  Expression Address() { return Atom(); }
  std::memory_order Order();

 private:
  Expression Level(int level);
  Expression Unary();
  Expression Atom();
  Expression Name();
  Expression Call(const std::string& function, Place place);
  Expression Combine(Expression expression, std::vector<Expression> operands);

  Tokens& tokens_;
  Thread& thread_;
  const std::map<std::string, int>& parameters_;
  int nesting_ = 0;
};

// Reads the type of a declaration, a cast or a parameter, stars included; `within_atomic`: what
// stands between the parentheses of _Atomic(...).
void SkipType(Tokens& tokens, bool within_atomic = false);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_EXPRESSION_PARSER_H_
