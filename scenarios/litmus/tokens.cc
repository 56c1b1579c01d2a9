#include "scenarios/litmus/tokens.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace litmus {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

// The longest first. The program's symbols that herd's C has not are here to be refused by name.
constexpr const char* kProgramSymbols[] = {
    "<<=", ">>=", "...", "==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "+=",
    "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "<<", ">>", "(",  ")",  "{",  "}",
    ";",   ",",   "*",   "&",  "|",  "^",  "<",  ">",  "=",  "+",  "-",  "/",  "!",
    "%",   "[",   "]",   ".",  "?",  ":",  "~",  "\"", "'",  "#"};
constexpr const char* kRefused[] = {"<<=", ">>=", "...", "&&", "||", "->", "++", "--", "+=", "-=",
                                    "*=",  "/=",  "%=",  "&=", "|=", "^=", "<<", ">>", "!",  "%",
                                    "[",   "]",   ".",   "?",  ":",  "~",  "\"", "'",  "#"};
constexpr const char* kSpecSymbols[] = {"/\\", "\\/", "=>", "==", "!=", "<>", "(", ")", "{", "}",
                                        "[",   "]",   ";",  ":",  "=",  "~",  "*", "&", ","};

}  // namespace

// Fills a Tokens, left to right.
class Lexer {
 public:
  Lexer(Tokens& tokens, const std::string& text, std::size_t begin, std::size_t end,
        Tokens::Style style)
      : tokens_(tokens), text_(text), end_(end), program_(style == Tokens::Style::kProgram) {
    place_ = PlaceOf(text, begin);
    at_ = begin;
  }

  void Run() {
    while (!failed_ && SkipBlanks()) One();
    if (!failed_) tokens_.end_.place = place_;
  }

 private:
  bool At(const char* what) const {
    const std::size_t length = std::char_traits<char>::length(what);
    return end_ - at_ >= length && text_.compare(at_, length, what) == 0;
  }
  void Forward(std::size_t count) {
    for (; count > 0 && at_ < end_; --count) {
      place_.column = text_[at_] == '\n' ? 1 : place_.column + 1;
      place_.line += text_[at_++] == '\n';
    }
  }
  void Fail(Place place, const std::string& reason) {
    failed_ = true;
    tokens_.end_.place = place;
    tokens_.lexical_error_ = reason;
  }

