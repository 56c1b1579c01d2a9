// The lines of the page's cpu_ring.c.

#include "grid_model/page_lines.h"

#include "gtest/gtest.h"
#include "tests/grid_model/loop_run.h"

namespace grid_model {
namespace {

// 2 cores, 1 a STEP, at most 2 rounds; x starts 0 7. Round 1: 1 7, sum 8, 8 mod 2 = 0; round 2:
// 3 7, sum 10. The trail is that of the groups 0 0.
TEST(PageLines, ARunReadsAsThePagesProgramPrintsIt) {
  const LoopRun run = RunThreadOnCpu({.cores = 2, .count = 1, .limit = 60, .max_rounds = 2});
  const std::string trail = std::to_string(run.end.results[KMX_RESULT_TRAIL]);
  EXPECT_EQ(PageLines(run.log, run.end),
            "command 0 0 0 1 4096 1\n"
            "command 1 3 0 2 4096 0\n"
            "command 0 0 0 1 4096 2\n"
            "command 1 3 0 2 4096 0\n"
            "result 2 2 10 " +
                trail +
                "\n"
                "groups 0 0\n");
}

TEST(PageLines, ARunWithoutARoundHasNoCommandAndNoGroup) {
  const LoopRun run = RunThreadOnCpu({.cores = 2, .count = 3, .max_rounds = 2});
  EXPECT_EQ(PageLines(run.log, run.end), "result 1 0 0 14695981039346656037\ngroups\n");
}

}  // namespace
}  // namespace grid_model
