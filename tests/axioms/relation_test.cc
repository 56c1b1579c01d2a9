#include "tests/axioms/relation.h"

#include "gtest/gtest.h"

namespace axioms {
namespace {

// More events than a word has bits.
constexpr int kEvents = 130;

bool Same(const Relation& a, const Relation& b) { return Empty(a - b) && Empty(b - a); }

// 0 -> 1 -> ... -> kEvents - 1
Relation Chain() {
  return Relation::Where(kEvents, [](int a, int b) { return a + 1 == b; });
}
Relation Less() {
  return Relation::Where(kEvents, [](int a, int b) { return a < b; });
}

TEST(Relation, ComposesStepByStep) {
  const Relation two = Relation::Where(kEvents, [](int a, int b) { return a + 2 == b; });
  EXPECT_TRUE(Same(Chain() * Chain(), two));
  EXPECT_TRUE(Same(Chain() * Inverse(Chain()),
                   Id(Set::Where(kEvents, [](int e) { return e < kEvents - 1; }))));
  EXPECT_TRUE(Empty(Chain() * Relation(kEvents)));
}

TEST(Relation, ClosesUnderComposition) {
  EXPECT_TRUE(Same(Plus(Chain()), Less()));
  EXPECT_TRUE(Same(Star(Chain()), Maybe(Less())));
  EXPECT_FALSE(Same(Plus(Chain()), Star(Chain())));
}

TEST(Relation, IsASetOfPairs) {
  const Relation all = Relation::Where(kEvents, [](int, int) { return true; });
  const Set any = Set::Where(kEvents, [](int) { return true; });
  EXPECT_TRUE(Same(all, Less() | Inverse(Less()) | Id(any)));
  EXPECT_TRUE(Same(Less() & Chain(), Chain()));
  EXPECT_TRUE(Empty(Chain() - Less()));
  EXPECT_TRUE(Empty(Less() & Inverse(Less())));
  EXPECT_FALSE(Empty(Chain()));
}

TEST(Relation, IsRestrictedByTheIdentityOnASet) {
  const Set even = Set::Where(kEvents, [](int e) { return e % 2 == 0; });
  const Set small = Set::Where(kEvents, [](int e) { return e < 10; });
  const Relation r = Id(even) * Chain() * Id(small);
  EXPECT_TRUE(Same(r, Relation::Where(kEvents, [](int a, int b) {
                     return a + 1 == b && a % 2 == 0 && b < 10;
                   })));
  EXPECT_TRUE(Same(Id(even & small), Id(even) & Id(small)));
  EXPECT_TRUE(Same(Id(even | small), Id(even) | Id(small)));
}

TEST(Relation, KnowsItsCycles) {
  Relation ring = Chain();
  EXPECT_TRUE(Irreflexive(ring));
  EXPECT_TRUE(Acyclic(ring));
  ring.Add(kEvents - 1, 0);
  EXPECT_TRUE(Irreflexive(ring));
  EXPECT_FALSE(Acyclic(ring));
  ring.Add(70, 70);
  EXPECT_FALSE(Irreflexive(ring));
}

}  // namespace
}  // namespace axioms
