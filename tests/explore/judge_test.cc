// The search as it is has nothing held against it. With faults: seeded/.
#include "tests/explore/judge.h"

#include "gtest/gtest.h"

TEST(Judges, HaveNoObjection) { EXPECT_EQ(judge::Objection(), ""); }
