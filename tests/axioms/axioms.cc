#include "tests/axioms/axioms.h"

#include "tests/axioms/relation.h"

namespace axioms {
namespace {

bool Releases(Mode m) { return m == Mode::kRelease || m == Mode::kAcqRel || m == Mode::kSeqCst; }
bool Acquires(Mode m) { return m == Mode::kAcquire || m == Mode::kAcqRel || m == Mode::kSeqCst; }

// The sets and relations of the paper's section 3, by their names there (po is its sb, co its mo,
// fr its rb).
class Relations {
 public:
  Relations(const Execution& execution, Model model)
      : x(execution),
        n(x.size()),
        R(Where([](const Event& e) { return e.kind == Kind::kRead; })),
        W(Where([](const Event& e) { return e.kind == Kind::kWrite || e.kind == Kind::kInit; })),
        F(Where([](const Event& e) { return e.kind == Kind::kFence; })),
        atomic(Where([](const Event& e) { return e.mode != Mode::kPlain; })),
        sc(Where([](const Event& e) { return e.mode == Mode::kSeqCst; })),
        rel(model == Model::kSc ? atomic : Where([](const Event& e) { return Releases(e.mode); })),
        acq(model == Model::kSc ? atomic : Where([](const Event& e) { return Acquires(e.mode); })),
        po(Po()),
        asw(Asw()),
        loc(Loc()),
        rmw(Rmw()),
        rf(Rf()),
        co(Co()),
        fr(Inverse(rf) * co),
        eco(Plus(rf | co | fr)),
        hb(Plus(po | asw | Sw())) {}

  const Execution& x;
  const int n;
  const Set R, W, F, atomic, sc, rel, acq;
  const Relation po, asw, loc, rmw, rf, co, fr, eco, hb;

 private:
  template <class Predicate>
  Set Where(const Predicate& holds) const {
    return Set::Where(n, [&](int e) { return holds(x.event(e)); });
  }
  template <class Predicate>
  Relation WhereBoth(const Predicate& holds) const {
    return Relation::Where(n, [&](int a, int b) { return holds(x.event(a), x.event(b)); });
  }

  // Initial writes come before everything else.
  Relation Po() const {
    return Relation::Where(n, [this](int a, int b) {
      const Event& first = x.event(a);
      const Event& second = x.event(b);
      if (second.kind == Kind::kInit) return false;
      return first.kind == Kind::kInit || (first.fiber == second.fiber && a < b);
    });
  }
  Relation Asw() const {
    return WhereBoth([](const Event& a, const Event& b) {
      return (a.kind == Kind::kCreate && b.kind == Kind::kStart && a.other == b.fiber) ||
             (a.kind == Kind::kEnd && b.kind == Kind::kJoin && a.fiber == b.other);
    });
  }
  Relation Loc() const {
    return WhereBoth(
        [](const Event& a, const Event& b) { return a.location >= 0 && a.location == b.location; });
  }
  // From an update's read to its write: the next event of the fiber.
  Relation Rmw() const {
    Relation out(n);
    for (int a = 0; a < n; ++a) {
      if (!R.Has(a) || !x.event(a).update) continue;
      int b = a + 1;
      while (x.event(b).fiber != x.event(a).fiber) ++b;
      out.Add(a, b);
    }
    return out;
  }
  Relation Rf() const {
    Relation out(n);
    for (int r = 0; r < n; ++r) {
      if (R.Has(r)) out.Add(x.event(r).rf, r);
    }
    return out;
  }
  Relation Co() const {
    Relation out(n);
    for (const std::vector<int>& writes : x.co) {
      for (std::size_t i = 0; i < writes.size(); ++i) {
        for (std::size_t j = i + 1; j < writes.size(); ++j) out.Add(writes[i], writes[j]);
      }
    }
    return out;
  }
  // sw = [rel] ; ([F];po)? ; rs ; rf ; [R at least rlx] ; (po;[F])? ; [acq]
  Relation Sw() const {
    const Relation rs = Id(W & atomic) * Star(rf * rmw);
    return Id(rel) * Maybe(Id(F) * po) * rs * rf * Id(R & atomic) * Maybe(po * Id(F)) * Id(acq);
  }
};

// --- the axioms ---

bool Coherence(const Relations& g) { return Irreflexive(g.hb * Maybe(g.eco)); }

bool Atomicity(const Relations& g) { return Empty(g.rmw & (g.fr * g.co)); }

bool NoThinAir(const Relations& g) { return Acyclic(g.po | g.asw | g.rf); }

bool Psc(const Relations& g) {
  const Relation sc = Id(g.sc);
  const Relation sc_fence = Id(g.sc & g.F);
  if (Empty(sc)) return true;
  const Relation po_elsewhere = g.po - g.loc;
  const Relation scb = g.po | po_elsewhere * g.hb * po_elsewhere | (g.hb & g.loc) | g.co | g.fr;
  const Relation psc_base = (sc | sc_fence * Maybe(g.hb)) * scb * (sc | Maybe(g.hb) * sc_fence);
  const Relation psc_fence = sc_fence * (g.hb | g.hb * g.eco * g.hb) * sc_fence;
  return Acyclic(psc_base | psc_fence);
}

bool SequentialConsistency(const Relations& g) {
  return Acyclic(g.po | g.asw | g.rf | g.co | g.fr);
}

struct Axiom {
  const char* name;
  bool (*holds)(const Relations&);
};

std::vector<Axiom> AxiomsOf(Model model) {
  if (model == Model::kSc) return {{"sc", &SequentialConsistency}, {"atomicity", &Atomicity}};
  return {{"coherence", &Coherence},
          {"atomicity", &Atomicity},
          {"no thin air", &NoThinAir},
          {"psc", &Psc}};
}

}  // namespace

std::vector<std::string> Violated(const Execution& execution, Model model) {
  const Relations relations(execution, model);
  std::vector<std::string> out;
  for (const Axiom& axiom : AxiomsOf(model)) {
    if (!axiom.holds(relations)) out.emplace_back(axiom.name);
  }
  return out;
}

std::string WhyInconsistent(const Execution& execution, Model model) {
  std::string why = WhyMalformed(execution);
  if (!why.empty()) return why;
  const Relations relations(execution, model);
  for (const Axiom& axiom : AxiomsOf(model)) {
    if (!axiom.holds(relations)) return axiom.name;
  }
  return "";
}

bool HasRace(const Execution& execution, Model model) {
  const Relations g(execution, model);
  const Relation conflict = Relation::Where(g.n, [&g](int a, int b) {
    return g.loc.Has(a, b) && g.x.event(a).fiber != g.x.event(b).fiber &&
           (g.W.Has(a) || g.W.Has(b)) && !(g.atomic.Has(a) && g.atomic.Has(b));
  });
  return !Empty(conflict - g.hb - Inverse(g.hb));
}

}  // namespace axioms
