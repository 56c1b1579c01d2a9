// The folder arrows of ARCHITECTURE.md hold in every include and BUILD file, Bazel enforces them by
// visibility, and the checker of each sees what breaks it.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/house/arrows.h"

namespace house {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(House, EveryFileKeepsToTheArrows) {
  for (const SourceFile& file : ReadTree()) EXPECT_THAT(AgainstArrows(file), IsEmpty());
}

// A package_group of the top BUILD: the text between its name and the end of its packages.
std::string GroupText(const std::string& build, const std::string& name) {
  const std::size_t begin = build.find("name = \"" + name + "\"");
  return begin == std::string::npos ? "" : build.substr(begin, build.find(']', begin) - begin);
}

TEST(House, VisibilityIsTheArrows) {
  std::string build;
  for (const SourceFile& file : ReadTree()) {
    if (file.path == "BUILD") build = file.text;
  }
  for (const std::string& used : Folders()) {
    if (used == "tests") continue;
    const std::string group = GroupText(build, used + "_users");
    for (const std::string& user : Folders()) {
      EXPECT_EQ(group.find("\"//" + user + "/...\"") != std::string::npos, MayUse(user, used))
          << user << " and " << used;
    }
  }
}

TEST(Arrows, TestsSeeEverythingAndNobodySeesTests) {
  for (const std::string& folder : Folders()) {
    EXPECT_TRUE(MayUse("tests", folder));
    EXPECT_EQ(MayUse(folder, "tests"), folder == "tests");
  }
}

TEST(Arrows, TheEngineAndTheProtocolKnowNothingOfOurs) {
  for (const std::string& folder : Folders()) {
    EXPECT_EQ(MayUse("sim", folder), folder == "sim");
    EXPECT_EQ(MayUse("protocol", folder), folder == "protocol");
  }
}

TEST(Arrows, AForbiddenIncludeIsNamed) {
  EXPECT_THAT(AgainstArrows({"model/a.cc", "#include \"sim/sim.h\"\n#include <atomic>\n"}),
              IsEmpty());
  EXPECT_THAT(AgainstArrows({"sim/a.cc", "\n#include \"model/rail.h\"\n"}),
              ElementsAre("sim/a.cc:2: sim may not use model"));
  EXPECT_THAT(AgainstArrows({"grid_model/a.h", "#include \"protocol/rail.h\"\n"}),
              ElementsAre("grid_model/a.h:1: grid_model may not use protocol"));
}

TEST(Arrows, AnIncludeStartsAtTheRoot) {
  EXPECT_THAT(AgainstArrows({"sim/a.cc", "#include \"a.h\"\n#include \"absl/x.h\"\n"}),
              ElementsAre("sim/a.cc:1: a.h is not a path from the root"));
}

TEST(Arrows, TheCardsCStandsAlone) {
  const std::string sim = "#include \"sim/sim.h\"\n";
  EXPECT_THAT(AgainstArrows({"grid_model/ring.cc", sim}), IsEmpty());
  EXPECT_THAT(AgainstArrows({"grid_model/a.c", "#include <stdint.h>\n" + sim}),
              ElementsAre("grid_model/a.c:2: C code may not use sim/sim.h"));
  EXPECT_THAT(AgainstArrows({"grid_model/a.h", "extern \"C\" {\n}\n" + sim}),
              ElementsAre("grid_model/a.h:3: C code may not use sim/sim.h"));
  EXPECT_THAT(AgainstArrows({"grid_model/a.c", "#include <atomic>\n"}),
              ElementsAre("grid_model/a.c:1: C code may not use atomic"));
}

TEST(Arrows, AForbiddenLabelIsNamed) {
  const std::string package = "package(default_visibility = [\"//:protocol_users\"])\n";
  EXPECT_THAT(AgainstArrows({"protocol/BUILD", package + "deps = [\"//protocol/x\", \":y\"]\n"}),
              IsEmpty());
  EXPECT_THAT(AgainstArrows({"protocol/BUILD", package + "deps = [\"//sim/fiber\"]\n"}),
              ElementsAre("protocol/BUILD:2: protocol may not use sim"));
  EXPECT_THAT(AgainstArrows({"protocol/x/BUILD", package + "deps = [\"//sim:sim\"]\n"}),
              ElementsAre("protocol/x/BUILD:2: protocol may not use sim"));
}

TEST(Arrows, AFolderIsOpenToItsUsersAlone) {
  EXPECT_THAT(AgainstArrows({"sim/BUILD", "cc_library()\n"}),
              ElementsAre("sim/BUILD:1: no package(default_visibility = [\"//:sim_users\"])"));
  EXPECT_THAT(AgainstArrows({"sim/BUILD",
                             "package(default_visibility = [\"//:sim_users\"])\n"
                             "visibility = [\"//visibility:public\"],\n"}),
              ElementsAre("sim/BUILD:2: \"//visibility:public\" opens the folder to others"));
  EXPECT_THAT(AgainstArrows({"sim/BUILD",
                             "package(default_visibility = [\"//:sim_users\"])\n"
                             "visibility = [\"//tests:__subpackages__\"],\n"}),
              IsEmpty());
}

}  // namespace
}  // namespace house
