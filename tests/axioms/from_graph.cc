#include "tests/axioms/from_graph.h"

#include <cstddef>
#include <vector>

namespace axioms {
namespace {

Mode ModeOf(sim::Order order) {
  if (order.plain()) return Mode::kPlain;
  if (order.seq_cst()) return Mode::kSeqCst;
  if (order.acquire() && order.release()) return Mode::kAcqRel;
  if (order.acquire()) return Mode::kAcquire;
  return order.release() ? Mode::kRelease : Mode::kRelaxed;
}

Kind KindOf(sim::EventKind kind) {
  switch (kind) {
    case sim::EventKind::kInit:
      return Kind::kInit;
    case sim::EventKind::kRead:
      return Kind::kRead;
    case sim::EventKind::kWrite:
      return Kind::kWrite;
    case sim::EventKind::kFence:
      return Kind::kFence;
    case sim::EventKind::kCreate:
      return Kind::kCreate;
    case sim::EventKind::kJoin:
      return Kind::kJoin;
    case sim::EventKind::kChoice:
    case sim::EventKind::kNever:
      break;
  }
  return Kind::kOther;
}

// All but rf.
Event Translated(const sim::Event& e) {
  Event out{.kind = KindOf(e.kind), .fiber = e.fiber, .mode = ModeOf(e.order)};
  if (e.is_read() || e.is_write()) {
    out.location = static_cast<int>(e.location);
    out.update = e.exclusive;
    out.value = e.value;
  }
  if (out.kind == Kind::kCreate) out.other = static_cast<int>(e.value);
  return out;
}

// A join of the graph is one of several fibers, whose ends are no events there.
void Add(const sim::Event& join, const sim::Graph& graph, Execution& x) {
  for (int f = 0; f < graph.fibers(); ++f) {
    if ((join.value >> f & 1) == 0) continue;
    if (graph.position(f) == 0) x.events.push_back({.kind = Kind::kStart, .fiber = f});
    x.events.push_back({.kind = Kind::kEnd, .fiber = f});
    x.events.push_back({.kind = Kind::kJoin, .fiber = join.fiber, .other = f});
  }
}

}  // namespace

Execution FromGraph(const sim::Graph& graph) {
  Execution x;
  const auto count = static_cast<std::size_t>(graph.size());
  auto event = [&graph](std::size_t i) -> const sim::Event& {
    return graph.event(static_cast<sim::EventId>(i));
  };
  for (sim::LocationId l = 0; l < graph.locations(); ++l) {
    const sim::Event& init = graph.event(graph.location(l).co[0]);
    x.events.push_back({.kind = Kind::kInit, .location = static_cast<int>(l), .value = init.value});
  }
  // Where an event of the graph is in `x`: initial writes by location, then fibers by position.
  std::vector<std::vector<int>> at(static_cast<std::size_t>(graph.fibers()));
  for (std::size_t i = 0; i < count; ++i) {
    const sim::Event& e = event(i);
    if (e.kind == sim::EventKind::kInit) continue;
    if (e.pos == 0) x.events.push_back({.kind = Kind::kStart, .fiber = e.fiber});
    at[e.fiber].push_back(x.size());
    if (e.kind == sim::EventKind::kJoin) {
      Add(e, graph, x);
    } else {
      x.events.push_back(Translated(e));
    }
  }
  auto index = [&](const sim::Event& e) {
    return e.kind == sim::EventKind::kInit ? static_cast<int>(e.location)
                                           : at[e.fiber][static_cast<std::size_t>(e.pos)];
  };
  // A source may have been added after its read.
  for (std::size_t i = 0; i < count; ++i) {
    if (event(i).is_read()) {
      x.events[static_cast<std::size_t>(index(event(i)))].rf = index(graph.event(event(i).rf));
    }
  }
  x.co.resize(graph.locations());
  for (sim::LocationId l = 0; l < graph.locations(); ++l) {
    for (const auto id : graph.location(l).co) x.co[l].push_back(index(graph.event(id)));
  }
  return x;
}

Model ModelOf(sim::Memory memory) { return memory == sim::Memory::kSc ? Model::kSc : Model::kRc11; }

}  // namespace axioms
