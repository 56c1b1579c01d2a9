#include "sim/states/accesses.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace sim {

using Kind = Action::Kind;

void Accesses::Add(Fibers& fibers, Fibers more) {
  grown_ = grown_ || (more & ~fibers) != 0;
  fibers |= more;
}

Accesses::Touched& Accesses::At(std::uint32_t object, bool area) {
  std::vector<Touched>& all = area ? areas_ : cells_;
  if (all.size() <= object) all.resize(object + 1);
  return all[object];
}

const Accesses::Touched* Accesses::Find(std::uint32_t object, bool area) const {
  const std::vector<Touched>& all = area ? areas_ : cells_;
  return object < all.size() ? &all[object] : nullptr;
}

void Accesses::Arrive(int fiber, const Action& action) {
  const Fibers me = Fibers{1} << fiber;
  if (action.on_location() || action.plain()) {
    Touched& touched = At(action.object, action.plain());
    Add(action.writes() ? touched.writers : touched.readers, me);
  }
  if (action.kind == Kind::kFault) Add(faults_, me);
  if (action.timed) CannotTell("waits with a time limit depend on what everybody else can do");
}

void Accesses::Hidden(int fiber, std::uint32_t object, bool area, bool writes) {
  const Access access{fiber, object, area, writes};
  if (std::find(hidden_.begin(), hidden_.end(), access) != hidden_.end()) return;
  hidden_.push_back(access);
  Touched& touched = At(object, area);
  (writes ? touched.writers : touched.readers) |= Fibers{1} << fiber;
  grown_ = grown_apart_ = true;
}

void Accesses::ComeBack(Site site) {
  if (MayComeBack(site)) return;
  back_.push_back(site);
  grown_ = grown_apart_ = true;
}

void Accesses::CannotTell(const char* why) {
  if (why_not_ != nullptr) return;
  why_not_ = why;
  grown_ = grown_apart_ = true;
}

void Accesses::Merge(const Accesses& other) {
  auto merge = [this, &other](bool area) {
    const std::vector<Touched>& theirs = area ? other.areas_ : other.cells_;
    for (std::uint32_t i = 0; i < theirs.size(); ++i) {
      Touched& mine = At(i, area);
      Add(mine.readers, theirs[i].readers);
      Add(mine.writers, theirs[i].writers);
    }
  };
  merge(false);
  merge(true);
  for (const Access& a : other.hidden_) Hidden(a.fiber, a.object, a.area, a.writes);
  for (const Site site : other.back_) ComeBack(site);
  Add(faults_, other.faults_);
  if (other.why_not_ != nullptr) CannotTell(other.why_not_);
}

void Accesses::Write(ByteWriter& out) const {
  out.Number(limited_faults_ + 2 * grown_ + 4 * grown_apart_);
  for (const std::vector<Touched>* all : {&cells_, &areas_}) {
    out.Number(all->size());
    for (const Touched& t : *all) out.Number(t.readers), out.Number(t.writers);
  }
  out.Number(hidden_.size());
  for (const Access& a : hidden_) {
    out.Number(static_cast<std::uint64_t>(a.fiber));
    out.Number(a.object);
    out.Number(a.area + 2 * a.writes);
  }
  out.Number(back_.size());
  for (const Site& site : back_) out.Text(site.file_name()), out.Number(site.line());
  out.Number(faults_);
  out.Text(why_not_ == nullptr ? "" : why_not_);
}

Accesses Accesses::Read(ByteReader& in) {
  const std::uint64_t flags = in.Number();
  Accesses read((flags & 1) != 0);
  read.grown_ = (flags & 2) != 0;
  read.grown_apart_ = (flags & 4) != 0;
  for (std::vector<Touched>* all : {&read.cells_, &read.areas_}) {
    for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
      const auto readers = static_cast<Fibers>(in.Number());
      all->push_back({readers, static_cast<Fibers>(in.Number())});
    }
  }
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    const auto fiber = static_cast<int>(in.Number() % kMaxFibers);
    const auto object = static_cast<std::uint32_t>(in.Number());
    const std::uint64_t how = in.Number();
    read.hidden_.push_back({fiber, object, (how & 1) != 0, (how & 2) != 0});
  }
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    const char* file = Kept(in.Text());
    read.back_.push_back(Site::current(file, static_cast<std::uint32_t>(in.Number())));
  }
  read.faults_ = static_cast<Fibers>(in.Number());
  const std::string why = in.Text();
  read.why_not_ = why.empty() ? nullptr : Kept(why);
  return read;
}

// Who touches the object in a way that does not commute with such an access.
Accesses::Fibers Accesses::Others(std::uint32_t object, bool area, bool writes) const {
  const Touched* touched = Find(object, area);
  if (touched == nullptr) return 0;
  return writes ? touched->readers | touched->writers : touched->writers;
}

Accesses::Fibers Accesses::Conflicting(int fiber, const Action& action,
                                       const states::Turn& turn) const {
  Fibers others = 0;
  if (action.on_location() || action.plain()) {
    others = Others(action.object, action.plain(), action.writes());
  } else if (action.kind == Kind::kYield) {
    others = Waking(action, turn);
  } else if (action.kind == Kind::kFault && limited_faults_) {
    others = faults_;
  }
  for (const Access& a : hidden_) {
    if (a.fiber == fiber) others |= Others(a.object, a.area, a.writes);
  }
  return others & ~(Fibers{1} << fiber);
}

Accesses::Fibers Accesses::Waking(const Action& action, const states::Turn& turn) const {
  if (action.kind == Kind::kJoin) return Fibers{1} << action.object;
  if (action.kind == Kind::kAwait) return Others(action.object, false, false);
  Fibers others = 0;
  if (action.kind == Kind::kYield && turn.waits) {
    for (int i = 0; i < turn.count; ++i) others |= Others(turn.seen[i].location, false, false);
  }
  return others;
}

bool Accesses::MayComeBack(Site site) const {
  // A file's name may have come from elsewhere, and lie at another address.
  return std::any_of(back_.begin(), back_.end(), [site](Site other) {
    return other.line() == site.line() &&
           (other == site || std::strcmp(other.file_name(), site.file_name()) == 0);
  });
}

// What the steps of f touch besides their actions, and a step of g.
bool Accesses::HiddenCommute(int f, int g, const Action& of_g) const {
  const bool touches = of_g.on_location() || of_g.plain();
  const Access direct{g, of_g.object, of_g.plain(), of_g.writes()};
  return std::all_of(hidden_.begin(), hidden_.end(), [&](const Access& a) {
    if (a.fiber != f) return true;
    if (touches && !Apart(a, direct)) return false;
    return std::all_of(hidden_.begin(), hidden_.end(),
                       [&](const Access& b) { return b.fiber != g || Apart(a, b); });
  });
}

bool Accesses::Commute(int f, const Action& of_f, int g, const Action& of_g) const {
  if (why_not_ != nullptr || of_f.kind == Kind::kYield || of_g.kind == Kind::kYield) return false;
  if (of_f.kind == Kind::kFault && of_g.kind == Kind::kFault && limited_faults_) return false;
  if (!hidden_.empty() && !(HiddenCommute(f, g, of_g) && HiddenCommute(g, f, of_f))) return false;
  const bool objects = (of_f.on_location() || of_f.plain()) && (of_g.on_location() || of_g.plain());
  return !objects || Apart({f, of_f.object, of_f.plain(), of_f.writes()},
                           {g, of_g.object, of_g.plain(), of_g.writes()});
}

}  // namespace sim
