// The words of a litmus file, with their places, and the first thing that is wrong with them.
#ifndef SCENARIOS_LITMUS_TOKENS_H_
#define SCENARIOS_LITMUS_TOKENS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "scenarios/litmus/test.h"

namespace litmus {

struct Token {
  enum class Kind : unsigned char { kName, kNumber, kSymbol, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  Value number = 0;
  Place place;
};

// The line and column of an offset.
Place PlaceOf(const std::string& text, std::size_t offset);

// A piece of the file as a sentence may quote it: the beginning, if it is long, without bytes that
// are not printable.
std::string Quoted(const std::string& text);

// A part of a file as tokens, read from left to right.
//
// The first error sticks: from then on no token is left, so that a parser falls through to its end
// without asking after each step. Numbers are 64 bits wide.
class Tokens {
 public:
  enum class Style : unsigned char {
    kProgram,  // C: comments // and /* */, no hexadecimal; "r1-1" is r1 and then -1
    kSpec,     // the rest of the file: nested (* comments *), 0x numbers
  };
  // The part of `text` from `begin` to `end`.
  Tokens(const std::string& text, std::size_t begin, std::size_t end, Style style);

  const Token& Peek(std::size_t ahead = 0) const;
  Token Take();
  // Whether the next token is this symbol or name.
  bool At(const char* text) const;
  // The same, and takes it.
  bool Accept(const char* text);
  // Takes it, or fails.
  void Expect(const char* text);
  bool AtEnd() const { return Peek().kind == Token::Kind::kEnd; }
  // Takes a name, or fails: "expected `what`, not ...".
  std::string Name(const char* what);

  // Only the first call counts.
  void Fail(Place place, const std::string& reason);
  // "expected `what`, not ...", at the next token.
  void FailExpected(const std::string& what);
  // Fails unless every token was taken.
  void Finish(const char* expected);
  bool failed() const { return failed_; }
  Place error_place() const { return error_place_; }
  const std::string& error() const { return error_; }

 private:
  friend class Lexer;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Token end_;
  std::string lexical_error_;  // at end_'s place, if any: the tokens end there
  bool failed_ = false;
  Place error_place_;
  std::string error_;
};

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_TOKENS_H_
