// A tape is text and back; an error in the text is named with its place.

#include "sim/choice/tape.h"

#include <string>
#include <tuple>
#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace sim {
namespace {

constexpr Choice kSecondOfThree = {ChoiceKind::kFiber, 3, 1};

std::string ErrorOf(const std::string& text) {
  const auto parsed = ParseTape(text);
  if (std::holds_alternative<Tape>(parsed)) return "no error";
  const auto& error = std::get<TapeError>(parsed);
  return std::to_string(error.at) + ": " + error.message;
}

Tape Parsed(const std::string& text) {
  const auto parsed = ParseTape(text);
  EXPECT_TRUE(std::holds_alternative<Tape>(parsed)) << ErrorOf(text);
  return std::holds_alternative<Tape>(parsed) ? std::get<Tape>(parsed) : Tape();
}

TEST(TapeText, IsALetterThePickTheOptionsAndHowOften) {
  EXPECT_EQ(
      ToText(
          {kSecondOfThree, kSecondOfThree, {ChoiceKind::kRead, 2, 1}, {ChoiceKind::kFiber, 3, 0}}),
      "t1:f1/3*2r1/2f0");
  EXPECT_EQ(ToText({{ChoiceKind::kFiber, 2, 0},
                    {ChoiceKind::kRead, 3, 1},
                    {ChoiceKind::kPlace, 4, 2},
                    {ChoiceKind::kSpurious, 2, 1},
                    {ChoiceKind::kChoose, 65535, 65534},
                    {ChoiceKind::kFault, 2, 1}}),
            "t1:f0/2r1/3p2/4s1/2c65534/65535x1/2");
  EXPECT_EQ(ToText({}), "t1:");
}

TEST(TapeText, TheNumberOfOptionsIsSaidWhenItChanges) {
  EXPECT_EQ(ToText({{ChoiceKind::kRead, 2, 0},
                    {ChoiceKind::kFiber, 2, 0},
                    {ChoiceKind::kRead, 2, 1},
                    {ChoiceKind::kRead, 3, 1}}),
            "t1:r0/2f0/2r1r1/3");
}

TEST(TapeText, IsReadAsItWasWritten) {
  EXPECT_EQ(
      Parsed("t1:f1/3*2r1/2f0"),
      (Tape{
          kSecondOfThree, kSecondOfThree, {ChoiceKind::kRead, 2, 1}, {ChoiceKind::kFiber, 3, 0}}));
  EXPECT_EQ(Parsed("t1:"), Tape());
}

RC_GTEST_PROP(TapeProperty, TextAndBackGivesTheSameTape, ()) {
  const auto choice =
      rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, kChoiceKinds), rc::gen::inRange(2, 6),
                                  rc::gen::inRange(0, 65536)),
                   [](const std::tuple<int, int, int>& t) {
                     const auto [kind, arity, pick] = t;
                     return Choice{static_cast<ChoiceKind>(kind), static_cast<std::uint16_t>(arity),
                                   static_cast<std::uint16_t>(pick % arity)};
                   });
  // Runs of equal choices, as real tapes have them.
  Tape tape;
  for (const auto& [times, c] : *rc::gen::container<std::vector<std::pair<int, Choice>>>(
           rc::gen::pair(rc::gen::inRange(1, 4), choice))) {
    tape.insert(tape.end(), static_cast<std::size_t>(times), c);
  }
  const std::string text = ToText(tape);
  RC_ASSERT(text.find(' ') == std::string::npos);
  const auto parsed = ParseTape(text);
  RC_ASSERT(std::holds_alternative<Tape>(parsed));
  RC_ASSERT(std::get<Tape>(parsed) == tape);
}

TEST(TapeText, EveryErrorNamesItsPlaceAndWhatIsAllowedThere) {
  EXPECT_EQ(ErrorOf(""), "0: a tape begins with \"t1:\"");
  EXPECT_EQ(ErrorOf("t2:f0/2"), "0: a tape begins with \"t1:\"");
  EXPECT_EQ(ErrorOf("t1:q0/2"), "3: expected a choice, one of f r p s c x, not 'q'");
  EXPECT_EQ(ErrorOf("t1:f0/2 r0/2"), "7: expected a choice, one of f r p s c x, not ' '");
  EXPECT_EQ(ErrorOf("t1:f"), "4: expected the number of the option taken, 0 to 65535");
  EXPECT_EQ(ErrorOf("t1:f/2"), "4: expected the number of the option taken, 0 to 65535");
  EXPECT_EQ(ErrorOf("t1:f99999/2"), "4: expected the number of the option taken, 0 to 65535");
  EXPECT_EQ(ErrorOf("t1:f0"), "5: expected \"/\" and the number of options: this is the first 'f'");
  EXPECT_EQ(ErrorOf("t1:f0/2r0"),
            "9: expected \"/\" and the number of options: this is the first 'r'");
  EXPECT_EQ(ErrorOf("t1:f0/"), "6: expected the number of options, 2 to 65535");
  EXPECT_EQ(ErrorOf("t1:f0/1"), "6: expected the number of options, 2 to 65535");
  EXPECT_EQ(ErrorOf("t1:f0/70000"), "6: expected the number of options, 2 to 65535");
  EXPECT_EQ(ErrorOf("t1:f0/3f3"), "7: option 3 of 3 does not exist");
  EXPECT_EQ(ErrorOf("t1:f0/2*"), "8: expected how often the choice repeats, at least 1");
  EXPECT_EQ(ErrorOf("t1:f0/2*0"), "8: expected how often the choice repeats, at least 1");
  EXPECT_EQ(ErrorOf("t1:f0/2*1000000f0"), "15: a tape has at most 1000000 choices");
}

TEST(TapeText, AnyTextIsReadOrRefused) {
  const std::string text = "t1:f1/3*2r1/2f0";
  for (std::size_t at = 0; at <= text.size(); ++at) {
    ParseTape(text.substr(0, at));
    for (int c = 0; c < 256; ++c) {
      std::string other = text;
      other.insert(at, 1, static_cast<char>(c));
      const auto parsed = ParseTape(other);
      if (const auto* error = std::get_if<TapeError>(&parsed)) {
        EXPECT_LE(error->at, other.size());
      }
    }
  }
}

}  // namespace
}  // namespace sim
