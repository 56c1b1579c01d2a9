// "reached" marks: places that executions must come to, or a pass would mean nothing.
#ifndef SIM_ENGINE_MARKS_H_
#define SIM_ENGINE_MARKS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sim {

// How many executions came to each mark. Few marks, so a list; found by address first, since a
// mark is nearly always one string literal.
class Marks {
 public:
  struct Mark {
    const char* name;
    std::uint64_t executions = 0;
    std::uint64_t last = 0;  // the last execution that counted, from 1
  };

  // With room for the usual number: what a fiber runs into here would be taken for its own memory.
  Marks() { marks_.reserve(kUsual); }

  void NextExecution() { ++execution_; }
  void Reached(const char* name) {
    Mark& m = Find(name);
    if (m.last != execution_) {
      m.last = execution_;
      ++m.executions;
    }
  }
  // Those that the current execution came to so far.
  void ReachedNow(std::vector<const char*>& names) const {
    names.clear();
    for (const Mark& m : marks_) {
      if (m.last == execution_) names.push_back(m.name);
    }
  }
  // No mark was reached yet.
  void Clear() {
    for (Mark& m : marks_) m.executions = m.last = 0;
  }
  // Makes the mark known, with no executions yet.
  void Expect(const char* name) { Find(name); }
  const std::vector<Mark>& all() const { return marks_; }

 private:
  Mark& Find(const char* name) {
    for (Mark& m : marks_) {
      if (m.name == name) return m;
    }
    for (Mark& m : marks_) {
      if (std::strcmp(m.name, name) == 0) return m;
    }
    return marks_.emplace_back(Mark{.name = name});
  }

  static constexpr std::size_t kUsual = 128;

  std::uint64_t execution_ = 0;
  std::vector<Mark> marks_;
};

}  // namespace sim

#endif  // SIM_ENGINE_MARKS_H_
