// The places in coherence order that a new event may take: the options of a question.
#ifndef SIM_MEMORY_CANDIDATES_H_
#define SIM_MEMORY_CANDIDATES_H_

#include <cstdint>
#include <vector>

#include "sim/memory/graph.h"

namespace sim {

// Places of a location's writes, newest first. What it was filled for says what they are good for;
// each choice among them keeps the graph consistent. Keeps its memory. Thread safety: none.
class Candidates {
 public:
  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint32_t operator[](std::uint32_t i) const { return places_[i]; }
  const std::uint32_t* places() const { return places_.data(); }

  // Writes that a load may read: at least one.
  void ToRead(Graph& graph, int fiber, LocationId location, Order order) {
    Collect(graph, fiber, location, [](std::uint64_t, std::uint32_t) { return true; });
    if (graph.has_seq_cst()) [[unlikely]]
      KeepPscOfReads(graph, fiber, location, order);
  }
  // Writes that a read-modify-write may replace: at least one.
  void ToUpdate(Graph& graph, int fiber, LocationId location, Order order) {
    Collect(graph, fiber, location,
            [&](std::uint64_t, std::uint32_t p) { return !graph.Taken(location, p); });
    if (graph.has_seq_cst()) [[unlikely]]
      KeepPscOfUpdates(graph, fiber, location, order);
  }
  // Writes that a store may go right after: at least one.
  void ToWrite(Graph& graph, int fiber, LocationId location, Order order) {
    Collect(graph, fiber, location,
            [&](std::uint64_t, std::uint32_t p) { return !graph.Taken(location, p); });
    if (graph.has_seq_cst()) [[unlikely]]
      KeepPscOfWrites(graph, fiber, location, order);
  }
  // Writes whose value satisfies `until`, to be read or (update) replaced: maybe none.
  template <class Until>
  [[gnu::always_inline]] void ToAwait(Graph& graph, int fiber, LocationId location, Order order,
                                      const Until& until, bool update) {
    Collect(graph, fiber, location, [&](std::uint64_t value, std::uint32_t p) {
      return until(value) && !(update && graph.Taken(location, p));
    });
    if (!graph.has_axiom()) [[likely]]
      return;
    update ? KeepPscOfUpdates(graph, fiber, location, order)
           : KeepPscOfReads(graph, fiber, location, order);
  }
  // Writes that a conditional update may read: to replace it where `when` holds (which a strong one
  // must be able to), else just to read.
  template <class When>
  void ToUpdateIf(Graph& graph, int fiber, LocationId location, Order success, Order failure,
                  const When& when, bool weak) {
    Collect(graph, fiber, location, [&](std::uint64_t value, std::uint32_t p) {
      return weak || !when(value) || !graph.Taken(location, p);
    });
    if (!graph.has_seq_cst()) [[likely]]
      return;
    Keep([&](std::uint32_t p) {
      const bool holds = when(graph.value(location, p));
      return (holds && !graph.Taken(location, p) &&
              graph.UpdateKeepsPsc(fiber, location, success, p)) ||
             ((weak || !holds) && graph.ReadKeepsPsc(fiber, location, failure, p));
    });
  }

 private:
  // One walk from the newest write down to the co-latest one that the fiber knows of.
  template <class Allowed>
  [[gnu::always_inline]] void Collect(const Graph& graph, int fiber, LocationId location,
                                      Allowed allowed) {
    const CoList& co = graph.location(location).co;
    const EventId* const ids = co.begin();
    std::uint32_t p = co.size();
    if (places_.size() < p) [[unlikely]]
      places_.resize(2 * p);
    std::uint32_t* next = places_.data();
    do {
      --p;
      if (allowed(graph.event(ids[p]).value, p)) *next++ = p;
    } while (!graph.Known(fiber, ids[p]) && !graph.only_newest());
    size_ = static_cast<std::uint32_t>(next - places_.data());
  }
  template <class Test>
  void Keep(Test keep) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (keep(places_[i])) places_[kept++] = places_[i];
    }
    size_ = kept;
  }
  void KeepPscOfReads(Graph& graph, int fiber, LocationId location, Order order);
  void KeepPscOfUpdates(Graph& graph, int fiber, LocationId location, Order order);
  void KeepPscOfWrites(Graph& graph, int fiber, LocationId location, Order order);

  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(16);
  std::uint32_t size_ = 0;
};

}  // namespace sim

#endif  // SIM_MEMORY_CANDIDATES_H_
