#include "scenarios/litmus/parser.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "scenarios/litmus/condition_parser.h"
#include "scenarios/litmus/init_parser.h"
#include "scenarios/litmus/program_parser.h"
#include "scenarios/litmus/tokens.h"

namespace litmus {
namespace {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool IsNamePart(char c) { return IsWord(c) || std::string("/.-+[]").find(c) != std::string::npos; }

// The parts of a file, as offsets, found before anything in them is read.
class Sections {
 public:
  explicit Sections(const std::string& text) : text_(text) { Find(); }

  std::string name;
  std::size_t init = 0;  // behind '{'
  std::size_t init_end = 0;
  std::size_t program = 0;
  std::size_t tail = 0;  // also where the program ends
  // What is missing, and where.
  std::string error;
  std::size_t error_at = 0;

 private:
  void Fail(std::size_t at, const char* what) {
    error_at = at;
    error = what;
  }

  void Find() {
    std::size_t at = 0;
    while (at < text_.size() && IsBlank(text_[at])) ++at;
    if (at >= text_.size() || text_[at] != 'C') return Fail(at, "a C litmus test begins with 'C'");
    ++at;
    const std::size_t name_at = at;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    const std::size_t start = at;
    while (at < text_.size() && IsNamePart(text_[at])) ++at;
    name = text_.substr(start, at - start);
    if (start == name_at || name.empty()) return Fail(start, "expected the test's name");
    at = std::min(text_.find('\n', at), text_.size());
    const std::size_t head = at;
    if (!FindOutsideComments(at, '{')) return Fail(head, "expected '{' and the initial values");
    init = at + 1;
    if (!FindOutsideComments(at, '}')) return Fail(init - 1, "this '{' is not closed");
    init_end = at;
    program = at + 1;
    tail = EndOfProgram(program);
  }

  // Moves to the character; to the bracket that closes the one at `at`, if it is '}'.
  bool FindOutsideComments(std::size_t& at, char wanted) const {
    int comments = 0;
    int braces = 0;
    for (; at < text_.size(); ++at) {
      if (text_.compare(at, 2, "(*") == 0) {
        ++comments;
        ++at;
      } else if (comments > 0 && text_.compare(at, 2, "*)") == 0) {
        --comments;
        ++at;
      } else if (comments == 0) {
        braces += (text_[at] == '{') - (text_[at] == '}');
        if (text_[at] == wanted && (wanted == '{' || braces == 0)) return true;
      }
    }
    return false;
  }

  // As herd finds it: the first whole word of these, comments not skipped.
  std::size_t EndOfProgram(std::size_t at) const {
    static const std::string kWords[] = {"exists", "forall",   "final",    "locations",
                                         "filter", "observed", "Observed", "cases"};
    while (at < text_.size()) {
      std::size_t next = at;
      if (text_[at] == '~') {
        ++next;
        while (next < text_.size() && IsBlank(text_[next])) ++next;
        if (text_.compare(next, 6, "exists") == 0 && !(IsWord(text_.c_str()[next + 6]))) return at;
        at = std::max(next, at + 1);
      } else if (IsWord(text_[at])) {
        while (next < text_.size() && IsWord(text_[next])) ++next;
        const std::string word = text_.substr(at, next - at);
        if (std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords)) return at;
        at = next;
      } else {
        ++at;
      }
    }
    return at;
  }

  const std::string& text_;
};

absl::Status Error(const std::string& filename, Place place, const std::string& reason) {
  return absl::InvalidArgumentError(filename + ":" + std::to_string(place.line) + ":" +
                                    std::to_string(place.column) + ": " + reason);
}

}  // namespace

absl::StatusOr<Test> ParseLitmus(const std::string& text, const std::string& filename) {
  const Sections at(text);
  if (!at.error.empty()) return Error(filename, PlaceOf(text, at.error_at), at.error);
  Test test;
  test.name = at.name;
  test.file = filename;
  Tokens init(text, at.init, at.init_end, Tokens::Style::kSpec);
  ParseInit(init, test);
  if (init.failed()) return Error(filename, init.error_place(), init.error());
  const std::size_t threads_named = test.threads.size();
  Tokens program(text, at.program, at.tail, Tokens::Style::kProgram);
  const std::size_t threads = ParseThreads(program, test);
  if (program.failed()) return Error(filename, program.error_place(), program.error());
  if (threads < threads_named) {
    return Error(filename, PlaceOf(text, at.init),
                 "the initial values name thread " + std::to_string(threads_named - 1) +
                     ", which does not exist");
  }
  Tokens tail(text, at.tail, text.size(), Tokens::Style::kSpec);
  ParseTail(tail, test);
  if (tail.failed()) return Error(filename, tail.error_place(), tail.error());
  return test;
}

}  // namespace litmus
