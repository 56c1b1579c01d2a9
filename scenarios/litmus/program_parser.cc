#include "scenarios/litmus/program_parser.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "scenarios/litmus/expression_parser.h"

namespace litmus {
namespace {

using Kind = Statement::Kind;

// The fibers of an execution, without the main one.
constexpr std::size_t kMostThreads = 31;

// Reads one thread.
class ThreadParser {
 public:
  ThreadParser(Tokens& tokens, Test& test, Thread& thread)
      : tokens_(tokens), test_(test), thread_(thread), expressions_(tokens, thread, parameters_) {}

  void Parse() {
    tokens_.Accept("void");
    if (!tokens_.Accept(thread_.name.c_str())) {
      return tokens_.FailExpected("the thread " + thread_.name);
    }
    tokens_.Expect("(");
    if (!tokens_.Accept(")")) {
      do {
        Parameter();
      } while (tokens_.Accept(","));
      tokens_.Expect(")");
    }
    if (!tokens_.At("{")) return tokens_.FailExpected("'{'");
    thread_.body = Block();
  }

 private:
  void Parameter() {
    if (!IsTypeWord(tokens_.Peek().text)) {
      return tokens_.FailExpected("a parameter's type");
    }
    bool star = false;
    for (std::size_t ahead = 0; tokens_.Peek(ahead).kind != Token::Kind::kEnd; ++ahead) {
      const std::string& text = tokens_.Peek(ahead).text;
      if (text == "," || text == "{") break;
      star = star || text == "*";
    }
    SkipType(tokens_);
    if (!star) return tokens_.FailExpected("'*': a parameter is the address of a location");
    const std::string name = tokens_.Name("a parameter's name");
    if (!tokens_.failed()) parameters_[name] = LocationIndex(test_, name);
  }

  Statement Block() {
    Statement block{.kind = Kind::kBlock, .place = tokens_.Peek().place};
    tokens_.Expect("{");
    while (!tokens_.At("}") && !tokens_.AtEnd()) block.body.push_back(One());
    if (block.body.empty()) tokens_.FailExpected("a statement");
    tokens_.Expect("}");
    return block;
  }

  Statement One() {
    const Token next = tokens_.Peek();
    if (++nesting_ > kMaxDepth) {
      tokens_.Fail(next.place, "statements nest deeper than " + std::to_string(kMaxDepth));
    }
    Statement s;
    if (tokens_.At("{")) {
      s = Block();
    } else if (tokens_.At("if") || tokens_.At("while")) {
      s = Branch();
    } else {
      s = Simple();
      tokens_.Expect(";");
    }
    --nesting_;
    return s;
  }

  Statement Branch() {
    const Token word = tokens_.Take();
    Statement s{.kind = word.text == "if" ? Kind::kIf : Kind::kWhile, .place = word.place};
    tokens_.Expect("(");
    s.operands.push_back(expressions_.Parse());
    tokens_.Expect(")");
    s.body.push_back(One());
    if (s.kind == Kind::kIf && tokens_.Accept("else")) s.body.push_back(One());
    return s;
  }

  Statement Simple() {
    const Token& next = tokens_.Peek();
    const Place place = next.place;
    for (const char* word : {"for", "do", "break", "continue", "return", "goto", "switch"}) {
      if (tokens_.At(word)) {
        tokens_.Fail(place, "the format has no '" + next.text + "'");
      }
    }
    if (tokens_.At("mtx_lock") || tokens_.At("mtx_unlock")) {
      tokens_.Fail(place, "'" + next.text + "' is not supported");
    }
    if (tokens_.Accept("*")) return PlainAccess(place);
    if (tokens_.At("atomic_store_explicit") || tokens_.At("atomic_store")) return AtomicStore();
    if (tokens_.Accept("atomic_thread_fence")) {
      Statement fence{.kind = Kind::kFence, .place = place};
      tokens_.Expect("(");
      fence.order = expressions_.Order();
      tokens_.Expect(")");
      return fence;
    }
    const bool type = IsTypeWord(next.text);
    if (type) SkipType(tokens_);
    if (type || tokens_.Peek(1).text == "=") return Assignment(type);
    Statement s{.kind = Kind::kEvaluate, .place = place};
    s.operands.push_back(expressions_.Parse());
    return s;
  }

