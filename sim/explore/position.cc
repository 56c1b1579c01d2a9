#include "sim/explore/position.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>

namespace sim {
namespace {

constexpr char kVersion[] = "x1";
constexpr std::size_t kMostSteps = 1'000'000;

// The settings and what was learned, in one number. Above: why classes do not hold, from kReason.
enum Fact : std::uint32_t { kSc = 1, kReduced = 2, kSawClasses = 4, kIncomplete = 8, kReason = 16 };
constexpr std::uint32_t kReasons = 15;

std::uint32_t FactsOf(const SearchState& state) {
  std::uint32_t facts = 0;
  if (state.sc) facts |= kSc;
  if (state.reduced) facts |= kReduced;
  if (state.learned.saw_classes) facts |= kSawClasses;
  if (state.learned.incomplete) facts |= kIncomplete;
  if (state.learned.no_classes != nullptr) {
    std::uint32_t reason = 0;
    while (reason + 1 < std::size(kNoClasses) &&
           std::strcmp(kNoClasses[reason], state.learned.no_classes) != 0) {
      ++reason;
    }
    facts |= (reason + 1) * kReason;
  }
  return facts;
}

void TakeFacts(std::uint32_t facts, SearchState& state) {
  state.sc = (facts & kSc) != 0;
  state.reduced = (facts & kReduced) != 0;
  state.learned.saw_classes = (facts & kSawClasses) != 0;
  state.learned.incomplete = (facts & kIncomplete) != 0;
  const std::uint32_t reason = facts / kReason & kReasons;
  if (reason > 0) {
    state.learned.no_classes = kNoClasses[std::min<std::size_t>(reason, std::size(kNoClasses)) - 1];
  }
}

std::string Hex(std::uint32_t value) {
  char digits[8];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, 16);
  return std::string(digits, end);
}

void Print(const Piece& piece, std::string& text) {
  if (piece.number != 0) text += std::to_string(piece.number) + "@";
  text += Hex(piece.signature);
  for (std::size_t i = 0; i < piece.way.size();) {
    const Fork& fork = piece.way[i];
    std::size_t same = 1;
    while (i + same < piece.way.size() && piece.way[i + same] == fork) ++same;
    text += "." + std::to_string(fork.left);
    if (fork.given != 0) text += "-" + std::to_string(fork.given);
    if (same > 1) text += "x" + std::to_string(same);
    i += same;
  }
  if (piece.counts_last) text += "r";
}

// Reads numbers and signs from the front; the first mistake stays.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  bool Take(char sign) {
    if (!ok() || at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  void Need(char sign) {
    if (!Take(sign)) Fail(std::string("\"") + sign + "\"");
  }
  template <class Number>
  Number Read(int base = 10) {
    Number number = 0;
    if (!ok()) return number;
    const char* const from = text_.data() + at_;
    const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), number, base);
    if (error != std::errc()) {
      Fail(base == 16 ? "a hexadecimal number"
                      : "a number up to " + std::to_string(std::numeric_limits<Number>::max()));
      return 0;
    }
    at_ += static_cast<std::size_t>(end - from);
    return number;
  }
  void Fail(const std::string& expected) {
    if (!ok()) return;
    error_ = "a position has " + expected + " at its character " + std::to_string(at_ + 1) +
             (at_ < text_.size() ? std::string(", not \"") + text_[at_] + "\"" : ", not its end");
  }
  char next() const { return AtEnd() ? '\0' : text_[at_]; }
  bool AtEnd() const { return at_ == text_.size(); }
  std::size_t at() const { return at_; }
  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
  std::string error_;
};

Piece ReadPiece(Reader& reader, bool first_is_number) {
  Piece piece;
  if (first_is_number) {
    piece.number = reader.Read<std::uint32_t>();
    reader.Need('@');
  }
  piece.signature = reader.Read<std::uint32_t>(16);
  while (reader.Take('.')) {
    Fork fork{.left = reader.Read<std::uint32_t>()};
    if (reader.Take('-')) fork.given = reader.Read<std::uint32_t>();
    if (fork.given > fork.left) reader.Fail("no more children given away than there were");
    const auto times = reader.Take('x') ? reader.Read<std::uint32_t>() : 1;
    if (times > kMostSteps - piece.way.size()) reader.Fail("at most 1000000 steps");
    if (!reader.ok()) break;
    piece.way.insert(piece.way.end(), times, fork);
  }
  if (piece.way.empty()) reader.Fail("\".\"");
  piece.counts_last = reader.Take('r');
  return piece;
}

void ReadHabits(Reader& reader, Learned& learned) {
  const auto fiber = reader.Read<std::uint32_t>();
  reader.Need('=');
  if (fiber >= kMaxFibers) reader.Fail("a fiber below " + std::to_string(kMaxFibers));
  while (reader.ok()) {
    const std::string digits = "01234567";
    const std::size_t digit = digits.find(reader.next());
    if (digit == std::string::npos) break;
    reader.Take(reader.next());
    learned.habits[fiber].push_back(static_cast<std::uint8_t>(digit));
  }
}

bool HasNumber(const std::string& text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at < text.size() && text[at] == '@';
}

}  // namespace

std::string ToText(const SearchState& state) {
  std::string text = kVersion;
  text += ":" + std::to_string(state.executions) + ":" + Hex(FactsOf(state));
  for (int f = 0; f < kMaxFibers; ++f) {
    const std::vector<std::uint8_t>& habits = state.learned.habits[f];
    if (habits.empty()) continue;
    text += "," + std::to_string(f) + "=";
    for (const std::uint8_t h : habits) text += Hex(h);
  }
  text += ":";
  for (std::size_t i = 0; i < state.pieces.size(); ++i) {
    if (i > 0) text += "+";
    Print(state.pieces[i], text);
  }
  if (state.and_behind) text += "+";
  return text;
}

std::variant<SearchState, std::string> ParsePosition(const std::string& text) {
  Reader reader(text);
  for (const char* c = kVersion; *c != '\0'; ++c) reader.Need(*c);
  reader.Need(':');
  SearchState state;
  state.executions = reader.Read<std::uint64_t>();
  reader.Need(':');
  TakeFacts(reader.Read<std::uint32_t>(16), state);
  while (reader.Take(',')) ReadHabits(reader, state.learned);
  reader.Need(':');
  while (reader.ok() && !reader.AtEnd()) {
    state.pieces.push_back(ReadPiece(reader, HasNumber(text, reader.at())));
    if (reader.AtEnd()) break;
    reader.Need('+');
    state.and_behind = reader.ok() && reader.AtEnd();
  }
  if (!reader.ok()) return reader.error();
  return state;
}

}  // namespace sim
