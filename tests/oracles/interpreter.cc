#include "tests/oracles/interpreter.h"

#include <cstddef>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "tests/oracles/machine.h"

namespace oracles {
namespace {

// Thrown where a thread ends before the end of its function; never leaves the fiber.
struct ThreadEnds {};

// One execution. Threads have numbers from 1; 0 is main.
struct Scene {
  Scene(const Program& p, const RunOptions& o) : program(p), options(o), machine(p, o) {}

  const Program& program;
  const RunOptions& options;
  Machine machine;
  std::vector<bool> stays = {false};  // by thread: an assume of its failed
  std::deque<Word> ended;             // by thread, if someone joins by number
  std::size_t joined = 0;
  int meeting = 0;  // threads that meet at barriers, so far
  std::vector<sim::fiber> fibers;
};

class Thread {
 public:
  Thread(Scene& scene, std::size_t number, int slot)
      : scene_(scene), number_(number), slot_(slot) {}

  void Run(int function, Value argument) {
    try {
      Call(function, {argument});
    } catch (const ThreadEnds&) {
    }
  }

 private:
  enum class Flow : unsigned char { kNext, kBreak, kContinue, kReturn };
  struct Frame {
    Value locals[kMaxLocals] = {};
    Value result = 0;
  };

  Value Call(int function, const std::vector<Value>& arguments);
  Flow Execute(const Node& node);
  Flow ExecuteLoop(const Node& node);
  Value Evaluate(const Node& node);
  Value Access(const Node& node);
  Value Effect(const Node& node);
  bool CompareExchange(const Node& node);
  void Spin(const Node& node);
  void Spawn(const Node& node);
  void Join(const Node& node);
  [[noreturn]] void Stay() {
    scene_.stays[number_] = true;
    throw ThreadEnds();
  }
  Value& Local(const Node& node) { return frame_->locals[node.index]; }
  // Of an address: the atomic there.
  Word& At(const Node& address) { return scene_.machine.At(Evaluate(address)); }

  Scene& scene_;
  const std::size_t number_;
  const int slot_;  // among those who meet at barriers
  Frame* frame_ = nullptr;
};

Value Thread::Call(int function, const std::vector<Value>& arguments) {
  Frame frame;
  for (std::size_t i = 0; i < arguments.size() && i < kMaxLocals; ++i) {
    frame.locals[i] = arguments[i];
  }
  Frame* const caller = frame_;
  frame_ = &frame;
  Execute(scene_.program.functions.at(static_cast<std::size_t>(function)).body);
  frame_ = caller;
  return frame.result;
}

Thread::Flow Thread::Execute(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kBlock:
      for (const Node& statement : node.kids) {
        const Flow flow = Execute(statement);
        if (flow != Flow::kNext) return flow;
      }
      return Flow::kNext;
    case Node::Kind::kIf:
      if (Evaluate(node.kids[0]) != 0) return Execute(node.kids[1]);
      return node.kids.size() > 2 ? Execute(node.kids[2]) : Flow::kNext;
    case Node::Kind::kLoop:
      return ExecuteLoop(node);
    case Node::Kind::kReturn:
      if (!node.kids.empty()) frame_->result = Evaluate(node.kids[0]);
      return Flow::kReturn;
    case Node::Kind::kBreak:
      return Flow::kBreak;
    case Node::Kind::kContinue:
      return Flow::kContinue;
    default:
      Evaluate(node);
      return Flow::kNext;
  }
}

Thread::Flow Thread::ExecuteLoop(const Node& node) {
  for (int i = 0;; ++i) {
    if (i == scene_.options.loop_bound) throw ThreadEnds();
    if (Evaluate(node.kids[0]) == 0) return Flow::kNext;
    const Flow flow = Execute(node.kids[1]);
    if (flow == Flow::kReturn) return flow;
    if (flow == Flow::kBreak) return Flow::kNext;
    if (node.kids.size() > 2) Execute(node.kids[2]);
  }
}

Value Thread::Evaluate(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kConstant:
      return node.value;
    case Node::Kind::kLocal:
      return Local(node);
    case Node::Kind::kAt:
      return scene_.machine.Get(Evaluate(node.kids[0]), node.order);
    case Node::Kind::kNot:
      return Evaluate(node.kids[0]) == 0;
    case Node::Kind::kBinary: {
      const Value left = Evaluate(node.kids[0]);
      if (node.op == Op::kAndThen && left == 0) return 0;
      if (node.op == Op::kOrElse && left != 0) return 1;
      return Apply(node.op, left, Evaluate(node.kids[1]));
    }
    case Node::Kind::kAssign: {
      const Value value = Evaluate(node.kids[1]);
      if (node.kids[0].kind == Node::Kind::kLocal) return Local(node.kids[0]) = value;
      scene_.machine.Set(Evaluate(node.kids[0].kids[0]), value, node.kids[0].order);
      return value;
    }
    case Node::Kind::kCall: {
      const Value function = Evaluate(node.kids[0]);
      std::vector<Value> arguments;
      for (std::size_t i = 1; i < node.kids.size(); ++i) {
        arguments.push_back(Evaluate(node.kids[i]));
      }
      return Call(static_cast<int>(function), arguments);
    }
    default:
      return Access(node);
  }
}

