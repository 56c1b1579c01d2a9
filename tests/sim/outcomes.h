// All the ways in which a small program can end.
#ifndef TESTS_SIM_OUTCOMES_H_
#define TESTS_SIM_OUTCOMES_H_

#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "gtest/gtest.h"
#include "sim/sim.h"

namespace sim {

// What `body` returns, over every execution. A finding is a failure of the test.
template <class Body>
auto Outcomes(const Body& body, Memory memory = Memory::kRc11) {
  std::set<std::invoke_result_t<Body>> outcomes;
  const Result result = Explore([&] { outcomes.insert(body()); }, Enumerate(), {.memory = memory});
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_TRUE(result.exhausted);
  return outcomes;
}

// The different graphs, by their signatures, that an explorer comes to.
template <class AnyExplorer>
std::set<std::string> Graphs(const std::function<void()>& body, AnyExplorer explorer,
                             Memory memory = Memory::kRc11) {
  std::set<std::string> graphs;
  const Result result =
      Explore(body, explorer, {.memory = memory, .observe = [&graphs](const Execution& e) {
                                 graphs.insert(Signature(e.graph()));
                                 return true;
                               }});
  EXPECT_TRUE(result.ok()) << result;
  return graphs;
}

}  // namespace sim

#endif  // TESTS_SIM_OUTCOMES_H_
