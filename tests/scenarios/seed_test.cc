// Where the seed comes from, in order.

#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using Variables = std::map<std::string, std::string>;
using testing::EndsWith;
using testing::StartsWith;

std::string Output(const Variables& variables, std::vector<std::string> args = {}) {
  args.insert(args.begin(), {"run", "small/pass", "--executions=1"});
  return Say(Still(Small(), variables), args).out;
}
std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n') + 1); }

TEST(Seed, TheOptionThenTheVariableThenBazelThenCiThenChance) {
  Variables variables = {{"CI", "true"}, {"TEST_RANDOM_SEED", "9"}, {"RAILYARD_SEED", "8"}};
  EXPECT_EQ(FirstLine(Output(variables, {"--seed=7"})), "seed 7 (--seed)\n");
  EXPECT_EQ(FirstLine(Output(variables)), "seed 8 (RAILYARD_SEED)\n");
  variables.erase("RAILYARD_SEED");
  EXPECT_THAT(FirstLine(Output(variables)), EndsWith(" (TEST_RANDOM_SEED with small/pass)\n"));
  variables.erase("TEST_RANDOM_SEED");
  EXPECT_EQ(FirstLine(Output(variables)), "seed 1 (fixed, as CI is set)\n");
  variables.erase("CI");
  EXPECT_EQ(FirstLine(Output(variables)), "seed 42 (random)\n");
}

TEST(Seed, ItIsPrintedFirstAndLast) {
  const std::string out = Output({});
  EXPECT_THAT(out, StartsWith("seed 42 (random)\n"));
  EXPECT_THAT(out, EndsWith("\nseed 42 (random)\n"));
}

TEST(Seed, BazelsIsMixedWithTheName) {
  const Variables nine = {{"TEST_RANDOM_SEED", "9"}};
  const Environment small = Still(Small(), nine);
  const std::string pass = Behind("seed ", Say(small, {"run", "small/pass"}).out);
  const std::string missed = Behind("seed ", Say(small, {"run", "small/missed"}).out);
  EXPECT_NE(pass.substr(0, pass.find(' ')), missed.substr(0, missed.find(' ')));
  EXPECT_EQ(Output(nine), Output(nine));
}

}  // namespace
}  // namespace scenarios