Value Thread::Access(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kRead:
      return At(node.kids[0]).load(node.order);
    case Node::Kind::kWrite: {
      Word& word = At(node.kids[0]);
      word.store(Evaluate(node.kids[1]), node.order);
      return 0;
    }
    case Node::Kind::kFetchAdd: {
      Word& word = At(node.kids[0]);
      return word.fetch_add(Evaluate(node.kids[1]), node.order);
    }
    case Node::Kind::kExchange: {
      Word& word = At(node.kids[0]);
      return word.exchange(Evaluate(node.kids[1]), node.order);
    }
    case Node::Kind::kCompareExchange:
      return CompareExchange(node);
    default:
      return Effect(node);
  }
}

Value Thread::Effect(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kFence:
      sim::atomic_thread_fence(node.order);
      break;
    case Node::Kind::kSpin:
      Spin(node);
      break;
    case Node::Kind::kAssume:
      if (Evaluate(node.kids[0]) == 0) Stay();
      break;
    case Node::Kind::kAssert:
      sim::check(Evaluate(node.kids[0]) != 0, "assert");
      break;
    case Node::Kind::kExit:
      throw ThreadEnds();
    case Node::Kind::kLock:
      scene_.machine.mutex(node.index).lock();
      break;
    case Node::Kind::kUnlock:
      scene_.machine.mutex(node.index).unlock();
      break;
    case Node::Kind::kBarrierInit:
      scene_.machine.InitBarrier(node.index, static_cast<int>(Evaluate(node.kids[0])));
      break;
    case Node::Kind::kBarrierWait:
      scene_.machine.Wait(node.index, slot_);
      break;
    case Node::Kind::kSpawn:
      Spawn(node);
      break;
    case Node::Kind::kJoin:
      Join(node);
      break;
    default:
      break;
  }
  return 0;
}

bool Thread::CompareExchange(const Node& node) {
  Word& word = At(node.kids[0]);
  Value& expected = Local(node.kids[1]);
  return word.compare_exchange_strong(expected, Evaluate(node.kids[2]), node.order, node.failure);
}

// The failed tries have no effect but to wait, so they are not part of the execution.
void Thread::Spin(const Node& node) {
  Word& word = At(node.kids[0]);
  const Value expected = Local(node.kids[1]);
  word.await_exchange([expected](Value v) { return v == expected; }, Evaluate(node.kids[2]),
                      node.order);
}

void Thread::Spawn(const Node& node) {
  const int function = node.index;
  const Function& f = scene_.program.functions[static_cast<std::size_t>(function)];
  const Value argument = node.kids.empty() ? 0 : Evaluate(node.kids[0]);
  const std::size_t number = scene_.stays.size();
  const int slot = f.waits_at_barrier ? scene_.meeting++ : 0;
  scene_.stays.push_back(false);
  if (scene_.program.joins_by_number) scene_.ended.emplace_back(0, "ended");
  scene_.fibers.emplace_back(f.name.c_str(), [this, function, argument, number, slot] {
    Scene& scene = scene_;
    Thread(scene, number, slot).Run(function, argument);
    if (!scene.ended.empty()) scene.ended[number - 1].store(1, std::memory_order_release);
  });
}

void Thread::Join(const Node& node) {
  std::size_t number = 0;
  if (node.kids.empty()) {
    number = ++scene_.joined;
    scene_.fibers.at(number - 1).join();
  } else {
    number = static_cast<std::size_t>(Evaluate(node.kids[0]));
    scene_.ended.at(number - 1).await([](Value v) { return v == 1; }, std::memory_order_acquire);
  }
  if (scene_.stays[number]) Stay();
}

// Looks at all executions.
class Counter {
 public:
  Counter(const Program& program, const RunOptions& options)
      : program_(program), options_(options) {}

  void Body() {
    stays_ = false;
    Scene scene(program_, options_);
    Thread main(scene, 0, 0);
    main.Run(program_.main, 0);
    for (sim::fiber& fiber : scene.fibers) fiber.join();
    for (const bool stays : scene.stays) stays_ = stays_ || stays;
  }

  bool Observe(const sim::Execution& execution) {
    if (stays_) return true;
    ++outcome_.executions;
    if (graphs_.size() < options_.compared &&
        !graphs_.insert(sim::Signature(execution.graph())).second) {
      ++outcome_.repeated;
    }
    return true;
  }

  Outcome Count() {
    outcome_.result =
        sim::Explore([this] { Body(); }, sim::Exhaustive({.reduction = sim::Reduction::kNone}),
                     {.memory = options_.memory,
                      .observe = [this](const sim::Execution& e) { return Observe(e); }});
    return outcome_;
  }

 private:
  const Program& program_;
  const RunOptions& options_;
  bool stays_ = false;
  std::set<std::string> graphs_;
  Outcome outcome_;
};

}  // namespace

Outcome RunProgram(const Program& program, const RunOptions& options) {
  return Counter(program, options).Count();
}

}  // namespace oracles
