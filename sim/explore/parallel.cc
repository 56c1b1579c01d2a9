#include "sim/explore/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "sim/explore/merge.h"
#include "sim/explore/runner.h"
#include "sim/explore/watchdog.h"

namespace sim {
namespace {

// A part of the tree that one thread visits, and what came of it.
struct Job {
  std::unique_ptr<Share> share;  // null for the first: what the config says
  Piece piece;                   // of the share
  const Job* giver = nullptr;
  Result result;     // once it is over
  SearchState left;  // what it did not visit
  bool starts_again = false;
  bool ends = false;                 // the search ends in it, perhaps to start again
  std::atomic<bool> dropped{false};  // the search ends before it
  std::atomic<std::uint64_t> executions{0};
};

// All jobs, in the order of the search. Thread safe.
class Jobs {
 public:
  // The search ends after `most` executions.
  explicit Jobs(std::uint64_t most) : most_(most) { waiting_.push_back(&jobs_.emplace_back()); }

  // A job to do; null if there will be none any more.
  Job* Next() {
    std::unique_lock lock(mutex_);
    ++idle_;
    Compare();
    changed_.wait(lock, [this] { return !waiting_.empty() || running_ == 0; });
    --idle_;
    if (waiting_.empty()) return nullptr;
    Job* job = waiting_.front();
    waiting_.pop_front();
    ++running_;
    Compare();
    return job;
  }
  // Whether a thread waits for a job.
  bool hungry() const { return hungry_.load(std::memory_order_relaxed); }
  // How many children to give away at once.
  std::uint64_t children() const { return children_.load(std::memory_order_relaxed); }
  // The last piece of what `giver` still had to do is given away.
  void Put(Job& giver, std::unique_ptr<Share> share) {
    const std::lock_guard lock(mutex_);
    if (giver.dropped) return;
    Job& job = *jobs_.emplace(std::next(Find(giver)));
    job.piece = share->piece;
    job.share = std::move(share);
    job.giver = &giver;
    job.left.pieces = {job.piece};
    waiting_.push_back(&job);
    Compare();
    changed_.notify_one();
  }
  // Whether the job and those before it visited as many as there may be.
  bool Enough(const Job& job) {
    if (most_ == UINT64_MAX) return false;
    const std::lock_guard lock(mutex_);
    std::uint64_t sum = job.executions;
    for (const Job& before : jobs_) {
      if (&before == &job) break;
      sum += before.executions;
    }
    return sum >= most_;
  }
  // The job is over; if the search ends in it, what lies behind is dropped.
  void Over(Job& job) {
    const std::lock_guard lock(mutex_);
    --running_;
    Learn(job);
    if (job.ends) {
      for (auto behind = std::next(Find(job)); behind != jobs_.end(); ++behind) {
        behind->dropped = true;
        std::erase(waiting_, &*behind);
      }
    }
    changed_.notify_all();
  }
  // All that run are to end soon, those that wait are over as soon as they begin.
  void Stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // When all are over.
  std::list<Job>& all() { return jobs_; }

 private:
  // To hand over a job must be little against what it does.
  void Learn(const Job& job) {
    const std::uint64_t children = children_;
    if (job.executions < kFew) children_ = std::min<std::uint64_t>(2 * children, 1 << 20);
    if (job.executions > kMany) children_ = std::max<std::uint64_t>(children / 2, 1);
  }
  void Compare() {
    hungry_.store(idle_ > static_cast<int>(waiting_.size()), std::memory_order_relaxed);
  }
  std::list<Job>::iterator Find(const Job& job) {
    return std::find_if(jobs_.begin(), jobs_.end(), [&job](const Job& j) { return &j == &job; });
  }

  static constexpr std::uint64_t kFew = 100;
  static constexpr std::uint64_t kMany = 10'000;

  const std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Job> jobs_;
  std::deque<Job*> waiting_;
  int running_ = 0;
  int idle_ = 0;
  std::atomic<bool> hungry_{false};
  std::atomic<std::uint64_t> children_{1};
  std::atomic<bool> stopped_{false};
};

class ParallelSearch {
 public:
  ParallelSearch(const std::function<void()>& body, const Exhaustive::Config& config,
                 const Options& options)
      : body_(body), config_(config), options_(options) {}

  Result Run(int threads) {
    // Predicates of one thread's copy may come to another thread.
    const std::vector<std::function<void()>> bodies(static_cast<std::size_t>(threads), body_);
    Learned learned;
    for (;;) {
      Jobs jobs(Most(learned));
      std::vector<std::thread> workers;
      for (const std::function<void()>& body : bodies) {
        workers.emplace_back([&] { Work(body, learned, jobs); });
      }
      for (std::thread& worker : workers) worker.join();
      Result result;
      result.exhausted = true;
      Learned now = learned;
      if (Fold(jobs, learned, now, result)) return result;
      learned = std::move(now);
      if (options_.restart) options_.restart();
    }
  }

 private:
  // Executions; fewer than the config says by those of earlier searches, if it goes on from them.
  std::uint64_t Most(const Learned& learned) const {
    if (config_.executions == UINT64_MAX || !(learned == Learned())) return config_.executions;
    const auto from = ParsePosition(config_.resume);
    const auto* state = std::get_if<SearchState>(&from);
    const std::uint64_t before = state == nullptr ? 0 : state->executions;
    return config_.executions - std::min(config_.executions, before);
  }

