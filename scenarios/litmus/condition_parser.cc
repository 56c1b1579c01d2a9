#include "scenarios/litmus/condition_parser.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <tuple>
#include <utility>

#include "scenarios/litmus/expression_parser.h"
#include "scenarios/litmus/program_parser.h"

namespace litmus {
namespace {

using Kind = Proposition::Kind;

class TailParser {
 public:
  TailParser(Tokens& tokens, Test& test) : tokens_(tokens), test_(test) {}

  void Parse() {
    if (tokens_.Accept("locations")) Locations();
    if (tokens_.Accept("filter")) test_.filter = Or();
    if (!tokens_.AtEnd()) Condition();
    tokens_.Finish("the end of the file");
    if (tokens_.failed()) return;
    Observe(test_.condition);
    auto key = [this](const Term& t) {
      const bool reg = t.kind == Term::Kind::kRegister;
      const auto index = static_cast<std::size_t>(t.index);
      return std::make_tuple(
          !reg, t.thread,
          reg ? test_.threads[static_cast<std::size_t>(t.thread)].registers[index]
              : test_.locations[index].name);
    };
    std::sort(test_.observed.begin(), test_.observed.end(),
              [&](const Term& a, const Term& b) { return key(a) < key(b); });
  }

 private:
  void Locations() {
    tokens_.Expect("[");
    while (!tokens_.At("]") && !tokens_.AtEnd()) {
      Observe(Left(/*brackets=*/false));
      if (IsTypeWord(tokens_.Peek().text)) SkipType(tokens_);
      if (!tokens_.At("]")) tokens_.Expect(";");
    }
    tokens_.Expect("]");
  }

  void Condition() {
    if (tokens_.Accept("~")) {
      tokens_.Expect("exists");
      test_.quantifier = Quantifier::kNotExists;
    } else if (tokens_.Accept("forall")) {
      test_.quantifier = Quantifier::kForall;
    } else if (tokens_.Accept("exists") || tokens_.Accept("final") || tokens_.At("(")) {
      test_.quantifier = Quantifier::kExists;
    } else {
      return tokens_.FailExpected("locations, filter, exists, ~exists, forall or final");
    }
    test_.condition = Or();
  }

  using Part = Proposition (TailParser::*)();
  // One node, however many parts: a chain nests no deeper than each of them.
  Proposition Chain(Kind kind, const char* sign, Part part) {
    Proposition first = (this->*part)();
    if (!tokens_.At(sign)) return first;
    Proposition chain{.kind = kind};
    chain.parts.push_back(std::move(first));
    while (tokens_.Accept(sign)) chain.parts.push_back((this->*part)());
    return chain;
  }
  Proposition Or() { return Chain(Kind::kOr, "\\/", &TailParser::And); }
  Proposition And() { return Chain(Kind::kAnd, "/\\", &TailParser::Implies); }
  Proposition Implies() {
    Proposition p = Not();
    if (!tokens_.Accept("=>")) return p;
    Proposition implies{.kind = Kind::kImplies};
    implies.parts.push_back(std::move(p));
    implies.parts.push_back(Deeper(&TailParser::Implies));
    return implies;
  }
  Proposition Not() {
    Proposition p;
    if (tokens_.Accept("~") || tokens_.Accept("not")) {
      p.kind = Kind::kNot;
      p.parts.push_back(Deeper(&TailParser::Not));
    } else if (tokens_.Accept("(")) {
      p = Deeper(&TailParser::Or);
      tokens_.Expect(")");
    } else if (tokens_.Accept("true")) {
      p.kind = Kind::kTrue;
    } else if (tokens_.Accept("false")) {
      p.kind = Kind::kFalse;
    } else {
      p = Comparison();
    }
    return p;
  }

  Proposition Deeper(Part part) {
    if (++nesting_ > kMaxDepth) {
      tokens_.Fail(tokens_.Peek().place,
                   "the proposition nests deeper than " + std::to_string(kMaxDepth));
    }
    Proposition p = (this->*part)();
    --nesting_;
    return p;
  }

  Proposition Comparison() {
    Proposition p;
    p.terms.push_back(Left(/*brackets=*/true));
    if (tokens_.Accept("=") || tokens_.Accept("==")) {
      p.kind = Kind::kEqual;
    } else if (tokens_.Accept("!=") || tokens_.Accept("<>")) {
      p.kind = Kind::kDiffers;
    } else {
      tokens_.FailExpected("=, ==, != or <>");
    }
    p.terms.push_back(Right());
    return p;
  }

  // A register, or a location's final value.
  Term Left(bool brackets) {
    const Token next = tokens_.Peek();
    if (next.kind == Token::Kind::kNumber || tokens_.Peek(1).text == ":") return Register();
    const bool bracket = tokens_.Accept("[");
    if (bracket && !brackets) tokens_.Fail(next.place, "no brackets here");
    const std::string name = tokens_.Name("a register or a location");
    if (bracket) tokens_.Expect("]");
    if (tokens_.failed()) return {};
    return {.kind = Term::Kind::kLocation, .index = LocationIndex(test_, name)};
  }

  Term Right() {
    const Token next = tokens_.Peek();
    if (next.kind == Token::Kind::kNumber && tokens_.Peek(1).text != ":") {
      return {.constant = tokens_.Take().number};
    }
    const bool address = tokens_.Accept("&");
    if (!address && next.kind != Token::Kind::kName) return Left(/*brackets=*/true);
    if (tokens_.Peek(1).text == ":") return Register();
    const std::string name = tokens_.Name("a location");
    if (tokens_.failed()) return {};
    return {.kind = Term::Kind::kAddress, .index = LocationIndex(test_, name)};
  }

  Term Register() {
    const Token thread = tokens_.Take();
    Value number = thread.number;
    if (thread.kind == Token::Kind::kName) {
      number = -1;
      const std::string digits = thread.text.substr(1);
      if (thread.text[0] == 'P' && !digits.empty() && digits.size() < 4 &&
          std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        number = std::stoi(digits);
      }
    }
    if (number < 0 || number >= static_cast<Value>(test_.threads.size())) {
      tokens_.Fail(thread.place, "there is no thread " + Quoted(thread.text));
    }
    tokens_.Expect(":");
    const std::string name = tokens_.Name("the name of a register");
    if (tokens_.failed()) return {};
    Thread& of = test_.threads[static_cast<std::size_t>(number)];
    return {.kind = Term::Kind::kRegister,
            .thread = static_cast<int>(number),
            .index = RegisterIndex(of, name)};
  }

  void Observe(const Term& term) {
    if (tokens_.failed()) return;
    const bool shown = term.kind == Term::Kind::kRegister || term.kind == Term::Kind::kLocation;
    auto& all = test_.observed;
    if (shown && std::find(all.begin(), all.end(), term) == all.end()) all.push_back(term);
  }
  void Observe(const Proposition& proposition) {
    for (const Term& term : proposition.terms) Observe(term);
    for (const Proposition& part : proposition.parts) Observe(part);
  }

  Tokens& tokens_;
  Test& test_;
  int nesting_ = 0;
};

}  // namespace

void ParseTail(Tokens& tokens, Test& test) { TailParser(tokens, test).Parse(); }

}  // namespace litmus
