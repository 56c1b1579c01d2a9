#include "model/facts.h"

#include <algorithm>

namespace model {
namespace {

using Words = sim::monitor_state::words;

// A list of which rules ask only whether something is in it: its order and repetitions are left
// out.
template <class T, class Add>
void TellSet(Words& words, const std::vector<T>& list, Add add) {
  std::vector<std::vector<sim::Bits>> rows;
  for (const T& element : list) {
    Words row(rows.emplace_back());
    add(row, element);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const std::vector<sim::Bits>& row : rows) {
    for (const sim::Bits word : row) words.add(word);
  }
  words.add(rows.size());
}

}  // namespace

void Facts::Tell(Words& words) const {
  TellSet(words, ready_calls,
          [](Words& row, const ReadyCall& call) { row.add(call.count).add(call.begun); });
  TellSet(words, sent, [](Words& row, const Stored& s) { row.add(s.count).add(s.when); });
  for (const std::vector<Waited>* waits : {&sent_waits, &arrived_waits}) {
    TellSet(words, *waits, [](Words& row, const Waited& wait) {
      row.add(wait.reached).add(wait.acquires).add(wait.when);
    });
  }
  TellSet(words, reads, [](Words& row, const RunRead& read) { row.add(read.run).add(read.when); });
  words.add(ready_loaded).add(snapshots).add(sources).add(landings);
  words.add(astray.has_value());
  if (astray) words.add(astray->next).add(astray->matches).add(astray->how);
  for (std::uint64_t c = 0; c < moved_.size(); ++c) {
    const Moved& m = moved_[c];
    if (!m.placed && m.bytes.empty() && !m.read && !m.landed) continue;
    words.add(c).add(m.placed).add(m.bytes).add(m.read).add(m.landed);
  }
}

}  // namespace model
