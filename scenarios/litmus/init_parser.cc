#include "scenarios/litmus/init_parser.h"

#include <string>

#include "scenarios/litmus/expression_parser.h"
#include "scenarios/litmus/program_parser.h"

namespace litmus {
namespace {

constexpr Value kMostThreads = 31;

class InitParser {
 public:
  InitParser(Tokens& tokens, Test& test) : tokens_(tokens), test_(test) {}

  void Parse() {
    while (!tokens_.AtEnd()) {
      Item();
      if (!tokens_.AtEnd()) tokens_.Expect(";");
    }
    tokens_.Finish("an initial value");
  }

 private:
  void Item() {
    const bool typed = IsTypeWord(tokens_.Peek().text);
    if (typed) Type();
    if (tokens_.Peek().kind == Token::Kind::kNumber) return Register();
    const bool brackets = tokens_.Accept("[");
    if (!brackets && !typed) tokens_.Accept("*");
    const std::string name = tokens_.Name("the name of a location");
    if (brackets) tokens_.Expect("]");
    if (tokens_.failed()) return;
    const int location = LocationIndex(test_, name);
    if (tokens_.At("[")) {
      return tokens_.Fail(tokens_.Peek().place, "arrays are not supported");
    }
    // By index: the value may be the address of a location that is new.
    const Value value = tokens_.Accept("=") ? Initial() : 0;
    test_.locations[static_cast<std::size_t>(location)].initial = value;
  }

  void Type() {
    const Token& first = tokens_.Peek();
    if (first.text == "atomic_int") {
      return tokens_.Fail(first.place, "atomic_int has no known size here: write int");
    }
    SkipType(tokens_);
  }

  void Register() {
    const Token thread = tokens_.Take();
    if (thread.number < 0 || thread.number >= kMostThreads) {
      return tokens_.Fail(thread.place, "no such thread");
    }
    tokens_.Expect(":");
    const std::string name = tokens_.Name("the name of a register");
    if (tokens_.failed()) return;
    const auto t = static_cast<std::size_t>(thread.number);
    if (test_.threads.size() <= t) test_.threads.resize(t + 1);
    const auto reg = static_cast<std::size_t>(RegisterIndex(test_.threads[t], name));
    const Value value = tokens_.Accept("=") ? Initial() : 0;
    test_.threads[t].initial[reg] = value;
  }

  Value Initial() {
    if (!tokens_.Accept("ATOMIC_INIT")) return NumberOrAddress();
    tokens_.Expect("(");
    const Value value = NumberOrAddress();
    tokens_.Expect(")");
    return value;
  }

  Value NumberOrAddress() {
    if (tokens_.Peek().kind == Token::Kind::kNumber) return tokens_.Take().number;
    if (tokens_.At("{")) tokens_.Fail(tokens_.Peek().place, "arrays are not supported");
    tokens_.Accept("&");
    const std::string name = tokens_.Name("a number, or the name of a location");
    return tokens_.failed() ? 0 : kFirstAddress + LocationIndex(test_, name);
  }

  Tokens& tokens_;
  Test& test_;
};

}  // namespace

void ParseInit(Tokens& tokens, Test& test) { InitParser(tokens, test).Parse(); }

}  // namespace litmus
