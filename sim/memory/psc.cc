#include "sim/memory/psc.h"

#include <cstdint>
#include <vector>

#include "sim/memory/graph.h"

namespace sim {
namespace {

// A set of events, and a relation as a set of successors per event.
class Set {
 public:
  explicit Set(EventId n) : words_((static_cast<std::size_t>(n) + 63) / 64) {}
  void Add(EventId i) { words_[Word(i)] |= std::uint64_t{1} << (i % 64); }
  bool Has(EventId i) const { return (words_[Word(i)] >> (i % 64) & 1) != 0; }
  void Unite(const Set& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }

 private:
  static std::size_t Word(EventId i) { return static_cast<std::size_t>(i) / 64; }
  std::vector<std::uint64_t> words_;
};
using Relation = std::vector<Set>;

// The successors of a whole set: the set after one more step along `r`.
Set Image(const Set& from, const Relation& r) {
  const auto n = static_cast<EventId>(r.size());
  Set to(n);
  for (EventId i = 0; i < n; ++i) {
    if (from.Has(i)) to.Unite(r[i]);
  }
  return to;
}

class Psc {
 public:
  explicit Psc(const Graph& graph)
      : g_(graph), n_(graph.size()), eco_key_(static_cast<std::size_t>(n_), 0) {
    for (LocationId l = 0; l < g_.locations(); ++l) {
      const CoList& co = g_.location(l).co;
      for (std::uint32_t p = 1; p < co.size(); ++p) eco_key_[co[p]] = 2 * p;
    }
    for (EventId e = 0; e < n_; ++e) {
      const Event& read = g_.event(e);
      // What stands before all, an initial write, has no place in psc itself.
      if (read.is_read()) eco_key_[e] = read.rf < 0 ? 1 : eco_key_[read.rf] + 1;
    }
    Build();
  }

  bool Acyclic() const {
    Relation psc(n_, Set(n_));
    for (EventId x = 0; x < n_; ++x) {
      if (g_.event(x).order.seq_cst()) psc[x] = From(x);
    }
    std::vector<char> state(n_, 0);
    for (EventId x = 0; x < n_; ++x) {
      if (g_.event(x).order.seq_cst() && state[x] == 0 && OnCycle(x, psc, state)) return false;
    }
    return true;
  }

 private:
  bool Fence(EventId e) const { return g_.event(e).kind == EventKind::kFence; }
  bool Access(EventId e) const { return g_.event(e).is_read() || g_.event(e).is_write(); }
  bool SameLocation(EventId a, EventId b) const {
    return Access(a) && Access(b) && g_.event(a).location == g_.event(b).location;
  }
  bool Hb(EventId a, EventId b) const {
    const Event& e = g_.event(a);
    return a != b && g_.hb(b).Contains(e.fiber, e.pos);
  }
  // eco = (rf | co | fr)+: along one location, writes by co and each read just after its source.
  bool Eco(EventId a, EventId b) const { return SameLocation(a, b) && eco_key_[a] < eco_key_[b]; }

  void Build() {
    hb_.assign(n_, Set(n_));
    hb_or_equal_.assign(n_, Set(n_));
    eco_.assign(n_, Set(n_));
    scb_.assign(n_, Set(n_));
    Relation po_elsewhere(n_, Set(n_));  // po to another location
    for (EventId a = 0; a < n_; ++a) {
      hb_or_equal_[a].Add(a);
      for (EventId b = 0; b < n_; ++b) {
        const bool hb = Hb(a, b);
        const bool po = hb && g_.event(a).fiber == g_.event(b).fiber;
        const bool eco = Eco(a, b);
        if (hb) hb_[a].Add(b);
        if (hb) hb_or_equal_[a].Add(b);
        if (eco) eco_[a].Add(b);
        if (po && !SameLocation(a, b)) po_elsewhere[a].Add(b);
        const bool co_or_fr = eco && g_.event(b).is_write();
        if (po || co_or_fr || (hb && SameLocation(a, b))) scb_[a].Add(b);
      }
    }
    // A fiber's start lies between its creation and all that it does, its end between that and
    // where it is joined. They are no events here, but po leads from and to them.
    Relation started(static_cast<std::size_t>(n_), Set(n_));
    Relation ended(static_cast<std::size_t>(n_), Set(n_));
    for (EventId c = 0; c < n_; ++c) {
      const Event& e = g_.event(c);
      for (EventId b = 0; b < n_; ++b) {
        const int f = g_.event(b).fiber;
        if (e.kind == EventKind::kCreate && e.value == static_cast<std::uint64_t>(f)) {
          started[c].Add(b);
        }
        if (e.kind == EventKind::kJoin && (e.value >> f & 1) != 0) ended[b].Add(c);
      }
    }
    for (EventId a = 0; a < n_; ++a) {
      Set elsewhere = Image(po_elsewhere[a], hb_);
      Set to_start = Image(po_elsewhere[a], hb_or_equal_);
      const Set joined = Image(ended[a], hb_or_equal_);
      elsewhere.Unite(joined);
      to_start.Unite(joined);
      scb_[a].Unite(Image(elsewhere, po_elsewhere));
      scb_[a].Unite(Image(to_start, started));
    }
  }

  // The seq_cst events that psc puts right after `x`.
  Set From(EventId x) const {
    Set start(n_);
    start.Add(x);
    if (Fence(x)) start.Unite(hb_[x]);
    const Set after = Image(start, scb_);
    const Set before_fences = Image(after, hb_or_equal_);
    Set fence_order(n_);
    if (Fence(x)) {
      fence_order.Unite(hb_[x]);
      fence_order.Unite(Image(Image(hb_[x], eco_), hb_));
    }
    Set out(n_);
    for (EventId y = 0; y < n_; ++y) {
      if (!g_.event(y).order.seq_cst()) continue;
      if (after.Has(y) || (Fence(y) && (before_fences.Has(y) || fence_order.Has(y)))) out.Add(y);
    }
    return out;
  }

  // Depth first; state 1 = on the path, 2 = done.
  bool OnCycle(EventId x, const Relation& psc, std::vector<char>& state) const {
    state[x] = 1;
    for (EventId y = 0; y < n_; ++y) {
      if (!psc[x].Has(y)) continue;
      if (state[y] == 1 || (state[y] == 0 && OnCycle(y, psc, state))) return true;
    }
    state[x] = 2;
    return false;
  }

  const Graph& g_;
  const EventId n_;
  std::vector<std::size_t> eco_key_;
  Relation hb_, hb_or_equal_, eco_, scb_;
};

}  // namespace

bool PscIsAcyclic(const Graph& graph) { return Psc(graph).Acyclic(); }

}  // namespace sim
