#include "sim/engine/execution.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "sim/engine/causal_past.h"
#include "sim/engine/snapshot.h"
#include "sim/fiber/heap_watch.h"

namespace sim {

thread_local constinit Execution* Execution::current_ = nullptr;

namespace {
constexpr char kOneThread[] = "one thread";
const std::string kForeignThread =
    " was used on a real thread (std::thread or "
    "the like) while the execution ran: start a "
    "sim::fiber instead";

[[noreturn]] void Die(const char* what, const char* why) {
  std::fprintf(stderr, "sim: %s %s\n", what, why);
  std::abort();
}
}  // namespace

Execution::Execution(Memory memory, Limits limits, Points points)
    : ExecutionState(memory, limits, points) {}

Execution::~Execution() = default;

void Execution::Outside(const char* what) {
  Die(what,
      "was used outside an execution: make and use it inside the body that sim::Explore runs, and "
      "on "
      "its fibers only (a real std::thread has no place there)");
}

const Finding& Execution::Run(Explorer& explorer, const std::function<void()>& body, bool trace) {
  BeginAny();
  graph_explorer_ = explorer.AsGraphExplorer();
  tracing_ = trace;
  saves_ = graph_explorer_ != nullptr && graph_explorer_->saves() && !tracing_ && !yielded_ &&
           HeapIsWatched();
  heap_before_ = HeapBalance();
  const Snapshot* const from = graph_explorer_ != nullptr ? graph_explorer_->from() : nullptr;
  if (from != nullptr) {
    BeginFrom(*from, explorer);
    scheduler_.GoOn();
  } else {
    Begin(explorer);
    scheduler_.Run(explorer, [&body] { body(); });
  }
  EndAny();
  if (trace) {
    // What a finding depends on includes them.
    for (int f = 0; f < graph_->fibers(); ++f) {
      if (joins_.pending(f)) AddJoins(f);
    }
    MarkCausalPast(*graph_, finding_, trace_);
  }
  return finding_;
}

void Execution::BeginAny() {
  if (current_ != nullptr) Die("sim::Explore", "was called inside an execution");
  current_ = this;
  finding_.verdict = Verdict::kPass;
  marks_.NextExecution();
  monitors_.Clear();
  look_at_ = std::min(most_events_, kMaxEventsPerFiber);
  tracing_ = saves_ = false;
  turn_ = -1;
}

void Execution::EndAny() {
  current_ = nullptr;
  if (foreign_.load(std::memory_order_relaxed) != nullptr) [[unlikely]] {
    const char* const what = foreign_.exchange(nullptr, std::memory_order_relaxed);
    finding_ = {Verdict::kMisuse, kOneThread, what + kForeignThread, "", 0, -1};
  }
}

void Execution::Begin(Explorer& explorer) {
  if (graph_explorer_ == nullptr) {
    graph_ = &own_graph_;
    graph_->Clear(memory_);
    repetition_.Stop(0);
    explorer.Watch(*graph_);
  } else {
    graph_ = &graph_explorer_->graph();
    repetition_.Begin(*graph_, graph_explorer_->order());
  }
  locations_.Begin(graph_explorer_ != nullptr ? &graph_explorer_->locations() : nullptr);
  scheduler_.Guide(graph_explorer_ != nullptr ? repetition_.open() : nullptr);
  races_.Clear();
  area_labels_.clear();
  watched_ = locations_.any_plain() || (graph_explorer_ != nullptr && repetition_.ordered());
  joins_.Clear();
  faults_ = 0;
  NewFiber(0, "main");
  if (!tracing_) return;
  trace_ = Trace();
  shown_.clear();
  trace_.fibers.emplace_back("main");
}

void Execution::TooLong(Site site, bool may_throw, const std::string& location) {
  if (scheduler_.halted()) return;
  const std::string cause =
      " events, and " + std::string(names_[running()]) + " goes on" +
      (location.empty() ? "" : " with " + location) +
      (site.Text().empty() ? "" : " at " + site.Text()) +
      "; the usual cause is a loop that polls: wait with await() instead, or call sim::yield() in "
      "its body";
  if (graph_->size() >= most_events_) {
    return Fail(Verdict::kLimit, "max_events",
                "the execution has more than " + std::to_string(limits_.max_events) + cause +
                    " (or raise Limits::max_events)",
                site, may_throw);
  }
  // A fiber's events must fit a lane of a view. No fiber can have more new ones than there are.
  int longest = 0;
  for (int f = 0; f < graph_->fibers(); ++f) longest = std::max(longest, graph_->position(f));
  if (longest < kMaxEventsPerFiber) {
    look_at_ = std::min(most_events_, graph_->size() + kMaxEventsPerFiber - longest);
    return;
  }
  Fail(Verdict::kLimit, "kMaxEventsPerFiber",
       "a fiber has more than " + std::to_string(kMaxEventsPerFiber) + cause, site, may_throw);
}

void Execution::Fail(Verdict verdict, std::string rule, std::string message, Site site,
                     bool may_throw, int other_fiber) {
  if (!scheduler_.halted()) {
    finding_ = {verdict, std::move(rule), std::move(message), site.Text(), running(), other_fiber};
    repetition_.Stop(running());
  }
  scheduler_.Stop(may_throw);
}

void Execution::Threw(int fiber, const std::exception_ptr& error) {
  std::string what = "an exception that is no std::exception";
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    what = e.what();
  } catch (...) {
  }
  finding_ = {Verdict::kRuleBroken,
              "no exception leaves a fiber",
              std::string(names_[fiber]) + " threw: " + what,
              "",
              fiber,
              -1};
  repetition_.Stop(fiber);
  scheduler_.StopHere();
}

