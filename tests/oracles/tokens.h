// The words of a program in the oracles' notation.
#ifndef TESTS_ORACLES_TOKENS_H_
#define TESTS_ORACLES_TOKENS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tests/oracles/program.h"

namespace oracles {

struct Token {
  enum class Kind : unsigned char { kName, kNumber, kSymbol, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  Value number = 0;
};

// Read from left to right. The first error sticks: from then on no token is left, so that a parser
// comes to its end without asking after each step.
class Tokens {
 public:
  explicit Tokens(const std::string& text);

  const Token& Peek(std::size_t ahead = 0) const;
  Token Take();
  // Whether the next token (or one after it) is this symbol or name.
  bool At(const char* text, std::size_t ahead = 0) const { return Peek(ahead).text == text; }
  // The same, and takes it.
  bool Accept(const char* text);
  // Takes it, or fails.
  void Expect(const char* text);
  // Takes a name, or fails.
  std::string Name();
  bool AtEnd() const { return Peek().kind == Token::Kind::kEnd; }

  // "expected `what`, not ...", at the next token. Only the first call counts.
  void FailExpected(const std::string& what);
  // Empty if there was none.
  const std::string& error() const { return error_; }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Token end_;
  std::string error_;
};

}  // namespace oracles

#endif  // TESTS_ORACLES_TOKENS_H_
