#include "tests/axioms/straight_line.h"

#include <algorithm>
#include <atomic>
#include <iterator>

#include "sim/explore/prng.h"
#include "sim/sim.h"

namespace axioms {
namespace {

constexpr int kLocations = 3;

// --- drawing ---

// Litmus tests of the literature: fibers apart by '|', R, W, U (update) of x, y, z. Where there is
// a '+', the first fiber is the one that creates the others (+) and joins them (-), in order; else
// one more does that and nothing else.
constexpr const char* kShapes[] = {
    "Wx Ry | Wy Rx",            // SB
    "Wx Ry | Wy Rz | Wz Rx",    // SB+3
    "Wx Wy | Ry Rx",            // MP
    "Wx Wy | Wy Wx",            // 2+2W
    "Wx Wy | Wy Rx",            // R
    "Wx Wy | Ry Wx",            // S
    "Rx Wy | Ry Wx",            // LB
    "Wx | Rx Wy | Ry Rx",       // WRC
    "Wx | Rx Ry | Wy Rx",       // RWC
    "Wx Wy | Ry Rz | Wz Rx",    // W+RWC
    "Wx Wy | Ry Wz | Rz Rx",    // ISA2
    "Wx Wy | Ry Wz | Wz Rx",    // Z6.0
    "Wx Wy | Uy Ry | Wy Rx",    // Z6.U
    "Wx Wx | Rx Ry | Wy Rx",    // WWmerge1
    "Wx | Rx Ry | Ry Rx | Wy",  // IRIW
    "Wx Wy | Uy | Ry Rx",       // RS+fadd
    "Wx Wy | Uy | Uy | Ry Rx",  // RS+fadd2
    "Wx Wy Wy | Ry Rx",         // RS+store-same
    "+ Wx Ry - | Wy Rx",        // SB
    "+ Wx + -- | Wy Rx | Ry",   // RWC by creation
    "++- Ry - | Wx | Wy Rx",    // RWC by joining
    "Wx + Ry - Rx | Wx Wy",     // MP by joining
};

class Drawing {
 public:
  Drawing(const Language& language, std::uint64_t seed) : language_(language), prng_(seed) {}

  Program Make() {
    return prng_.Below(2) == 0 ? Free() : LikeThat(kShapes[prng_.Below(std::size(kShapes))]);
  }

 private:
  Program Free() {
    Program program(3 + prng_.Below(2));
    const int others = static_cast<int>(program.size()) - 1;
    std::vector<Op>& first = program[0];
    for (int f = 1; f <= others; ++f) first.push_back({Op::What::kCreate, f, Mode::kRelaxed});
    for (int f = 1; f <= others; ++f) first.push_back({Op::What::kJoin, f, Mode::kRelaxed});
    const std::uint32_t ops = 4 + prng_.Below(5);
    for (std::uint32_t i = 0; i < ops; ++i) {
      const bool fence = OfTen(language_.fences);
      const char what = "RRWWU"[prng_.Below(5)];
      const Op op = fence ? Fence() : Access(what, static_cast<int>(prng_.Below(2)));
      // Fiber 0 has a share, too, but a smaller one.
      const int fiber = OfTen(1) ? 0 : 1 + static_cast<int>(prng_.Below(Index(others)));
      std::vector<Op>& there = program[Index(fiber)];
      const std::size_t place =
          fiber == 0 ? prng_.Below(static_cast<std::uint32_t>(there.size()) + 1) : there.size();
      there.insert(there.begin() + static_cast<std::ptrdiff_t>(place), op);
    }
    return program;
  }

  Program LikeThat(const std::string& shape) {
    Program program;
    const bool creates = shape.find('+') != std::string::npos;
    program.resize(creates ? 1 : 2);
    int created = 0, joined = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::vector<Op>& there = program.back();
      if (shape[i] == ' ') continue;
      if (shape[i] == '|') {
        program.emplace_back();
      } else if (shape[i] == '+') {
        there.push_back({Op::What::kCreate, ++created, Mode::kRelaxed});
      } else if (shape[i] == '-') {
        there.push_back({Op::What::kJoin, ++joined, Mode::kRelaxed});
      } else {
        if (!there.empty() && OfTen(2 * language_.fences)) there.push_back(Fence());
        const char what = OfTen(1) ? 'U' : shape[i];
        there.push_back(Access(what, shape[++i] - 'x'));
      }
    }
    const int others = static_cast<int>(program.size()) - 1;
    while (created < others) program[0].push_back({Op::What::kCreate, ++created, Mode::kRelaxed});
    while (joined < others) program[0].push_back({Op::What::kJoin, ++joined, Mode::kRelaxed});
    return program;
  }