int Execution::OnStuck() {
  std::string message;
  bool counts = true;
  for (int f = 0; f < graph_->fibers(); ++f) {
    if (!graph_->has_fiber(f) || scheduler_.ended(f)) continue;
    Waiting& w = waiting_[f];
    counts = counts && !(w.kind == WaitFor::kPoll && w.in_vain);
    if (graph_explorer_ != nullptr && w.kind != WaitFor::kFiber && w.kind != WaitFor::kPoll) {
      const ReadRequest request{.until = &w.until,
                                .modify = w.modify,
                                .operand = w.operand,
                                .order = w.order,
                                .failure = w.order};
      // Where its time is over, that is an execution of its own.
      counts = graph_explorer_->Stuck(f, w.location, request) && !w.timed && counts;
    } else if (w.timed) {
      w.timed = false;
      scheduler_.SetRunnable(f, true);
      return f;
    }
    if (!message.empty()) message += "; ";
    message += std::string(names_[f]) + " waits for " + WhatWaits(f);
  }
  if (!counts) {
    scheduler_.Refuse();
    return -1;
  }
  finding_ = {Verdict::kDeadlock, "every wait ends", message, "", running(), -1};
  scheduler_.StopHere();
  return -1;
}

std::string Execution::WhatWaits(int fiber) const {
  const Waiting& w = waiting_[fiber];
  std::string text;
  switch (w.kind) {
    case WaitFor::kNothing:
      return "nothing";
    case WaitFor::kFiber:
      text = std::string(names_[w.fiber]) + " to end";
      break;
    case WaitFor::kPoll:
    case WaitFor::kValue:
    case WaitFor::kUpdate:
      text = locations_.Name(w.location) + ", which is " +
             locations_.Print(w.location, Newest(w.location));
      break;
  }
  return text + " (" + w.site.Text() + ")";
}

std::string Execution::NameOfArea(AreaId area) const {
  const char* name = area_labels_[area].name;
  return name != nullptr ? name : "plain#" + std::to_string(area);
}

void Execution::Record(EventId event, std::string text, Site site) {
  Step& step = trace_.steps.emplace_back();
  step.fiber = running();
  step.text = std::move(text);
  step.where = site.Text();
  step.event = event;
  step.pos = event == kNoEvent ? graph_->position(step.fiber) : graph_->event(event).pos;
  for (const LocationId l : shown_) {
    step.shown.push_back(locations_[l].dead ? "" : locations_.Print(l, Newest(l)));
  }
}

}  // namespace sim