  void Work(const std::function<void()>& body, const Learned& learned, Jobs& jobs) {
    Exhaustive search(config_);
    search.Start(options_.memory, options_.limits);
    Runner runner(body, options_, search);
    while (Job* job = jobs.Next()) {
      if (job->share == nullptr) {
        search.StartAll(learned);
      } else {
        search.Start(std::move(*job->share));
        job->share = nullptr;
      }
      Visit(jobs, *job, search, runner);
      job->left = search.Where();
      job->starts_again = search.must_start_again();
      job->ends = job->ends || job->starts_again || search.problem().verdict != Verdict::kPass;
      job->result = runner.Finish();
      jobs.Over(*job);
    }
  }

  void Visit(Jobs& jobs, Job& job, Exhaustive& search, Runner& runner) {
    constexpr std::uint64_t kLookEach = 64;
    Watchdog watchdog(runner.engine(), options_.watchdog_seconds);
    while (!job.dropped.load(std::memory_order_relaxed) && !jobs.stopped() && search.Begin()) {
      const bool counts = runner.Run();
      watchdog.Fed();
      if (!counts) {
        if (options_.go_on && !options_.go_on()) jobs.Stop();
        continue;
      }
      const std::uint64_t executions = runner.result().executions;
      job.executions.store(executions, std::memory_order_relaxed);
      job.ends = (runner.result().findings > 0 && !options_.keep_going) ||
                 (executions % kLookEach == 0 && jobs.Enough(job));
      if (job.ends) break;
      if (options_.observe) Observe(jobs, runner.engine());
      if (!jobs.hungry()) continue;
      if (auto share = search.GiveAway(jobs.children()); share != nullptr) {
        jobs.Put(job, std::move(share));
      }
    }
  }

  void Observe(Jobs& jobs, const Execution& engine) {
    const std::lock_guard lock(observing_);
    if (!jobs.stopped() && !options_.observe(engine)) jobs.Stop();
  }

  // Adds up the results of all jobs up to where the search ends, in order, and what they learned.
  // False if the search must start again.
  bool Fold(Jobs& jobs, const Learned& before, Learned& learned, Result& total);
  // The job once more, alone, with so many executions at most.
  void Again(Job& job, std::uint64_t executions, const Learned& learned);

  const std::function<void()>& body_;
  const Exhaustive::Config config_;
  const Options& options_;
  std::mutex observing_;
};

bool ParallelSearch::Fold(Jobs& jobs, const Learned& before, Learned& learned, Result& total) {
  const std::uint64_t most = Most(before);
  SearchState rest;
  std::vector<const Job*> undone;  // what they gave away is in what they leave
  bool ended = false;
  for (Job& job : jobs.all()) {
    if (ended) {
      if (std::find(undone.begin(), undone.end(), job.giver) == undone.end()) {
        rest.pieces.push_back(job.piece);
      }
      undone.push_back(&job);
      continue;
    }
    // Where the limit is reached, is there anything left?
    const std::uint64_t may = most - total.executions;
    if (job.result.executions > may ||
        (job.result.executions == may && !job.left.pieces.empty() && !job.starts_again)) {
      Again(job, may, learned);
      undone.push_back(&job);
    }
    ended = job.ends || (job.result.executions == may && !job.left.pieces.empty());
    Append(total, std::move(job.result));
    learned.Add(job.left.learned);
    rest.sc = job.left.sc;
    rest.reduced = job.left.reduced;
    if (job.starts_again) {
      if (!total.stopped) return false;
      rest = rest.AtRoot();
      break;
    }
    rest.pieces.insert(rest.pieces.end(), job.left.pieces.begin(), job.left.pieces.end());
  }
  if (ended || learned.incomplete) total.exhausted = false;
  if (rest.pieces != rest.AtRoot().pieces) rest.executions = total.before + total.executions;
  rest.learned = learned;
  const bool diverged = total.finding.verdict == Verdict::kDiverged;
  if (!total.exhausted && !diverged && !rest.pieces.empty()) total.position = ToText(rest);
  total.started_again = total.started_again || (!config_.resume.empty() && !(before == Learned()));
  total.shard = config_.shard.index;
  total.shards = config_.shard.count;
  if (total.shards > 1) total.learned = ToText(rest.AtRoot());
  return true;
}

void ParallelSearch::Again(Job& job, std::uint64_t executions, const Learned& learned) {
  Exhaustive::Config config = config_;
  const bool first = job.giver == nullptr;
  if (!first) config.executions = executions;
  Exhaustive search(config);
  search.Start(options_.memory, options_.limits);
  if (first) {
    search.StartAll(learned);
  } else {
    Share share;
    share.piece = job.piece;
    share.learned = learned;
    search.Start(std::move(share));
  }
  Runner runner(body_, options_, search);
  while (search.Begin()) {
    if (runner.Run() && runner.result().findings > 0 && !options_.keep_going) break;
  }
  job.left = search.Where();
  job.starts_again = search.must_start_again();
  job.ends = runner.result().findings > 0 && !options_.keep_going;
  job.result = runner.Finish();
}

}  // namespace

Result ExploreInParallel(const std::function<void()>& body, const Exhaustive::Config& config,
                         const Options& options, int jobs) {
  if (jobs <= 1) return Explore(body, Exhaustive(config), options);
  return ParallelSearch(body, config, options).Run(jobs);
}

}  // namespace sim
