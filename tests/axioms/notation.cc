#include "tests/axioms/notation.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace axioms {
namespace {

[[noreturn]] void Refuse(const std::string& text) {
  std::fprintf(stderr, "no execution: %s\n", text.c_str());
  std::abort();
}

Mode ModeOf(const std::string& name) {
  if (name == "na") return Mode::kPlain;
  if (name == "rlx") return Mode::kRelaxed;
  if (name == "rel") return Mode::kRelease;
  if (name == "acq") return Mode::kAcquire;
  if (name == "acq_rel") return Mode::kAcqRel;
  if (name == "sc") return Mode::kSeqCst;
  Refuse(name);
}

// A word such as U.acq_rel(x,1,2), taken apart: U, acq_rel, {x, 1, 2}.
struct Word {
  std::string name;
  std::string mode;
  std::vector<std::string> arguments;

  explicit Word(const std::string& text) {
    const std::size_t open = std::min(text.find('('), text.size());
    const std::size_t dot = std::min(text.find('.'), open);
    name = text.substr(0, dot);
    if (dot < open) mode = text.substr(dot + 1, open - dot - 1);
    if (open == text.size()) return;
    if (text.back() != ')') Refuse(text);
    std::istringstream inside(text.substr(open + 1, text.size() - open - 2));
    for (std::string argument; std::getline(inside, argument, ',');) arguments.push_back(argument);
  }
  int Number(std::size_t i) const {
    if (i >= arguments.size() || arguments[i].empty()) Refuse(name);
    return std::atoi(arguments[i].c_str());
  }
};

class Reader {
 public:
  explicit Reader(const std::string& text) {
    // A first look for the locations, whose initial writes come first.
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == '(' && text[i + 1] >= 'a' && text[i + 1] <= 'z') LocationOf(text[i + 1]);
    }
    std::istringstream words(text);
    Begin();
    for (std::string word; words >> word;) {
      if (word == "|") {
        Add({.kind = Kind::kEnd, .fiber = fiber_++});
        Begin();
      } else {
        AddWord(Word(word));
      }
    }
    Add({.kind = Kind::kEnd, .fiber = fiber_});
    for (Event& e : x_.events) {
      if (e.kind == Kind::kRead) e.rf = WriteOf(e.location, static_cast<std::size_t>(*e.value));
    }
  }
  const Execution& execution() const { return x_; }

 private:
  int LocationOf(char name) {
    const std::size_t found = names_.find(name);
    if (found != std::string::npos) return static_cast<int>(found);
    names_ += name;
    x_.co.push_back({Add({.kind = Kind::kInit,
                          .location = static_cast<int>(names_.size() - 1),
                          .value = std::uint64_t{0}})});
    return static_cast<int>(names_.size() - 1);
  }
  int Add(const Event& e) {
    x_.events.push_back(e);
    return x_.size() - 1;
  }
  void Begin() { Add({.kind = Kind::kStart, .fiber = fiber_}); }

  void AddWord(const Word& word) {
    if (word.name == "create" || word.name == "join") {
      Add({.kind = word.name == "create" ? Kind::kCreate : Kind::kJoin,
           .fiber = fiber_,
           .other = word.Number(0)});
      return;
    }
    Event e{.fiber = fiber_, .mode = ModeOf(word.mode)};
    if (word.name == "F") {
      e.kind = Kind::kFence;
      Add(e);
      return;
    }
    if (word.arguments.size() != (word.name == "U" ? 3 : 2)) Refuse(word.name);
    e.location = LocationOf(word.arguments[0][0]);
    e.update = word.name == "U";
    if (word.name == "R" || word.name == "U") {
      e.kind = Kind::kRead;
      e.value = static_cast<std::uint64_t>(word.Number(1));
      Add(e);
    }
    if (word.name == "W" || word.name == "U") {
      e.kind = Kind::kWrite;
      e.value = static_cast<std::uint64_t>(word.Number(word.name == "U" ? 2 : 1));
      Place(Add(e));
    } else if (word.name != "R") {
      Refuse(word.name);
    }
  }

  void Place(int write) {
    const Event& e = x_.event(write);
    std::vector<int>& co = x_.co[static_cast<std::size_t>(e.location)];
    co.resize(std::max(co.size(), static_cast<std::size_t>(*e.value) + 1), -1);
    co[static_cast<std::size_t>(*e.value)] = write;
  }
  int WriteOf(int location, std::size_t value) const {
    const std::vector<int>& co = x_.co[static_cast<std::size_t>(location)];
    if (value >= co.size() || co[value] < 0) Refuse("nobody writes what is read");
    return co[value];
  }

  Execution x_;
  std::string names_;  // of locations
  int fiber_ = 0;
};

}  // namespace

Execution Read(const std::string& text) { return Reader(text).execution(); }

}  // namespace axioms
