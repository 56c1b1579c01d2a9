#include "sim/explore/look_ahead.h"

#include <utility>
#include <variant>

#include "sim/explore/position.h"
#include "sim/explore/rerun.h"

namespace sim {
namespace {

// Sweeps of the tree for one answer, at most.
constexpr int kAtOnce = 8;

}  // namespace

void LookAhead::Begin() {
  engine_ = MakeEngine(options_, Points::kEverywhere);
  aside_.Start(options_.memory, options_.limits);
  aside_.course_.arrived = true;  // wherever it is put
}

std::optional<Estimate> LookAhead::From(const Exhaustive& search) {
  const Course& course = search.course_;
  const bool whole = course.partition == nullptr && course.pieces.size() == 1;
  const std::uint64_t ran = search.done_ - search.before_;
  if (!whole || !course.arrived || search.again_ || ran == 0) return std::nullopt;
  if (engine_ == nullptr) Begin();
  Learned learned = search.learned();
  if (!learned.SameTree(learned_)) {  // it started again
    estimator_ = Estimator();
    starts_again_ = false;
  }
  learned_ = std::move(learned);
  if (estimator_.Wants(ran)) {
    aside_.requests_ = search.requests_;
    aside_.locations_ = search.locations_;
    aside_.classes_ = search.classes_;
  }
  for (int sweeps = 0; sweeps < kAtOnce && estimator_.Wants(ran); ++sweeps) {
    estimator_.Sweep(search.stack_, [&](const SearchStack::Level& from, const Alternative& child) {
      return Look(search, from, child);
    });
  }
  if (starts_again_) return std::nullopt;
  return estimator_.Of(search.stack_, search.done_);
}

// A look knows what the search does, and nothing of other looks: it is a node of the search's tree.
Estimator::Node LookAhead::Look(const Exhaustive& search, const SearchStack::Level& from,
                                const Alternative& child) {
  aside_.habits_ = search.habits_;
  aside_.given_up_ = search.given_up_;
  aside_.saw_classes_ = search.saw_classes_;
  aside_.again_ = aside_.stuck_by_class_ = false;
  aside_.stack_.Clear();
  aside_.stack_.Push().CopyGraphFrom(from);
  const Exhaustive::Made made = aside_.Make(child);
  if (made == Exhaustive::Made::kNothing) return {nullptr, false};
  if (made == Exhaustive::Made::kRuns) {
    engine_->Run(aside_, body_, /*trace=*/false);
    aside_.End();
  }
  starts_again_ = starts_again_ || aside_.again_;
  return {&aside_.stack_, made == Exhaustive::Made::kRuns && !engine_->refused()};
}

std::optional<Estimate> EstimateFromRoot(const std::function<void()>& body,
                                         const Exhaustive::Config& config, Options options) {
  const auto parsed = ParsePosition(config.resume);
  const auto* from = std::get_if<SearchState>(&parsed);
  Exhaustive search(
      {.reduction = config.reduction, .resume = from == nullptr ? "" : ToText(from->AtRoot())});
  options.keep_going = true;
  options.selfcheck_every = options.watchdog_seconds = 0;
  options.restart = nullptr;
  options.go_on = nullptr;
  LookAhead ahead(body, options);
  std::optional<Estimate> estimate;
  options.observe = [&](const Execution&) {
    estimate = ahead.From(search);
    return false;
  };
  Explore(body, search, options);
  if (estimate.has_value()) estimate->visited = 0;
  return estimate;
}

}  // namespace sim
