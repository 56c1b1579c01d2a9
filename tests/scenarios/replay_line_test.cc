// The replay line: written and read back.

#include "scenarios/replay_line.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using sim::ChoiceKind;

class ReplayLines : public testing::Test {
 protected:
  Case Subject(const std::string& scenario) const {
    return CaseOf(**FindScenario(catalog_, scenario));
  }
  const Catalog catalog_ = Demos();
};

TEST_F(ReplayLines, OnlyWhatDiffersIsWritten) {
  Case subject = Subject("demo/message_passing");
  EXPECT_EQ(ReplayLine({subject, {}}), "demo/message_passing#t1:");
  subject.values["messages"] = 3;
  EXPECT_EQ(CaseText(subject), "demo/message_passing?messages=3");
  subject.mutant = *FindMutant(catalog_, *subject.scenario, "102");
  subject.memory = sim::Memory::kSc;
  subject.faults = 0;
  EXPECT_EQ(CaseText(subject),
            "demo/message_passing?messages=3&mutant=relaxed-receive&memory=sc&faults=0");
  EXPECT_EQ(ReplayLine({Subject("demo/bank"), {}, sim::Points::kEverywhere}),
            "demo/bank?points=everywhere#t1:");
}

TEST_F(ReplayLines, AreReadBack) {
  Replayable before{
      Subject("demo/message_passing"),
      {{ChoiceKind::kFiber, 3, 1}, {ChoiceKind::kFiber, 3, 1}, {ChoiceKind::kRead, 2, 0}}};
  before.subject.values["messages"] = 8;
  before.subject.memory = sim::Memory::kSc;
  before.subject.faults = 4'294'967'295u;
  before.points = sim::Points::kEverywhere;
  for (const std::string& text :
       {ReplayLine(before), ScheduleText(before), "see: " + ReplayCommand(before) + " and more"}) {
    SCOPED_TRACE(text);
    const auto after = ParseReplayFile(catalog_, text);
    ASSERT_TRUE(after.ok()) << after.status().message();
    EXPECT_EQ(ReplayLine(*after), ReplayLine(before));
    EXPECT_EQ(after->subject.values, before.subject.values);
    EXPECT_EQ(after->tape, before.tape);
    EXPECT_EQ(after->points, before.points);
  }
}

TEST_F(ReplayLines, AMutantMayBeGivenByNumberAndNamesInAnyOrder) {
  const auto read = ParseReplayLine(catalog_, "demo/message_passing?mutant=101&messages=1#t1:");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(CaseText(read->subject), "demo/message_passing?messages=1&mutant=relaxed-publish");
}

}  // namespace
}  // namespace scenarios
