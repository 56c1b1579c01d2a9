// Which graph the exhaustive search comes to next; where it stands, and how it goes on from there.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "sim/explore/exhaustive.h"

namespace sim {
namespace {

Finding DoesNotFit(std::string message) {
  return {Verdict::kDiverged, "the position fits", std::move(message), "", 0, -1};
}

}  // namespace

void Exhaustive::Start(Memory memory, const Limits& limits) {
  memory_ = memory;
  max_faults_ = limits.max_faults;
  Forget();
  if (config_.shard.index >= config_.shard.count) {
    problem_ = DoesNotFit("there is no shard " + std::to_string(config_.shard.index) + " of " +
                          std::to_string(config_.shard.count) + ": they are numbered from 0");
  } else {
    SetOut();
    if (!config_.resume.empty()) Resume();
  }
}

// At the root.
void Exhaustive::SetOut() {
  course_.resumed.clear();
  course_.Begin({Piece::Whole()});
  if (config_.shard.count > 1) course_.partition = std::make_unique<Partition>();
}

void Exhaustive::StartAll(const Learned& learned) {
  alone_ = false;
  if (learned == Learned()) return;  // as Start left it
  Forget();
  Know(learned);
  SetOut();
}

void Exhaustive::Start(Share share) {
  alone_ = false;
  Forget();
  course_.Begin({std::move(share.piece)});
  if (!share.stack.frames().empty()) {
    stack_ = std::move(share.stack);
    requests_ = std::move(share.requests);
    locations_ = std::move(share.locations);
    course_.root = nullptr;  // it has other numbers
    course_.step = course_.now().way.size() - 1;
    part_ = course_.now().number;
    course_.begun = course_.arrived = counts_ = course_.handed = true;
  }
  Know(share.learned);
}

// As if nothing had been visited. How things are numbered stays.
void Exhaustive::Forget() {
  stack_.Clear();
  course_.partition = nullptr;
  course_.Begin({});
  done_ = before_ = 0;
  stopped_at_.reset();
  problem_ = {};
  habits_.clear();
  started_again_ = again_ = exhausted_ = incomplete_ = saw_classes_ = false;
  given_up_ = nullptr;
  classes_ = config_.reduction == Reduction::kClasses && memory_ != Memory::kSc;
}

void Exhaustive::Know(const Learned& learned) {
  for (int f = 0; f < kMaxFibers; ++f) {
    for (std::size_t nth = 0; nth < learned.habits[f].size(); ++nth) {
      HabitsOf(locations_.Of(f, nth)) = Habits::Of(learned.habits[f][nth]);
    }
  }
  given_up_ = learned.no_classes;
  classes_ = classes_ && given_up_ == nullptr;
  saw_classes_ = learned.saw_classes;
  incomplete_ = learned.incomplete;
}

Learned Exhaustive::learned() const {
  Learned learned;
  for (LocationId l = 0; l < habits_.size(); ++l) {
    if (habits_[l].bits() == 0) continue;
    const LocationNumbers::Name name = locations_.name(l);
    std::vector<std::uint8_t>& made = learned.habits[name.fiber];
    if (made.size() <= name.nth) made.resize(name.nth + 1);
    made[name.nth] = habits_[l].bits();
  }
  learned.no_classes = given_up_;
  learned.saw_classes = saw_classes_;
  learned.incomplete = incomplete_;
  return learned;
}

SearchState Exhaustive::Where() const {
  if (stopped_at_.has_value() && !exhausted_ && !again_) return *stopped_at_;
  SearchState where{.executions = done_,
                    .sc = memory_ == Memory::kSc,
                    .reduced = config_.reduction == Reduction::kClasses,
                    .learned = learned(),
                    .pieces = {}};
  if (again_) return where.AtRoot();
  if (course_.partition != nullptr) {
    where.pieces = course_.resumed.empty() ? std::vector<Piece>{Piece::Whole()} : course_.resumed;
    where.and_behind = course_.and_behind;
    return where;
  }
  // Those of the other parts are known without being told.
  where.and_behind = config_.shard.count > 1 && alone_ && !course_.over();
  const std::size_t end = where.and_behind ? course_.piece + 1 : course_.pieces.size();
  for (std::size_t i = course_.piece; i < end; ++i) {
    where.pieces.push_back(course_.pieces[i]);
    if (i > course_.piece || !course_.arrived || course_.handed) continue;
    where.pieces.back() = {
        .way = stack_.Way(), .number = course_.pieces[i].number, .signature = Signature()};
  }
  return where;
}

Exhaustive::Standing Exhaustive::standing() const {
  const SearchState where = Where();
  return {.before = before_,
          .started_again = started_again_,
          .position = where.pieces.empty() ? "" : ToText(where),
          .learned = ToText(where.AtRoot()),
          .shard = config_.shard.index,
          .shards = config_.shard.count};
}

void Exhaustive::Resume() {
  auto parsed = ParsePosition(config_.resume);
  if (std::string* error = std::get_if<std::string>(&parsed); error != nullptr) {
    problem_ = DoesNotFit(std::move(*error));
    return;
  }
  auto& from = std::get<SearchState>(parsed);
  if (from.sc != (memory_ == Memory::kSc) ||
      from.reduced != (config_.reduction == Reduction::kClasses)) {
    problem_ = DoesNotFit(
        "the position is that of a search with another memory model or reduction: give the same "
        "ones");
    return;
  }
  Know(from.learned);
  done_ = before_ = from.executions;
  started_again_ = from.executions == 0 && from.pieces == course_.pieces;
  if (from.pieces == course_.pieces) return;
  if (from.pieces.empty()) course_.partition = nullptr;
  if (course_.partition == nullptr) {
    course_.pieces = std::move(from.pieces);
    for (const Piece& piece : course_.pieces) {
      if (piece.number == 0) continue;
      problem_ = DoesNotFit("the position is that of a shard: give the same one");
    }
  } else {
    course_.resumed = std::move(from.pieces);
    course_.and_behind = from.and_behind;
  }
}

// What the shard visits, now that the tree is divided; false if it does not fit a position.
bool Exhaustive::Divide() {
  std::vector<Piece> own = course_.partition->PiecesOf(config_.shard);
  course_.partition = nullptr;
  if (course_.resumed.empty()) {
    course_.Begin(std::move(own));
    return true;
  }
  auto number = [](const Piece& piece) { return piece.number; };
  for (const Piece& piece : course_.resumed) {
    if (std::ranges::find(own, piece.number, number) != own.end()) continue;
    problem_ =
        DoesNotFit("the position is not one of this shard, or not of this program: it has part " +
                   std::to_string(piece.number) + " of the tree, which the shard has not");
    return false;
  }
  course_.Begin(course_.resumed);
  if (!course_.and_behind) return true;
  const auto behind = std::ranges::upper_bound(own, course_.resumed.back().number, {}, number);
  course_.pieces.insert(course_.pieces.end(), behind, own.end());
  return true;
}

// Of the nodes on the way, and of what is in the graph on top.
std::uint32_t Exhaustive::Signature() const {
  std::uint64_t h = stack_.Signature();
  const Graph& g = stack_.top().graph;
  for (EventId id = 0; id < g.size(); ++id) {
    const Event& e = g.event(id);
    // Not the location: they may be numbered in another way.
    const auto from = static_cast<std::uint64_t>(e.rf >= 0 ? e.rf : -1);
    h ^= e.value ^ from << 16 ^ std::uint64_t{e.fiber} << 8 ^ static_cast<std::uint64_t>(e.kind);
    h *= 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  return static_cast<std::uint32_t>(h) | 1;
}

// The next run on the way to where the piece, or the next one, begins; false if there is none. If
// `course_.arrived`, it is there, and nothing is to be run.
bool Exhaustive::NextPiece() {
  if (course_.arrived) {
    ++course_.piece;
    course_.begun = course_.arrived = false;
  }
  for (;;) {
    if (course_.partition != nullptr && !course_.begun) {
      if (std::optional<Piece> look = course_.partition->Next(); look.has_value()) {
        course_.Begin({*std::move(look)});
      } else if (!Divide()) {
        return false;
      }
    }
    exhausted_ = course_.over();
    if (exhausted_) return false;
    const Made made = Approach();
    if (made == Made::kNothing && problem_.verdict != Verdict::kPass) return false;
    if (made == Made::kRuns || course_.arrived) return true;
  }
}

// The next node on the way to where the piece begins; kNothing if there is none.
Exhaustive::Made Exhaustive::Approach() {
  if (course_.begun && course_.AtLastNode()) return Arrive();
  const Piece& piece = course_.now();
  part_ = piece.number;
  if (course_.begun) {
    const Made made = Follow();
    ++course_.step;
    counts_ = piece.counts_last && course_.AtLastNode();
    course_.ran = made == Made::kRuns;
    return made;
  }
  course_.begun = course_.ran = true;
  course_.step = 0;
  counts_ = piece.counts_last && course_.AtLastNode();
  stack_.Clear();
  const SearchStack::Mark before = stack_.mark();
  SearchStack::Level& root = Push();
  stack_.Open(before);
  if (course_.root == nullptr || course_.AtLastNode()) {
    root.graph.Clear(memory_);
    return Made::kRuns;
  }
  root.CopyFrom(*course_.root);
  stack_.Close();
  return Made::kChildren;
}

// A node on the way was run.
void Exhaustive::Approached() {
  if (course_.AtLastNode()) {
    Arrive();
  } else if (course_.step == 0) {
    course_.root = std::make_unique<SearchStack::Level>();
    course_.root->CopyFrom(stack_.top());
  }
}

// One step on the way to where the piece begins.
Exhaustive::Made Exhaustive::Follow() {
  const Fork& fork = course_.now().way[course_.step];
  const SearchStack::Frame& frame = stack_.frames().back();
  if (fork.left >= frame.total) {
    return Misfit("where it goes on with alternative " + std::to_string(fork.left + 1) +
                  " there are " + std::to_string(frame.total));
  }
  const Made made = Make(stack_.TakeOnly(fork));
  if (made == Made::kNothing && course_.partition != nullptr) {
    course_.partition->NoNode();
    course_.begun = false;
    return made;
  }
  return made != Made::kNothing ? made : Misfit("it goes on where nothing comes of it");
}

Exhaustive::Made Exhaustive::Arrive() {
  const Piece& piece = course_.now();
  const Fork& fork = piece.way[course_.step];
  const SearchStack::Frame& frame = stack_.frames().back();
  if (fork.left != kAllChildren && fork.left > frame.total) {
    return Misfit("it has " + std::to_string(fork.left) + " alternatives left of " +
                  std::to_string(frame.total));
  }
  if (piece.signature != 0 && piece.signature != Signature()) {
    return Misfit("its last execution was another one");
  }
  if (course_.partition != nullptr) {
    std::vector<std::uint32_t> kept;
    for (const Alternative& a : stack_.Children()) kept.push_back(EventsKept(graph(), a));
    course_.partition->Looked(kept, course_.ran);
  }
  stack_.Keep(fork);
  course_.arrived = counts_ = true;
  return Made::kChildren;
}

Exhaustive::Made Exhaustive::Misfit(const std::string& what) {
  const Piece& piece = course_.now();
  const std::string where = "at node " + std::to_string(course_.step + 1) + " of " +
                            std::to_string(piece.way.size()) + " on the way, " + what;
  if (piece.signature != 0) {
    problem_ = DoesNotFit("the position does not fit the program: " + where +
                          "; it belongs to another program, version or setting");
  } else {
    problem_ = {Verdict::kNondeterminism,
                "the same choices lead to the same end",
                "when its choices were repeated, " + where +
                    ": look for a clock, randomness, an address or something kept from run to run",
                "",
                0,
                -1};
  }
  return Made::kNothing;
}

// What was visited counts no more; what was learned does.
bool Exhaustive::StartAgain() {
  if (!alone_) return false;
  const Learned learned = this->learned();
  Forget();
  Know(learned);
  SetOut();
  course_.root = nullptr;
  restarted_ = true;
  started_again_ = !config_.resume.empty();
  return true;
}

std::unique_ptr<Share> Exhaustive::GiveAway(std::uint64_t children) {
  if (!course_.arrived || again_) return nullptr;
  auto share = std::make_unique<Share>();
  share->learned = learned();
  if (course_.piece + 1 < course_.pieces.size()) {
    share->piece = std::move(course_.pieces.back());
    course_.pieces.pop_back();
    return share;
  }
  std::optional<Piece> piece = stack_.GiveAway(children, share->stack);
  if (!piece.has_value()) return nullptr;
  share->piece = *std::move(piece);
  share->piece.number = course_.now().number;
  share->requests = requests_;
  share->locations = locations_;
  return share;
}

}  // namespace sim
