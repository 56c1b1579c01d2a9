#include "sim/explore/estimator.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace sim {
namespace {

using Frame = SearchStack::Frame;
using Level = SearchStack::Level;

// How much is looked at: at first, at least so many nodes in so many sweeps; later one for so many
// executions.
constexpr std::uint64_t kFirstLooks = 512;
constexpr std::size_t kFirstSweeps = 4;
constexpr std::uint64_t kPerLook = 500;
// On one level of the tree, at most so many nodes, with so many events in all, but a few at least.
constexpr std::size_t kWidth = 256;
constexpr std::size_t kLeastWidth = 8;
constexpr std::size_t kEvents = 1 << 17;
constexpr std::size_t kRemembered = 16;  // sweeps

// How far a sweep is off, as a factor's logarithm: what is assumed before there are several that
// differ, and how much it grows (squared) where few of its executions are left. How many times that
// the interval has on either side: sums of few large weights err below more often.
constexpr double kSpread = 1;
constexpr double kPerFew = 40;
constexpr double kBelow = 2.0;
constexpr double kAbove = 2.5;
constexpr double kMost = 10;  // times the estimate, above

}  // namespace

bool Estimator::Wants(std::uint64_t ran) const {
  if (!sweeps_.empty() && sweeps_.back().exact) return false;
  if (looks_ < kFirstLooks || sweeps_.size() < kFirstSweeps) return true;
  return (looks_ - first_looks_ + last_looks_) * kPerLook < ran;
}

void Estimator::Sweep(const SearchStack& stack, const Look& look) {
  const std::uint64_t before = looks_;
  Swept swept;
  std::vector<Parent> own;  // the way of the search, which parts from what it has yet to visit
  for (const Frame& frame : stack.frames()) {
    Way way;
    if (!own.empty()) (way = own.back().way).push_back(own.back().frame.left);
    own.push_back({&stack.level(frame), frame, 1, std::move(way)});
  }
  std::vector<std::unique_ptr<Level>> levels;  // of the parents
  std::vector<Parent> parents;
  std::vector<Child> children;
  for (std::size_t depth = 0; depth < own.size() || !parents.empty(); ++depth) {
    children.clear();
    for (const Parent& parent : parents) AddChildren(parent, children);
    if (depth < own.size()) AddChildren(own[depth], children);
    swept.exact = Thin(children) && swept.exact;
    std::vector<std::unique_ptr<Level>> next_levels;
    std::vector<Parent> next;
    for (const Child& child : children) {
      ++looks_;
      const Node node = look(*child.level, child.level->left[child.at]);
      if (node.stack == nullptr) continue;
      Way way = *child.parent;
      way.push_back(child.number);
      if (node.runs) {
        swept.runs.push_back({child.weight, way});
        swept.total += child.weight;
      }
      const Frame frame = node.stack->frames().back();
      if (frame.total == 0) continue;
      if (spare_.empty()) spare_.push_back(std::make_unique<Level>());
      next_levels.push_back(node.stack->Swap(std::move(spare_.back())));
      spare_.pop_back();
      next.push_back({next_levels.back().get(), frame, child.weight, std::move(way)});
    }
    parents = std::move(next);
    std::ranges::move(levels, std::back_inserter(spare_));
    levels = std::move(next_levels);
  }
  last_looks_ = looks_ - before;
  if (sweeps_.size() == kRemembered) sweeps_.erase(sweeps_.begin());
  sweeps_.push_back(std::move(swept));
  if (sweeps_.size() <= kFirstSweeps) first_looks_ = looks_;
}

// Those that no search has visited or was given.
void Estimator::AddChildren(const Parent& parent, std::vector<Child>& children) {
  const Frame& frame = parent.frame;
  if (frame.left == frame.given) return;
  const Graph& graph = parent.level->graph;
  const Alternative* const all = parent.level->left.data() + frame.first;
  std::uint32_t rank = 0;  // among those of the same event
  for (std::uint32_t number = 0; number < frame.left; ++number) {
    const Alternative& a = all[number];
    rank = number > 0 && all[number - 1].event == a.event ? rank + 1 : 0;
    if (number < frame.given) continue;
    const bool there = a.event >= 0 && a.event < graph.size();
    const int fiber =
        a.kind == Alternative::Kind::kSource || !there ? a.fiber : graph.event(a.event).fiber;
    children.push_back({.stratum = {.events_kept = EventsKept(graph, a),
                                    .kind = static_cast<std::uint32_t>(a.kind),
                                    .fiber = static_cast<std::uint32_t>(fiber),
                                    .rank = rank,
                                    .siblings = frame.total},
                        .weight = parent.weight,
                        .level = parent.level,
                        .at = frame.first + number,
                        .parent = &parent.way,
                        .number = number});
  }
}

