// The four questions of an execution, and who answers them.
#ifndef SIM_CHOICE_CHOICE_H_
#define SIM_CHOICE_CHOICE_H_

#include <cstdint>
#include <string>

namespace sim {

// What is asked. Option 0 is always the tame one.
enum class ChoiceKind : std::uint8_t {
  kFiber,     // which fiber goes next: 0 = stay on this one, then the others by number
  kRead,      // which write a read takes: 0 = the newest, then older ones
  kPlace,     // where in coherence order a write goes: 0 = last, then earlier places
  kSpurious,  // whether a weak compare_exchange fails for no reason: 1 = it does
  kChoose,    // the value of a `choose`
  kFault,     // whether a named fault strikes here: 1 = it does
};
inline constexpr int kChoiceKinds = 6;
// Options that one question can have.
inline constexpr std::uint32_t kMaxOptions = 65'535;

// One choice as it was made: enough to repeat it, and to notice that it no longer fits.
struct Choice {
  ChoiceKind kind;
  std::uint16_t arity;  // number of options, at least 2: where there is one, nothing is asked
  std::uint16_t pick;   // below arity

  friend bool operator==(const Choice&, const Choice&) = default;
};

struct Question {
  ChoiceKind kind;
  std::uint16_t arity;
  // kFiber: the fibers that could go, one bit each, and the one that runs (its bit is clear if it
  // cannot go on; then option 0 is the lowest of the others).
  std::uint32_t runnable = 0;
  int running = 0;
  // kFiber: it runs only because the fiber that it waited for has just ended, which nobody chose.
  bool woken = false;
  // kRead, kPlace: the location, and the places in its coherence order that are on offer.
  std::uint32_t location = 0;
  const std::uint32_t* places = nullptr;
  // kFault: its name, a string that lives as long as the program.
  const char* fault = nullptr;
};

// The fiber that a pick of a kFiber question stands for.
inline int FiberOf(const Question& q, std::uint32_t pick) {
  const std::uint32_t self = std::uint32_t{1} << q.running;
  std::uint32_t others = q.runnable & ~self;
  if ((q.runnable & self) != 0 && pick-- == 0) return q.running;
  for (; pick > 0; --pick) others &= others - 1;
  return __builtin_ctz(others);
}
// And back. Requires: the fiber is runnable.
inline std::uint32_t PickOf(const Question& q, int fiber) {
  const std::uint32_t self = std::uint32_t{1} << q.running;
  if (fiber == q.running) return 0;
  const std::uint32_t below = q.runnable & ~self & ((std::uint32_t{1} << fiber) - 1);
  return static_cast<std::uint32_t>(__builtin_popcount(below)) + ((q.runnable & self) != 0);
}

// Whoever answers: random walk, PCT, replay, enumerator, ... An explorer knows nothing of what
// runs; what runs does not know who answers. One file an algorithm.
class GraphExplorer;
class Graph;

class Explorer {
 public:
  virtual ~Explorer() = default;
  // Itself, if it looks at graphs (engine/graph_explorer.h).
  virtual GraphExplorer* AsGraphExplorer() { return nullptr; }
  // Starts the next execution; false if there is none left.
  virtual bool Begin() = 0;
  // Its graph, as it will grow.
  virtual void Watch(const Graph&) {}
  // Below question.arity. Called only if arity is at least 2.
  virtual std::uint32_t Choose(const Question& question) = 0;
  // The execution is over. An explorer that is told so before Begin may be asked no more.
  virtual void End() {}
  // What the explorer is and what it covers, for the summary: "random walk, seed 7".
  virtual const char* name() const = 0;
  // What else there is to say about the search; may be empty.
  virtual std::string remark() const { return ""; }
  // Whether Begin started all over, so that executions before do not count. Asked after Begin.
  virtual bool restarted() { return false; }
  // True if Begin returned false because every execution has been visited.
  virtual bool exhausted() const { return false; }
};

}  // namespace sim

#endif  // SIM_CHOICE_CHOICE_H_
