// A search in parts: runs that leave summaries, shards, and what `merge` makes of them.
#ifndef TESTS_SCENARIOS_PARTS_H_
#define TESTS_SCENARIOS_PARTS_H_

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "tests/scenarios/folder.h"
#include "tests/scenarios/said.h"

namespace scenarios {

class Parts : public testing::Test {
 protected:
  using Args = std::vector<std::string>;

  // Each run is told `always` as well.
  Parts(Catalog catalog, Args always)
      : always_(std::move(always)), environment_(Still(std::move(catalog))) {}

  // Runs it with --json=NAME.
  Said Run(const std::string& name, Args args) {
    args.insert(args.begin(), "run");
    args.insert(args.end(), always_.begin(), always_.end());
    args.push_back("--json=" + folder_.Path(name));
    return Say(environment_, args);
  }
  virtual Said RunShard(const std::string& name, const Args& args) { return Run(name, args); }
  // The same in so many shards; the names of their summaries.
  Args RunShards(int count, const Args& args) {
    Args names;
    for (int i = 1; i <= count; ++i) {
      const std::string shard = std::to_string(i) + "/" + std::to_string(count);
      names.push_back("shard" + std::to_string(i) + "of" + std::to_string(count));
      Args with_shard = args;
      with_shard.push_back("--shard=" + shard);
      RunShard(names.back(), with_shard);
    }
    return names;
  }
  Said MergeFiles(const std::string& name, const Args& names) {
    Args args = {"merge", "--json=" + folder_.Path(name)};
    for (const std::string& n : names) args.push_back(folder_.Path(n));
    return Say(environment_, args);
  }
  // What `run` says, without the seed.
  static std::string WithoutSeed(const std::string& out) {
    return out.starts_with("seed ") ? out.substr(out.find('\n') + 1) : out;
  }
  // Merged, they are what the run said that left "one".
  void ExpectMerged(const Said& one, const Args& names) {
    const Said merged = MergeFiles("merged", names);
    EXPECT_EQ(merged.err, "");
    EXPECT_EQ(merged.status, one.status);
    EXPECT_EQ(merged.out, WithoutSeed(one.out));
    EXPECT_EQ(folder_.Read("merged"), folder_.Read("one"));
  }
  // Its one sentence.
  static std::string Refused(const Said& said) {
    EXPECT_EQ(said.status, kUsage);
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    return said.err;
  }

  const Args always_;
  Folder folder_;
  Environment environment_;
};

}  // namespace scenarios

#endif  // TESTS_SCENARIOS_PARTS_H_
