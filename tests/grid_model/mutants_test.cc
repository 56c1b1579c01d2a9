// Each way to write the decision wrong is caught by a row of the oracle table.

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/grid_model/loop_run.h"
#include "tests/grid_model/oracle_table.h"

namespace grid_model {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

// The rows that the mutant gets wrong.
std::vector<std::string> Catching(const std::function<void(Decide&)>& mutate) {
  Decide decide = RealDecide();
  mutate(decide);
  std::vector<std::string> names;
  for (const OracleRow& row : OracleTable()) {
    if (!Mismatch(row, RunByHand(row.replay_loop(), decide)).empty()) names.push_back(row.name);
  }
  return names;
}

// wc_result, with what follows a sum decided by `next`.
auto ResultWith(std::function<int(wc_loop&, uint64_t sum)> next) {
  return [next = std::move(next)](wc_loop* loop, uint64_t sum) {
    wc_result(loop, sum);
    return next(*loop, sum);
  };
}

int RoundsOrAgain(const wc_loop& loop) {
  return loop.rounds == loop.max_rounds ? static_cast<int>(KMX_CODE_ROUNDS) : WC_AGAIN;
}

uint64_t Choices(const wc_loop& loop) { return loop.cores - loop.count + 1; }

TEST(Mutants, NoMutantIsCaughtByNoRow) {
  EXPECT_THAT(Catching([](Decide&) {}), IsEmpty());
}

TEST(Mutants, ASignedRemainderIsCaughtByTheHugeSum) {
  const auto names = Catching([](Decide& decide) {
    decide.result = [](wc_loop* loop, uint64_t sum) {
      const int code = wc_result(loop, sum);
      loop->first =
          static_cast<uint32_t>(static_cast<int64_t>(loop->base) +
                                static_cast<int64_t>(sum) % static_cast<int64_t>(Choices(*loop)));
      return code;
    };
  });
  EXPECT_THAT(names, testing::ElementsAre("remainder of a sum above 2^63"));
}

TEST(Mutants, ASignedLimitIsCaughtByMinusFive) {
  const auto names = Catching([](Decide& decide) {
    decide.result = ResultWith([](wc_loop& loop, uint64_t sum) {
      if (static_cast<int64_t>(sum) >= static_cast<int64_t>(loop.limit)) {
        return static_cast<int>(KMX_CODE_LIMIT);
      }
      loop.first = static_cast<uint32_t>(loop.base + sum % Choices(loop));
      return RoundsOrAgain(loop);
    });
  });
  EXPECT_THAT(names, Contains("limit -5"));
  EXPECT_THAT(names, Contains("core 0 starts at 2^63 - 301"));
  EXPECT_THAT(names, Contains("core 0 starts at 2^64 - 300"));
}

TEST(Mutants, AboveInsteadOfAtTheLimitIsCaughtByALimitHitExactly) {
  const auto names = Catching([](Decide& decide) {
    decide.result = ResultWith([](wc_loop& loop, uint64_t sum) {
      if (sum > loop.limit) return static_cast<int>(KMX_CODE_LIMIT);
      loop.first = static_cast<uint32_t>(loop.base + sum % Choices(loop));
      return RoundsOrAgain(loop);
    });
  });
  EXPECT_THAT(names, Contains("limit = last sum"));
  EXPECT_THAT(names, Contains("tiny (limit hit exactly)"));
}

TEST(Mutants, RoundsFromZeroAreCaughtByThePage) {
  const auto names = Catching([](Decide& decide) {
    decide.round = [](const wc_loop* loop, kmx_command* step, kmx_command* sum) {
      wc_round(loop, step, sum);
      step->a1 -= 1;
    };
  });
  EXPECT_THAT(names, Contains("page, default"));
  EXPECT_THAT(names, Contains("one core"));
}

// x[p] += round + (p - base): the same as a round that is `base` less.
TEST(Mutants, RelativeCoreNumbersAreCaughtByABase) {
  const auto names = Catching([](Decide& decide) {
    decide.round = [](const wc_loop* loop, kmx_command* step, kmx_command* sum) {
      wc_round(loop, step, sum);
      step->a1 -= loop->base;
    };
  });
  EXPECT_THAT(names, Contains("page, cluster 2"));
  EXPECT_THAT(names, Contains("tiny, base 1"));
  EXPECT_THAT(names, Not(Contains("page, default")));
}

TEST(Mutants, OneRoundTooManyIsCaughtByTheRoundsAllowed) {
  const auto names = Catching([](Decide& decide) {
    decide.start = [](wc_loop* loop, LoopWords words, uint64_t region_length) {
      words[KMX_WORD_MAX_ROUNDS] += 1;
      return wc_start(loop, words.data(), words.size(), region_length + 1);
    };
  });
  EXPECT_THAT(names, Contains("max_rounds 203: one short"));
  EXPECT_THAT(names, Contains("max_rounds 0"));
}

TEST(Mutants, OneRoundTooFewIsCaughtByTheRoundsAllowed) {
  const auto names = Catching([](Decide& decide) {
    decide.result = [](wc_loop* loop, uint64_t sum) {
      const int code = wc_result(loop, sum);
      return code == WC_AGAIN && loop->rounds + 1 == loop->max_rounds
                 ? static_cast<int>(KMX_CODE_ROUNDS)
                 : code;
    };
  });
  EXPECT_THAT(names, Contains("max_rounds 204: just enough"));
}

TEST(Mutants, AModulusOneTooSmallIsCaughtByThePage) {
  const auto names = Catching([](Decide& decide) {
    decide.result = [](wc_loop* loop, uint64_t sum) {
      const int code = wc_result(loop, sum);
      const uint64_t choices = std::max<uint64_t>(Choices(*loop) - 1, 1);
      loop->first = static_cast<uint32_t>(loop->base + sum % choices);
      return code;
    };
  });
  EXPECT_THAT(names, Contains("page, default"));
  EXPECT_THAT(names, Contains("hand size"));
}

TEST(Mutants, AForgottenBaseIsCaughtByABase) {
  const auto names = Catching([](Decide& decide) {
    decide.result = [](wc_loop* loop, uint64_t sum) {
      const int code = wc_result(loop, sum);
      loop->first -= static_cast<uint32_t>(loop->base);
      return code;
    };
  });
  EXPECT_THAT(names, Contains("page, cluster 2"));
  EXPECT_THAT(names, Not(Contains("page, default")));
}

TEST(Mutants, ATrailOfTheNextGroupIsCaughtByThePage) {
  const auto names = Catching([](Decide& decide) {
    decide.result = [](wc_loop* loop, uint64_t sum) {
      wc_loop next = *loop;
      wc_result(&next, sum);
      loop->first = next.first;
      return wc_result(loop, sum);
    };
  });
  EXPECT_THAT(names, Contains("page, default"));
}

TEST(Mutants, BadWordsTakenAsGoodAreCaught) {
  const auto names = Catching([](Decide& decide) {
    decide.start = [](wc_loop* loop, const LoopWords& words, uint64_t region_length) {
      const int code = wc_start(loop, words.data(), words.size(), region_length);
      return code == KMX_CODE_BAD ? static_cast<int>(WC_AGAIN) : code;
    };
    // One round is enough to be caught, and a second would divide by zero choices.
    decide.result = [](wc_loop* loop, uint64_t) {
      loop->rounds += 1;
      return static_cast<int>(KMX_CODE_LIMIT);
    };
  });
  for (const char* name :
       {"count above cores", "count 0", "cores 0", "cores and count 0", "base + cores overflows"}) {
    EXPECT_THAT(names, Contains(name));
  }
}

}  // namespace
}  // namespace grid_model
