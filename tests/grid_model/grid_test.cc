// Words, widths, groups, and the table of reasons.

#include "grid_model/grid.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "grid_model/admission.h"
#include "grid_model/group.h"
#include "gtest/gtest.h"

namespace grid_model {
namespace {

using testing::ElementsAre;

TEST(Grid, CorePStartsAtSevenP) {
  EXPECT_THAT(Grid({.cores = 4}).words(), ElementsAre(0, 7, 14, 21));
}

TEST(Grid, WordsAre64BitsWideUnlessToldOtherwise) {
  Grid grid({.cores = 1});
  grid.set_word(0, UINT32_MAX);
  grid.StepCore(0, 1);
  EXPECT_EQ(grid.word(0), uint64_t{UINT32_MAX} + 1);
  EXPECT_FALSE(grid.wrapped());
}

TEST(Grid, A64BitWordWrapsAndSaysSo) {
  Grid grid({.cores = 2});
  grid.set_word(1, UINT64_MAX);
  grid.StepCore(1, 4);
  EXPECT_EQ(grid.word(1), 4u);
  EXPECT_TRUE(grid.wrapped());
}

TEST(Grid, A32BitWordWrapsAndSaysSo) {
  Grid grid({.cores = 2, .word_bits = WordBits::k32});
  grid.set_word(1, UINT32_MAX);
  grid.StepCore(1, 4);
  EXPECT_EQ(grid.word(1), 4u);
  EXPECT_TRUE(grid.wrapped());
}

TEST(Grid, ASumWrapsAtTheWordsWidthToo) {
  Grid grid({.cores = 2, .word_bits = WordBits::k32});
  grid.set_word(0, UINT32_MAX);
  EXPECT_EQ(grid.Sum({0, 1}), UINT32_MAX);
  EXPECT_FALSE(grid.wrapped());
  EXPECT_EQ(grid.Sum({0, 2}), 6u);  // 2^32 - 1 + 7
  EXPECT_TRUE(grid.wrapped());
}

TEST(Grid, AStartValueIsCutToTheWord) {
  Grid grid({.cores = 1, .word_bits = WordBits::k32});
  grid.set_word(0, (uint64_t{1} << 32) + 5);
  EXPECT_EQ(grid.word(0), 5u);
}

TEST(Groups, AdjacentOnesDoNotOverlap) {
  EXPECT_FALSE(Overlap({0, 39}, {39, 39}));
  EXPECT_FALSE(Overlap({39, 39}, {0, 39}));
}

TEST(Groups, OneInsideTheOtherOverlaps) {
  EXPECT_TRUE(Overlap({0, 10}, {4, 1}));
  EXPECT_TRUE(Overlap({4, 1}, {0, 10}));
}

TEST(Groups, OneCoreInCommonIsEnough) { EXPECT_TRUE(Overlap({0, 5}, {4, 5})); }

TEST(Groups, AnEmptyOneOverlapsNothing) { EXPECT_FALSE(Overlap({0, 10}, {5, 0})); }

TEST(Reasons, EachHasItsOwnWords) {
  std::set<std::string> texts;
  int known = 0;
  for (uint32_t reason = 0; reason < 64; ++reason) {
    const std::string text = ReasonText(reason);
    if (text == "unknown reason") continue;
    ++known;
    texts.insert(text);
  }
  EXPECT_EQ(known, 17);  // none, 1 to 9, 11, 12, 21 to 23, 31, 32
  EXPECT_EQ(texts.size(), 17u);
  EXPECT_STREQ(ReasonText(11), "exclusive conflict");
}

}  // namespace
}  // namespace grid_model