// Leaves no more than may be looked at. Whether all were left.
bool Estimator::Thin(std::vector<Child>& children) {
  EventId events = 0;
  for (const Child& child : children) events = std::max(events, child.level->graph.size());
  const std::size_t width =
      std::clamp(kEvents / (static_cast<std::size_t>(events) + 1), kLeastWidth, kWidth);
  const std::size_t all = children.size();
  if (children.size() > width) OneOfEachStratum(children);
  if (children.size() > width) DrawSome(children, width);
  return children.size() == all;
}

void Estimator::OneOfEachStratum(std::vector<Child>& children) {
  std::stable_sort(children.begin(), children.end(),
                   [](const Child& a, const Child& b) { return a.stratum < b.stratum; });
  std::size_t kept = 0;
  for (const Child& child : children) {
    if (kept == 0 || children[kept - 1].stratum != child.stratum) {
      children[kept++] = child;
      continue;
    }
    Child& drawn = children[kept - 1];
    const double both = drawn.weight + child.weight;
    if (Chance() * both < child.weight) drawn = child;
    drawn.weight = both;
  }
  children.resize(kept);
}

// Systematic sampling: those that stand for more, and keep fewer events, are drawn more often.
void Estimator::DrawSome(std::vector<Child>& children, std::size_t width) {
  auto size = [](const Child& c) { return std::sqrt(c.weight / (1 + c.stratum.events_kept)); };
  std::vector<double> chance(children.size(), 0);
  std::size_t certain = 0;
  for (bool more = true; more;) {
    double sum = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (chance[i] < 1) sum += size(children[i]);
    }
    more = false;
    const double scale = static_cast<double>(width - certain) / sum;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (chance[i] >= 1) continue;
      chance[i] = scale * size(children[i]);
      if (chance[i] >= 1) more = ++certain < width;
    }
  }
  double next = Chance();
  double sum = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    Child child = children[i];
    if (chance[i] < 1) {
      sum += chance[i];
      if (sum <= next) continue;
      next += 1;
      child.weight /= chance[i];
    }
    children[kept++] = child;
  }
  children.resize(kept);
}

Estimator::Rest Estimator::Left(const Swept& swept, const SearchStack& stack) {
  const std::vector<Frame>& frames = stack.frames();
  Rest rest;
  for (const Run& run : swept.runs) {
    const Way& way = run.way;
    for (std::size_t i = 0; i < frames.size() && i < way.size(); ++i) {
      const bool top = i + 1 == frames.size();
      if (way[i] == frames[i].left && !top) continue;  // still on the search's own way
      if (way[i] < frames[i].left) {
        rest.weights += run.weight;
        rest.squares += run.weight * run.weight;
      }
      break;
    }
  }
  return rest;
}

Estimate Estimator::Of(const SearchStack& stack, std::uint64_t visited) const {
  const auto done = static_cast<double>(visited);
  if (sweeps_.back().exact) {
    const double all = done + Left(sweeps_.back(), stack).weights;
    return {done, all, all, all};
  }
  // A sweep is the better, the less was left when it was made.
  double sum = 0;
  for (const Swept& swept : sweeps_) sum += 1 / (1 + swept.total);
  std::vector<double> shares;
  std::vector<Rest> rests;
  double mean = 0;
  double grain = 1;    // what one look stands for
  double seen = 0;     // looks, if all stood for as much
  double squares = 0;  // of the shares
  for (const Swept& swept : sweeps_) {
    const double share = 1 / (1 + swept.total) / sum;
    const Rest rest = Left(swept, stack);
    shares.push_back(share);
    rests.push_back(rest);
    mean += share * rest.weights;
    grain += share * swept.total / (static_cast<double>(swept.runs.size()) + 1);
    if (rest.squares > 0) seen += rest.weights * rest.weights / rest.squares;
    squares += share * share;
  }
  const auto sweeps = static_cast<double>(sweeps_.size());
  double spread = kSpread * kSpread;
  for (std::size_t i = 0; i < sweeps_.size(); ++i) {
    const double off = std::log((rests[i].weights + grain) / (mean + grain));
    spread += sweeps * shares[i] * off * off;
  }
  spread = spread / (sweeps + 1) + kPerFew / (seen + 1);
  const double off = std::sqrt(spread * squares);
  Estimate estimate{.visited = done, .executions = done + mean};
  estimate.low = done + mean * std::exp(-kBelow * off);
  estimate.high =
      std::min(done + (mean + grain) * std::exp(kAbove * off), kMost * estimate.executions);
  return estimate;
}

}  // namespace sim