  static std::uint32_t Index(int i) { return static_cast<std::uint32_t>(i); }
  bool OfTen(int share) { return static_cast<int>(prng_.Below(10)) < share; }

  Op Access(char what, int location) {
    if (what == 'U') return {Op::What::kAdd, location, AnyMode()};
    const bool load = what == 'R';
    return {load ? Op::What::kLoad : Op::What::kStore, location,
            ModeOf(load ? Mode::kAcquire : Mode::kRelease)};
  }
  Op Fence() { return {Op::What::kFence, -1, AnyMode()}; }

  Mode ModeOf(Mode stronger) {
    if (OfTen(language_.plain)) return Mode::kPlain;
    if (OfTen(language_.seq_cst)) return Mode::kSeqCst;
    return prng_.Below(2) == 0 ? Mode::kRelaxed : stronger;
  }
  Mode AnyMode() {
    if (OfTen(language_.seq_cst)) return Mode::kSeqCst;
    constexpr Mode kModes[] = {Mode::kRelaxed, Mode::kAcquire, Mode::kRelease, Mode::kAcqRel};
    return kModes[prng_.Below(4)];
  }

  const Language& language_;
  sim::Prng prng_;
};

// --- running ---

std::memory_order OrderOf(Mode mode) {
  switch (mode) {
    case Mode::kPlain:
    case Mode::kRelaxed:
      return std::memory_order_relaxed;
    case Mode::kAcquire:
      return std::memory_order_acquire;
    case Mode::kRelease:
      return std::memory_order_release;
    case Mode::kAcqRel:
      return std::memory_order_acq_rel;
    case Mode::kSeqCst:
      break;
  }
  return std::memory_order_seq_cst;
}

class Running {
 public:
  explicit Running(const Program& program) : program_(program) { fibers_.reserve(program.size()); }

  void Fiber(std::size_t fiber) {
    for (const Op& op : program_[fiber]) {
      if (op.what == Op::What::kCreate) {
        const std::size_t other = fibers_.size() + 1;
        fibers_.emplace_back("fiber", [this, other] { Fiber(other); });
      } else if (op.what == Op::What::kJoin) {
        fibers_[static_cast<std::size_t>(op.object - 1)].join();
      } else if (op.what == Op::What::kFence) {
        sim::atomic_thread_fence(OrderOf(op.mode));
      } else {
        Access(op, words_[op.object]);
      }
    }
  }

 private:
  void Access(const Op& op, sim::atomic<int>& x) {
    const std::memory_order order = OrderOf(op.mode);
    const bool plain = op.mode == Mode::kPlain;
    if (op.what == Op::What::kAdd) {
      x.fetch_add(1, order);
    } else if (op.what == Op::What::kLoad) {
      plain ? x.plain_load() : x.load(order);
    } else {
      plain ? x.plain_store(1) : x.store(1, order);
    }
  }

  const Program& program_;
  sim::atomic<int> words_[kLocations] = {sim::atomic<int>(0, "x"), sim::atomic<int>(0, "y"),
                                         sim::atomic<int>(0, "z")};
  std::vector<sim::fiber> fibers_;
};

// --- candidates ---

// The program's events, without rf and co.
Execution EventsOf(const Program& program) {
  Execution x;
  auto add = [&x](Event e, Kind kind) {
    e.kind = kind;
    x.events.push_back(e);
  };
  for (int l = 0; l < kLocations; ++l) add({.location = l}, Kind::kInit);
  for (int fiber = 0; fiber < static_cast<int>(program.size()); ++fiber) {
    add({.fiber = fiber}, Kind::kStart);
    for (const Op& op : program[static_cast<std::size_t>(fiber)]) {
      const Op::What what = op.what;
      const bool marker = what == Op::What::kCreate || what == Op::What::kJoin;
      Event e{.fiber = fiber, .mode = op.mode, .update = what == Op::What::kAdd};
      (marker ? e.other : e.location) = op.object;
      if (what == Op::What::kCreate) add(e, Kind::kCreate);
      if (what == Op::What::kJoin) add(e, Kind::kJoin);
      if (what == Op::What::kFence) add(e, Kind::kFence);
      if (what == Op::What::kLoad || e.update) add(e, Kind::kRead);
      if (what == Op::What::kStore || e.update) add(e, Kind::kWrite);
    }
    add({.fiber = fiber}, Kind::kEnd);
  }
  return x;
}

class Candidates {
 public:
  explicit Candidates(const Program& program) : x_(EventsOf(program)) {
    x_.co.resize(kLocations);
    for (int i = 0; i < x_.size(); ++i) {
      const Event& e = x_.event(i);
      if (e.kind == Kind::kRead) reads_.push_back(i);
      if (e.kind == Kind::kInit || e.kind == Kind::kWrite) {
        x_.co[static_cast<std::size_t>(e.location)].push_back(i);
      }
    }
    writes_ = x_.co;
  }

