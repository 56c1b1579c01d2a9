// The house rules hold in every file, and the checker of each rule sees what breaks it.

#include "tests/house/tidy.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace house {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string Repeat(int times, const std::string& what) {
  std::string text;
  for (int i = 0; i < times; ++i) text += what;
  return text;
}

std::string Guarded(const std::string& body) {
  return "#ifndef SIM_A_H_\n#define SIM_A_H_\n" + body + "#endif  // SIM_A_H_\n";
}

TEST(House, EveryFileIsTidy) {
  for (const SourceFile& file : ReadTree()) EXPECT_THAT(Untidy(file), IsEmpty());
}

TEST(House, NothingStrangeLiesAtTheTop) { EXPECT_THAT(Strangers(TopLevel()), IsEmpty()); }

TEST(House, TheTreeIsTheWholeRepository) {
  std::vector<std::string> paths;
  for (const SourceFile& file : ReadTree()) paths.push_back(file.path);
  EXPECT_THAT(paths, testing::IsSupersetOf({"WORKSPACE", ".ci/run", "third_party/setup",
                                            "tests/house/tidy_test.cc"}));
}

TEST(Tidy, AStrangerAtTheTopIsNamed) {
  EXPECT_THAT(Strangers({".bazelrc", "README.md", "sim", "tools"}), ElementsAre("tools"));
}

TEST(Tidy, AHeaderHas200Lines) {
  EXPECT_THAT(Untidy({"sim/a.h", Guarded(Repeat(197, "\n"))}), IsEmpty());
  EXPECT_THAT(Untidy({"sim/a.h", Guarded(Repeat(198, "\n"))}),
              ElementsAre("sim/a.h:201: more than 200 lines"));
}

TEST(Tidy, AnotherSourceHas400Lines) {
  EXPECT_THAT(Untidy({"sim/a.cc", Repeat(400, "\n")}), IsEmpty());
  EXPECT_THAT(Untidy({"sim/a.cc", Repeat(401, "\n")}),
              ElementsAre("sim/a.cc:401: more than 400 lines"));
  EXPECT_THAT(Untidy({"grid_model/a.c", Repeat(401, "\n")}),
              ElementsAre("grid_model/a.c:401: more than 400 lines"));
}

TEST(Tidy, AFunctionHas70Lines) {
  const std::string open = "namespace sim {\n\nint F(int a,\n      int b) {\n";
  const std::string close = "}\n\n}  // namespace sim\n";
  EXPECT_THAT(Untidy({"sim/a.cc", open + Repeat(67, "  G();\n") + close}), IsEmpty());
  EXPECT_THAT(Untidy({"sim/a.cc", open + Repeat(68, "  G();\n") + close}),
              ElementsAre("sim/a.cc:3: a function of more than 70"));
}

TEST(Tidy, ALineHas100CharactersAndNotBytes) {
  EXPECT_THAT(Untidy({"sim/a.cc", "//" + Repeat(98, "\u2192") + "\n"}), IsEmpty());
  EXPECT_THAT(Untidy({"sim/a.cc", "//" + Repeat(99, "x") + "\n"}),
              ElementsAre("sim/a.cc:1: more than 100 columns"));
  EXPECT_THAT(Untidy({"tests/run", "#!/bin/bash\n#" + Repeat(100, "x") + "\n"}),
              ElementsAre("tests/run:2: more than 100 columns"));
  EXPECT_THAT(Untidy({"README.md", "# Title\n" + Repeat(101, "x") + "\n"}), IsEmpty());
}

TEST(Tidy, AGuardIsNamedAfterThePath) {
  EXPECT_THAT(Untidy({"sim/b.h", Guarded("")}),
              ElementsAre("sim/b.h:2: #define SIM_A_H_", "sim/b.h:1: no include guard SIM_B_H_"));
}

TEST(Tidy, OnlySanitizersHaveAMacro) {
  EXPECT_THAT(Untidy({"sim/a.cc", "#if X\n#define SIM_ASAN 1\n#define SIM_TSAN 1\n#endif\n"}),
              IsEmpty());
  EXPECT_THAT(Untidy({"sim/a.cc", "int a;\n  # define TWICE(x) (2 * (x))\n"}),
              ElementsAre("sim/a.cc:2: #define TWICE"));
}

TEST(Tidy, ClocksAndForeignRandomnessAreRefused) {
  for (const std::string use : {"std::random_device", "std::mt19937", "absl::BitGen", "std::chrono",
                                "std::uniform_int_distribution", "clock_gettime"}) {
    EXPECT_THAT(Untidy({"sim/a.cc", "\n" + use + " a;\n"}), ElementsAre("sim/a.cc:2: uses " + use));
    EXPECT_THAT(Untidy({"sim/a.cc", "// No " + use + " here.\n"}), IsEmpty());
    EXPECT_THAT(Untidy({"tests/bench/a.cc", use + " a;\n"}), IsEmpty());
  }
}

TEST(Tidy, ADocumentHasOneTitle) {
  EXPECT_THAT(Untidy({"a.md", "# A\n## B\n```\n# a comment of the shell\n```\n"}), IsEmpty());
  EXPECT_THAT(Untidy({"a.md", "# A\n# B\n"}), ElementsAre("a.md:1: 2 titles instead of one"));
  EXPECT_THAT(Untidy({"a.md", "A\n"}), ElementsAre("a.md:1: 0 titles instead of one"));
}

TEST(Tidy, NoFileNamesOneMachinesPaths) {
  EXPECT_THAT(Untidy({"LICENSE", std::string("see /w") + "ork/x\n"}),
              ElementsAre("LICENSE:1: a path of one machine"));
}

}  // namespace
}  // namespace house
