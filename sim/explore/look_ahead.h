// How far an exhaustive search has come.
#ifndef SIM_EXPLORE_LOOK_AHEAD_H_
#define SIM_EXPLORE_LOOK_AHEAD_H_

#include <functional>
#include <memory>
#include <optional>

#include "sim/explore/estimate.h"
#include "sim/explore/estimator.h"
#include "sim/explore/exhaustive.h"
#include "sim/explore/explore.h"

namespace sim {

// A second search of the same program, with an engine of its own, which looks at a few of the nodes
// that the first one has not come to; nothing of the first is touched.
//
//   Exhaustive search;
//   LookAhead ahead(body, options);
//   options.observe = [&](const Execution&) {
//     if (<a second has passed>) Say(ahead.From(search));
//     return true;
//   };
//   Explore(body, search, options);
//
// It costs nothing between two questions. The first question takes some thousand runs (tens of
// milliseconds, mostly), all others together less than a percent of what the search has done.
//
// Thread safety: it belongs to one thread at a time, and is never asked on a fiber.
class LookAhead {
 public:
  // `body` and `options` are those of the search, and live as long.
  LookAhead(const std::function<void()>& body, const Options& options)
      : body_(body), options_(options) {}

  // Between two executions of `search`, which is always the same one. None if nothing can be said:
  // the search has visited nothing yet, is over, will start again, or visits parts of the tree.
  std::optional<Estimate> From(const Exhaustive& search);

 private:
  void Begin();
  Estimator::Node Look(const Exhaustive& search, const SearchStack::Level& from,
                       const Alternative& child);

  const std::function<void()>& body_;
  const Options& options_;
  std::unique_ptr<Execution> engine_;  // null: nothing was asked yet
  Exhaustive aside_;
  Estimator estimator_;
  Learned learned_;            // what the search knew
  bool starts_again_ = false;  // a look shows that it will
};

// The same of the whole tree, seen from its root: for a search whose threads visit parts of it
// (parallel.h). `visited` is 0. None if the search will start again.
std::optional<Estimate> EstimateFromRoot(const std::function<void()>& body,
                                         const Exhaustive::Config& config, Options options);

}  // namespace sim

#endif  // SIM_EXPLORE_LOOK_AHEAD_H_