  Statement Assignment(bool declaration) {
    const Token name = tokens_.Peek();
    tokens_.Name("a register");
    Statement s{.kind = Kind::kSet, .place = name.place};
    if (tokens_.failed()) return s;
    if (parameters_.contains(name.text)) {
      tokens_.Fail(name.place, Quoted(name.text) + " is the address of a location");
    }
    s.reg = RegisterIndex(thread_, name.text);
    if (declaration && !tokens_.At("=")) {
      if (tokens_.At(",")) tokens_.Fail(tokens_.Peek().place, "one declaration, one register");
      return {.kind = Kind::kBlock, .place = name.place};
    }
    tokens_.Expect("=");
    s.operands.push_back(expressions_.Parse());
    return s;
  }

  // What follows the star of a plain store, or of a plain load that is the whole statement.
  Statement PlainAccess(Place place) {
    Statement s{
        .kind = Kind::kStore, .place = place, .atomic = false, .order = std::memory_order_relaxed};
    s.operands.push_back(expressions_.Address());
    if (tokens_.At(";")) {
      Expression load{.kind = Expression::Kind::kLoad,
                      .place = place,
                      .atomic = false,
                      .order = std::memory_order_relaxed,
                      .operands = std::move(s.operands),
                      .accesses = true};
      return {.kind = Kind::kEvaluate, .place = place, .operands = {std::move(load)}};
    }
    tokens_.Expect("=");
    s.operands.push_back(expressions_.Parse());
    CheckOperands(s);
    return s;
  }

  Statement AtomicStore() {
    const Token name = tokens_.Take();
    Statement s{.kind = Kind::kStore, .place = name.place};
    tokens_.Expect("(");
    s.operands.push_back(expressions_.Parse());
    tokens_.Expect(",");
    s.operands.push_back(expressions_.Parse());
    if (name.text == "atomic_store_explicit") {
      tokens_.Expect(",");
      s.order = expressions_.Order();
    }
    tokens_.Expect(")");
    CheckOperands(s);
    return s;
  }

  void CheckOperands(const Statement& store) {
    if (store.operands[0].accesses && store.operands[1].accesses) {
      tokens_.Fail(store.operands[1].place,
                   "C leaves the order of two accesses in one expression open: give each a "
                   "statement of its own");
    }
  }

  Tokens& tokens_;
  Test& test_;
  Thread& thread_;
  std::map<std::string, int> parameters_;
  ExpressionParser expressions_;
  int nesting_ = 0;
};

}  // namespace

int LocationIndex(Test& test, const std::string& name) {
  const auto found = std::find_if(test.locations.begin(), test.locations.end(),
                                  [&](const Location& l) { return l.name == name; });
  const auto index = static_cast<int>(found - test.locations.begin());
  if (found == test.locations.end()) test.locations.push_back({.name = name});
  return index;
}

int RegisterIndex(Thread& thread, const std::string& name) {
  const auto found = std::find(thread.registers.begin(), thread.registers.end(), name);
  const auto index = static_cast<int>(found - thread.registers.begin());
  if (found == thread.registers.end()) {
    thread.registers.push_back(name);
    thread.initial.push_back(0);
  }
  return index;
}

bool IsTypeWord(const std::string& word) {
  static constexpr const char* kWords[] = {
      "void",     "int",        "char",      "long",       "int8_t",      "uint8_t",    "int16_t",
      "uint16_t", "int32_t",    "uint32_t",  "int64_t",    "uint64_t",    "intptr_t",   "uintptr_t",
      "__int128", "int128_t",   "uint128_t", "__int128_t", "__uint128_t", "atomic_int", "_Atomic",
      "mtx_t",    "spinlock_t", "atomic_t",  "struct",     "volatile",    "const"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

std::size_t ParseThreads(Tokens& tokens, Test& test) {
  // A thread may be named in the init part before it is read.
  std::size_t count = 0;
  do {
    if (count == kMostThreads) tokens.Fail(tokens.Peek().place, "at most 31 threads");
    if (count == test.threads.size()) test.threads.emplace_back();
    Thread& thread = test.threads[count];
    thread.name = "P" + std::to_string(count++);
    ThreadParser(tokens, test, thread).Parse();
  } while (!tokens.AtEnd());
  tokens.Finish("a thread");
  return count;
}

}  // namespace litmus
