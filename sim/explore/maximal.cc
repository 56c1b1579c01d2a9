#include "sim/explore/maximal.h"

#include <algorithm>

namespace sim {

EventId Revisitable::Floor() const {
  EventId floor = g_.size();
  for (int f = 0; f < g_.fibers(); ++f) {
    const EventId first = g_.At(f, past_[f]);
    if (first != kNoEvent) floor = std::min(floor, first);
  }
  return floor;
}

bool Revisitable::Coherent(EventId read) const {
  if (write_.newer >= co_.size()) return true;
  const Event& e = g_.event(read);
  const View& before = g_.HbBefore(e.fiber, e.pos);
  for (std::uint32_t p = co_.size(); p-- > write_.newer;) {
    if (g_.Known(before, co_[p])) return false;
  }
  return true;
}

EventId Revisitable::OlderOfClass(EventId read) const {
  const Event& e = g_.event(read);
  const Request& request = canon_.RequestOf(read);
  const View& before = g_.HbBefore(e.fiber, e.pos);
  const int c = request.Class(write_.value);
  for (std::uint32_t p = write_.place; p-- > 0;) {
    if (Kept(co_[p], read) && request.Class(g_.event(co_[p]).value) == c) return co_[p];
    if (g_.Known(before, co_[p])) break;
  }
  return kNoEvent;
}

bool Revisitable::AddedMaximally(EventId read) {
  // Each place of a write counts once: in the smaller graph.
  if (!write_.exclusive && write_.newer < co_.size() && !Kept(co_[write_.newer], read))
    return false;
  auto kept = [&](EventId id) { return Kept(id, read); };
  while (checked_ > read) {
    const EventId id = checked_ - 1;
    if (id == write_.id || InPast(id)) {
      --checked_;
      continue;
    }
    const Event& e = g_.event(id);
    if (!e.added_max) return false;
    if ((e.is_read() || e.is_write()) && !canon_.TookTheFirst(id, write_.id, kept)) return false;
    // A read that was itself revisited, by something that is dropped with it.
    if (e.is_read() && e.rf > id && !Kept(e.rf, read)) return false;
    --checked_;
  }
  return true;
}

}  // namespace sim
