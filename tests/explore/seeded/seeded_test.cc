// The judges are judged: this program is linked with an exhaustive search that has a fault.
#include "gtest/gtest.h"
#include "tests/explore/judge.h"

TEST(SeededFault, IsFoundByAJudge) {
  const std::string objection = judge::Objection();
  EXPECT_NE(objection, "");
  RecordProperty("objection", objection);
}
