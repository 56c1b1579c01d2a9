#include "sim/explore/maximal.h"

namespace sim {
namespace {

bool Kept(const Repeat& run, const Revisit& v, int stamp) {
  const KeptEvent& event = run.kept().events[stamp];
  return stamp <= v.read || v.past->Contains(event.fiber, event.pos);
}

// Whether the event took what it would take first among what is kept: no kept write but the
// revisiting one lies after it in coherence order, of those that it could take.
bool TookTheNewest(const Repeat& run, const Revisit& v, int stamp) {
  const KeptEvent& event = run.kept().events[stamp];
  const Graph& graph = run.graph();
  const CoList& co = graph.location(event.location).co;
  const bool read = event.kind == EventKind::kRead;
  const EventId own = run.IdOf(stamp);
  const EventId start = read ? graph.event(own).rf : own;
  for (std::uint32_t p = co.size(); co[--p] != start;) {
    const int other = run.StampOf(co[p]);
    if (other == kNoStamp || other == v.write || !Kept(run, v, other)) continue;
    if (!read || event.Allows(graph.event(co[p]).value)) return false;
  }
  // A read that was itself revisited, by something that is dropped with it.
  return !read || event.rf <= stamp || Kept(run, v, event.rf);
}

}  // namespace

bool Coherent(const Repeat& run, int read, std::uint32_t place) {
  const KeptEvent& event = run.kept().events[read];
  const View before = run.HbBefore(event.fiber, event.pos);
  const CoList& co = run.graph().location(event.location).co;
  for (std::uint32_t p = co.size(); p-- > place + 1;) {
    if (run.graph().Known(before, co[p])) return false;
  }
  return true;
}

bool AddedMaximally(const Repeat& run, const Revisit& v) {
  const KeptGraph& kept = run.kept();
  if (v.write != kNoStamp && !v.exclusive) {
    // Each place of the write counts once: in the smaller graph.
    const CoList& co = run.graph().location(kept.events[v.write].location).co;
    const int after = v.place + 1 < co.size() ? run.StampOf(co[v.place + 1]) : kNoStamp;
    if (after != kNoStamp && !Kept(run, v, after)) return false;
  }
  for (int e = v.read; e < kept.size(); ++e) {
    if (!run.Has(e) || e == v.write || (e != v.read && Kept(run, v, e))) continue;
    const KeptEvent& event = kept.events[e];
    if (!event.added_max) return false;
    const bool access = event.kind == EventKind::kRead || event.kind == EventKind::kWrite;
    if (access && !TookTheNewest(run, v, e)) return false;
  }
  return true;
}

}  // namespace sim
