// Sets of events and relations between them, with the operators that papers on memory models use:
//
//   here                  there
//   a | b, a & b, a - b   union, intersection, difference
//   a * b                 a ; b   (composition)
//   Id(s)                 [s]     (the identity on a set)
//   Maybe(a)              a?      (or nothing)
//   Plus(a)               a+      (once or more)
//   Star(a)               a*
//   Inverse(a)            a^-1
//
// so that `Id(w) * rf * Id(r)` reads as [W];rf;[R]. Operands are over the same events.
#ifndef TESTS_AXIOMS_RELATION_H_
#define TESTS_AXIOMS_RELATION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace axioms {

// A set of the events 0 to n - 1.
class Set {
 public:
  explicit Set(int n) : in_(static_cast<std::size_t>(n)) {}
  // The events that `holds(event)` is true of.
  template <class Predicate>
  static Set Where(int n, const Predicate& holds) {
    Set s(n);
    for (int e = 0; e < n; ++e) s.in_[static_cast<std::size_t>(e)] = holds(e);
    return s;
  }

  int n() const { return static_cast<int>(in_.size()); }
  bool Has(int event) const { return in_[static_cast<std::size_t>(event)]; }

  friend Set operator&(const Set& a, const Set& b) {
    return Where(a.n(), [&](int e) { return a.Has(e) && b.Has(e); });
  }
  friend Set operator|(const Set& a, const Set& b) {
    return Where(a.n(), [&](int e) { return a.Has(e) || b.Has(e); });
  }

 private:
  std::vector<bool> in_;
};

// A set of pairs of the events 0 to n - 1: a matrix of bits, a row per first event.
class Relation {
 public:
  explicit Relation(int n)
      : n_(n), words_((static_cast<std::size_t>(n) + 63) / 64), bits_(words_ * Index(n)) {}
  // The pairs that `holds(first, second)` is true of.
  template <class Predicate>
  static Relation Where(int n, const Predicate& holds) {
    Relation r(n);
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        if (holds(a, b)) r.Add(a, b);
      }
    }
    return r;
  }

  int n() const { return n_; }
  void Add(int a, int b) { Row(a)[Index(b) / 64] |= std::uint64_t{1} << (b % 64); }
  bool Has(int a, int b) const { return (Row(a)[Index(b) / 64] >> (b % 64) & 1) != 0; }

  friend Relation operator|(Relation a, const Relation& b) {
    for (std::size_t i = 0; i < a.bits_.size(); ++i) a.bits_[i] |= b.bits_[i];
    return a;
  }
  friend Relation operator&(Relation a, const Relation& b) {
    for (std::size_t i = 0; i < a.bits_.size(); ++i) a.bits_[i] &= b.bits_[i];
    return a;
  }
  friend Relation operator-(Relation a, const Relation& b) {
    for (std::size_t i = 0; i < a.bits_.size(); ++i) a.bits_[i] &= ~b.bits_[i];
    return a;
  }
  friend Relation operator*(const Relation& a, const Relation& b) {
    Relation out(a.n_);
    for (int x = 0; x < a.n_; ++x) {
      for (std::size_t word = 0; word < a.words_; ++word) {
        for (std::uint64_t left = a.Row(x)[word]; left != 0; left &= left - 1) {
          out.Unite(x, b.Row(static_cast<int>(64 * word) + __builtin_ctzll(left)));
        }
      }
    }
    return out;
  }
  friend Relation Plus(Relation a) {
    for (int via = 0; via < a.n_; ++via) {
      for (int x = 0; x < a.n_; ++x) {
        if (a.Has(x, via)) a.Unite(x, a.Row(via));
      }
    }
    return a;
  }

  friend bool Empty(const Relation& a) {
    return std::all_of(a.bits_.begin(), a.bits_.end(), [](std::uint64_t w) { return w == 0; });
  }

 private:
  static std::size_t Index(int i) { return static_cast<std::size_t>(i); }
  std::uint64_t* Row(int a) { return bits_.data() + Index(a) * words_; }
  const std::uint64_t* Row(int a) const { return bits_.data() + Index(a) * words_; }
  void Unite(int a, const std::uint64_t* row) {
    for (std::size_t word = 0; word < words_; ++word) Row(a)[word] |= row[word];
  }

  int n_;
  std::size_t words_;  // of a row
  std::vector<std::uint64_t> bits_;
};

inline Relation Id(const Set& s) {
  Relation out(s.n());
  for (int e = 0; e < s.n(); ++e) {
    if (s.Has(e)) out.Add(e, e);
  }
  return out;
}

inline Relation Maybe(Relation a) {
  for (int e = 0; e < a.n(); ++e) a.Add(e, e);
  return a;
}

inline Relation Star(Relation a) { return Maybe(Plus(std::move(a))); }

inline Relation Inverse(const Relation& a) {
  return Relation::Where(a.n(), [&a](int x, int y) { return a.Has(y, x); });
}

inline bool Irreflexive(const Relation& a) {
  for (int e = 0; e < a.n(); ++e) {
    if (a.Has(e, e)) return false;
  }
  return true;
}

inline bool Acyclic(const Relation& a) { return Irreflexive(Plus(a)); }

}  // namespace axioms

#endif  // TESTS_AXIOMS_RELATION_H_
