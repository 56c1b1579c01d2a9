#include "sim/explore/kept_graph.h"

#include <algorithm>
#include <cstring>

namespace sim {

bool KeptEvent::Remember(const ReadRequest& request) {
  conditional = request.conditional;
  operand = request.operand;
  always_writes = request.modify != nullptr;
  if (request.until == nullptr) return true;
  if (request.until->bytes == 0 || request.until->bytes > context.size()) return false;
  holds = request.until->holds;
  std::memcpy(context.data(), request.until->context, request.until->bytes);
  return true;
}

KeptEvent KeepEvent(const Event& event, int rf) {
  const bool access = event.is_read() || event.is_write();
  KeptEvent kept;
  kept.fiber = event.fiber;
  kept.pos = event.pos;
  kept.kind = event.kind;
  kept.location = access ? event.location : 0;
  kept.rf = rf;
  kept.value = access ? 0 : static_cast<int>(event.value);
  kept.exclusive = event.exclusive;
  return kept;
}

void KeptGraph::Cut(int stamp) {
  events.resize(static_cast<std::size_t>(stamp));
  for (std::vector<int>& writes : co) std::erase_if(writes, [stamp](int w) { return w >= stamp; });
}

int KeptGraph::Rank(int write) const {
  if (write == kInitialWrite) return -1;
  const std::vector<int>& writes = co[events[write].location];
  return static_cast<int>(std::find(writes.begin(), writes.end(), write) - writes.begin());
}

void KeptGraph::PlaceAfter(int write, int before) {
  const LocationId location = events[write].location;
  if (co.size() <= location) co.resize(location + 1);
  std::vector<int>& writes = co[location];
  std::erase(writes, write);
  writes.insert(writes.begin() + Rank(before) + 1, write);
}

int KeptGraph::Before(int fiber, int pos) const {
  for (int e = 0; e < size(); ++e) {
    const bool found = pos > 0 ? events[e].fiber == fiber && events[e].pos == pos - 1
                               : events[e].kind == EventKind::kCreate && events[e].value == fiber;
    if (found) return e;
  }
  return kNoStamp;
}

std::vector<bool> KeptGraph::Past(int stamp, int instead) const {
  std::vector<bool> past(events.size());
  std::vector<int> todo;
  auto need = [&](int e) {
    if (e < 0 || past[e]) return;
    past[e] = true;
    todo.push_back(e);
  };
  need(stamp);
  while (!todo.empty()) {
    const int e = todo.back();
    todo.pop_back();
    const KeptEvent& event = events[e];
    need(Before(event.fiber, event.pos));
    if (event.kind == EventKind::kRead) {
      need(e == stamp && instead != kNoStamp ? instead : event.rf);
    }
    if (event.kind == EventKind::kJoin) {
      for (int end = 0; end < size(); ++end) {
        if (events[end].kind == EventKind::kEnd && events[end].fiber == event.value) need(end);
      }
    }
  }
  return past;
}

KeptGraph KeptGraph::Restrict(const std::vector<bool>& keep, std::vector<int>& renamed) const {
  KeptGraph out;
  renamed.assign(events.size(), kNoStamp);
  for (int e = 0; e < size(); ++e) {
    if (!keep[e]) continue;
    renamed[e] = out.size();
    out.events.push_back(events[e]);
  }
  // A source may have a later stamp than its read, and may have been dropped.
  for (KeptEvent& event : out.events) {
    if (event.kind == EventKind::kRead && event.rf >= 0) event.rf = renamed[event.rf];
  }
  out.co.resize(co.size());
  for (std::size_t l = 0; l < co.size(); ++l) {
    for (const int write : co[l]) {
      if (keep[write]) out.co[l].push_back(renamed[write]);
    }
  }
  return out;
}

}  // namespace sim