  // False at the end.
  bool SkipBlanks() {
    while (at_ < end_) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        Forward(1);
      } else if (program_ && At("//")) {
        while (at_ < end_ && text_[at_] != '\n') Forward(1);
      } else if (!failed_ && (program_ ? At("/*") : At("(*"))) {
        SkipComment();
      } else {
        return true;
      }
    }
    return false;
  }

  void SkipComment() {
    const Place start = place_;
    int depth = 0;
    do {
      if (at_ >= end_) return Fail(start, "the comment does not end");
      const bool opens = program_ ? depth == 0 : At("(*");
      const bool closes = !opens && At(program_ ? "*/" : "*)");
      depth += opens - closes;
      Forward(opens || closes ? 2 : 1);
    } while (depth > 0);
  }

  void One() {
    Token token;
    token.place = place_;
    const std::size_t start = at_;
    const bool minus = text_[at_] == '-' && at_ + 1 < end_ && IsDigit(text_[at_ + 1]);
    if (IsNameStart(text_[at_])) {
      token.kind = Token::Kind::kName;
      while (at_ < end_ && IsNamePart(text_[at_])) Forward(1);
    } else if (minus || IsDigit(text_[at_])) {
      token.kind = Token::Kind::kNumber;
      token.number = Number(minus);
    } else {
      token.kind = Token::Kind::kSymbol;
      Symbol();
    }
    if (failed_) return;
    token.text = text_.substr(start, at_ - start);
    tokens_.tokens_.push_back(std::move(token));
  }

  Value Number(bool minus) {
    const Place start = place_;
    if (minus) Forward(1);
    const bool hex = !program_ && (At("0x") || At("0X"));
    if (hex) Forward(2);
    const std::uint64_t base = hex ? 16 : 10;
    const std::uint64_t most =
        static_cast<std::uint64_t>(std::numeric_limits<Value>::max()) + (minus ? 1 : 0);
    std::uint64_t value = 0;
    std::size_t digits = 0;
    for (; at_ < end_; Forward(1), ++digits) {
      const char c = text_[at_];
      if (!IsDigit(c) && !(hex && std::isxdigit(static_cast<unsigned char>(c)) != 0)) break;
      const auto digit = static_cast<std::uint64_t>(
          IsDigit(c) ? c - '0' : std::tolower(static_cast<unsigned char>(c)) - 'a' + 10);
      if (value > (most - digit) / base) {
        Fail(start, "the number does not fit 64 bits");
        return 0;
      }
      value = base * value + digit;
    }
    if (digits == 0) Fail(place_, "expected digits");
    if (at_ < end_ && IsNamePart(text_[at_])) Fail(place_, "a name follows the number at once");
    return static_cast<Value>(minus ? ~value + 1 : value);
  }

  void Symbol() {
    auto take = [this](const auto& symbols) {
      for (const char* symbol : symbols) {
        if (!At(symbol)) continue;
        if (program_ && std::find_if(std::begin(kRefused), std::end(kRefused), [&](const char* r) {
                          return std::string(r) == symbol;
                        }) != std::end(kRefused)) {
          return Fail(place_, "the format has no '" + std::string(symbol) + "' in programs");
        }
        return Forward(std::char_traits<char>::length(symbol));
      }
      Fail(place_, "the character " + Quoted(text_.substr(at_, 1)) + " has no meaning here");
    };
    program_ ? take(kProgramSymbols) : take(kSpecSymbols);
  }

  Tokens& tokens_;
  const std::string& text_;
  std::size_t at_ = 0;
  const std::size_t end_;
  const bool program_;
  bool failed_ = false;
  Place place_;
};

Place PlaceOf(const std::string& text, std::size_t offset) {
  Place place{1, 1};
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    place.column = text[i] == '\n' ? 1 : place.column + 1;
    place.line += text[i] == '\n';
  }
  return place;
}

std::string Quoted(const std::string& text) {
  constexpr std::size_t kMost = 40;
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string quoted = "'";
  for (const char c : text.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte < 0x7f) {
      quoted += c;
    } else {
      quoted += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return quoted + (text.size() > kMost ? "...'" : "'");
}

Tokens::Tokens(const std::string& text, std::size_t begin, std::size_t end, Style style) {
  Lexer(*this, text, begin, end, style).Run();
}

const Token& Tokens::Peek(std::size_t ahead) const {
  if (failed_ || at_ + ahead >= tokens_.size()) return end_;
  return tokens_[at_ + ahead];
}

Token Tokens::Take() {
  const Token token = Peek();
  if (at_ < tokens_.size()) ++at_;
  return token;
}

bool Tokens::At(const char* text) const {
  const Token& next = Peek();
  return (next.kind == Token::Kind::kName || next.kind == Token::Kind::kSymbol) &&
         next.text == text;
}

bool Tokens::Accept(const char* text) {
  if (!At(text)) return false;
  ++at_;
  return true;
}

void Tokens::Expect(const char* text) {
  if (!Accept(text)) FailExpected("'" + std::string(text) + "'");
}

std::string Tokens::Name(const char* what) {
  if (Peek().kind == Token::Kind::kName) return Take().text;
  FailExpected(what);
  return "";
}

void Tokens::Fail(Place place, const std::string& reason) {
  if (failed_) return;
  failed_ = true;
  error_place_ = place;
  error_ = reason;
  end_.place = place;
}

void Tokens::Finish(const char* expected) {
  if (!AtEnd() || !lexical_error_.empty()) FailExpected(expected);
}

void Tokens::FailExpected(const std::string& what) {
  const Token& next = Peek();
  const bool end = next.kind == Token::Kind::kEnd;
  if (end && !lexical_error_.empty()) return Fail(end_.place, lexical_error_);
  Fail(next.place,
       "expected " + what + ", not " + (end ? "the end of this part" : Quoted(next.text)));
}

}  // namespace litmus