  std::uint64_t Count() const {
    std::uint64_t count = 1;
    for (const int r : reads_) count *= SourcesOf(r).size();
    for (const std::vector<int>& writes : writes_) {
      for (std::size_t i = 2; i < writes.size(); ++i) count *= i;
    }
    return count;
  }
  void ForEach(const std::function<void(const Execution&)>& look) { ChooseSource(0, look); }

 private:
  // An update's write directly follows its read.
  std::vector<int> SourcesOf(int read) const {
    std::vector<int> sources = writes_[static_cast<std::size_t>(x_.event(read).location)];
    if (x_.event(read).update) std::erase(sources, read + 1);
    return sources;
  }
  void ChooseSource(std::size_t read, const std::function<void(const Execution&)>& look) {
    if (read == reads_.size()) return ChooseOrder(0, look);
    for (const int source : SourcesOf(reads_[read])) {
      x_.events[static_cast<std::size_t>(reads_[read])].rf = source;
      ChooseSource(read + 1, look);
    }
  }
  void ChooseOrder(std::size_t location, const std::function<void(const Execution&)>& look) {
    if (location == x_.co.size()) return look(x_);
    std::vector<int>& order = x_.co[location];
    do {
      ChooseOrder(location + 1, look);
    } while (std::next_permutation(order.begin() + 1, order.end()));
  }

  Execution x_;
  std::vector<int> reads_;
  std::vector<std::vector<int>> writes_;  // by location
};

}  // namespace

Program Draw(const Language& language, std::uint64_t seed) {
  return Drawing(language, seed).Make();
}

std::string ToText(const Program& program) {
  constexpr const char* kWhats[] = {"R.", "W.", "U.", "F.", "create", "join"};
  constexpr const char* kModes[] = {"na", "rlx", "rel", "acq", "acq_rel", "sc"};
  std::string out;
  for (std::size_t fiber = 0; fiber < program.size(); ++fiber) {
    if (fiber > 0) out += "| ";
    for (const Op& op : program[fiber]) {
      const bool marker = op.what == Op::What::kCreate || op.what == Op::What::kJoin;
      out += kWhats[static_cast<int>(op.what)];
      if (!marker) out += kModes[static_cast<int>(op.mode)];
      if (marker) out += "(" + std::to_string(op.object) + ")";
      if (!marker && op.object >= 0) out += std::string("(") + "xyz"[op.object] + ")";
      out += " ";
    }
  }
  return out;
}

void Run(const Program& program) { Running(program).Fiber(0); }

std::uint64_t CountCandidates(const Program& program) { return Candidates(program).Count(); }

void ForEachCandidate(const Program& program, const std::function<void(const Execution&)>& look) {
  Candidates(program).ForEach(look);
}

std::string Key(const Execution& execution) {
  // An access by its fiber and its place among the accesses there, in two letters.
  std::vector<std::string> names(execution.events.size());
  std::vector<char> next;
  for (int i = 0; i < execution.size(); ++i) {
    const Event& e = execution.event(i);
    if (e.location < 0) continue;
    const std::size_t fiber = static_cast<std::size_t>(e.fiber + 1);  // 0: initial writes
    if (next.size() <= fiber) next.resize(fiber + 1, 'a');
    names[static_cast<std::size_t>(i)] = {static_cast<char>('0' + fiber), next[fiber]++};
  }
  std::vector<std::string> lines;
  auto name = [&names](int i) { return names[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < execution.size(); ++i) {
    const Event& e = execution.event(i);
    if (e.kind == Kind::kRead) lines.push_back(name(i) + "<" + name(e.rf));
  }
  for (const std::vector<int>& writes : execution.co) {
    std::string line;
    for (const int w : writes) line += name(w);
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += line + " ";
  return out;
}

}  // namespace axioms
