// Explore: run a program again and again, until a rule breaks or the explorer has seen enough.
#ifndef SIM_EXPLORE_EXPLORE_H_
#define SIM_EXPLORE_EXPLORE_H_

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/engine/execution.h"

namespace sim {

struct Options {
  Memory memory = Memory::kRc11;
  Limits limits = {};
  // A tape replays only with the points that it was made with. Explorers that look at graphs have
  // kEverywhere, whatever is set here.
  Points points = Points::kWhereItMatters;
  // One execution in so many is run again from its tape and compared; 0: none.
  std::uint32_t selfcheck_every = 0;
  // Go on after a finding; the result keeps the first and counts all.
  bool keep_going = false;
  // End the program, naming the fiber, if one execution takes longer; 0: wait for ever.
  std::uint32_t watchdog_seconds = 0;
  // Marks (literals) that must be known even if no execution comes to them.
  std::vector<const char*> expect_marks = {};
  // Called where a search finds that it must start again: what was observed counts no more.
  std::function<void()> restart = {};
  // Called after each execution, as long as it returns true.
  std::function<bool(const Execution&)> observe = {};
  // Asked in its place after a run that was no execution, of which a search may have many in a row;
  // on any of its threads.
  std::function<bool()> go_on = {};
};

// What came of one part of a search that is one of several (partition.h).
struct Part {
  std::uint32_t number = 0;  // in the order of the search that is not divided, from 1
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  std::uint64_t findings = 0;
  std::uint64_t found_after = 0;  // the execution of the part, from 1; 0: none
  std::vector<Marks::Mark> marks = {};
};

struct Result {
  Finding finding;                          // the first one; kPass if there is none
  std::uint64_t executions = 0;             // that were run
  std::uint64_t events = 0;                 // of the graphs of all of them
  std::uint64_t found_after = 0;            // the execution of the first finding, from 1; 0: none
  std::uint64_t findings = 0;               // executions with a finding
  Tape tape;                                // of the first finding
  bool has_tape = true;                     // false: no execution shows what was found
  Points points = Points::kWhereItMatters;  // the points that the tape was made with
  Trace trace;                              // of the same, recorded while it was replayed
  int confirmed = 0;                        // how many replays of the tape gave the same finding
  bool exhausted = false;                   // every execution was visited: nothing was cut
  std::string explorer;
  std::string remark;  // what else there is to say about the search; may be empty
  std::vector<Marks::Mark> marks;
  bool stopped = false;  // at the first finding
  std::uint64_t before =
      0;  // executions of the searches that this one went on from; not in the rest
  bool started_again = false;  // ... which do not count: it found that it must start from the root
  std::string position;  // where an exhaustive search goes on that is not exhausted; may be empty
  std::uint32_t shard = 0;   // which part of the tree it visited,
  std::uint32_t shards = 1;  // of so many; if more than one:
  std::vector<Part> parts;   // what came of each part, in order
  std::string learned;       // a position at the root that knows what the search learned

  bool ok() const { return finding.verdict == Verdict::kPass && executions > 0; }
  Verdict verdict() const { return finding.verdict; }
};

// Runs `body` as fiber "main" once per execution. `body` must make all that it shares, and must
// do the same when asked the same: no clock, no randomness, nothing kept from run to run.
// A finding is replayed three times before it is returned; if a replay differs, the finding is
// kNondeterminism instead. Not reentrant: never call it on a fiber.
Result Explore(const std::function<void()>& body, Explorer& explorer, const Options& options = {});
inline Result Explore(const std::function<void()>& body, Explorer&& explorer,
                      const Options& options = {}) {
  return Explore(body, explorer, options);
}

// Runs one tape, strictly. A tape that does not fit gives kDiverged with the place.
Result ReplayTape(const std::function<void()>& body, const Tape& tape, const Options& options = {});

// A number that two executions share only if they had the same events (up to collisions).
std::uint64_t Digest(const Graph& graph);

// The graph of an execution as text, the same for every interleaving of it: per fiber its events
// with what they read, per location its coherence order.
std::string Signature(const Graph& graph);

}  // namespace sim

#endif  // SIM_EXPLORE_EXPLORE_H_
