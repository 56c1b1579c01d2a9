#include "tests/oracles/tokens.h"

#include <cctype>

namespace oracles {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool IsWordPart(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The length of the symbol at `at`.
std::size_t SymbolLength(const std::string& text, std::size_t at) {
  for (const char* two : {"->", "++", "--", "+=", "==", "!=", "<=", ">=", "&&", "||", "<<"}) {
    if (text.compare(at, 2, two) == 0) return 2;
  }
  return 1;
}

}  // namespace

Tokens::Tokens(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
      continue;
    }
    Token token;
    std::size_t end = at;
    if (IsWordPart(text[at])) {
      while (end < text.size() && IsWordPart(text[end])) ++end;
      token.kind = IsDigit(text[at]) ? Token::Kind::kNumber : Token::Kind::kName;
    } else {
      end = at + SymbolLength(text, at);
      token.kind = Token::Kind::kSymbol;
    }
    token.text = text.substr(at, end - at);
    if (token.kind == Token::Kind::kNumber) token.number = std::stoll(token.text);
    tokens_.push_back(token);
    at = end;
  }
}

const Token& Tokens::Peek(std::size_t ahead) const {
  const bool left = error_.empty() && at_ + ahead < tokens_.size();
  return left ? tokens_[at_ + ahead] : end_;
}

Token Tokens::Take() {
  const Token token = Peek();
  if (!AtEnd()) ++at_;
  return token;
}

bool Tokens::Accept(const char* text) {
  if (!At(text)) return false;
  Take();
  return true;
}

void Tokens::Expect(const char* text) {
  if (!Accept(text)) FailExpected(text);
}

std::string Tokens::Name() {
  if (Peek().kind != Token::Kind::kName) {
    FailExpected("a name");
    return "";
  }
  return Take().text;
}

void Tokens::FailExpected(const std::string& what) {
  if (!error_.empty()) return;
  std::string message = "expected " + what + ", not `" + Peek().text + "` after `";
  for (std::size_t i = at_ < 6 ? 0 : at_ - 6; i < at_; ++i) message += tokens_[i].text + " ";
  error_ = message + "`";
}

}  // namespace oracles
