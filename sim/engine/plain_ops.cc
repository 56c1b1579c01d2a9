// Plain memory: the bytes are real and belong to the user; the engine looks for races.
#include "sim/engine/execution.h"

namespace sim {
namespace {

std::string Bytes(std::size_t first, std::size_t count) {
  return "[" + std::to_string(first) + ".." + std::to_string(first + count) + ")";
}

}  // namespace

AreaId Execution::NewArea(const void* memory, std::size_t bytes, Label label) {
  area_labels_.push_back(label);
  const AreaId area = races_.AddArea(bytes);
  if (stepped()) stepper_->NewArea(area, memory, bytes);
  return area;
}

void Execution::CarefulEndArea(AreaId area) {
  if (scheduler_.halted()) return;
  if (races_.dead(area)) {
    Fail(Verdict::kMisuse, "one end", NameOfArea(area) + " was destroyed twice", Site{}, false);
  } else if (!races_.OrderedToEnd(area, running(), known(running()))) {
    Fail(Verdict::kMisuse, "no use after its end",
         NameOfArea(area) + " was destroyed by " + names_[running()] +
             " although another fiber's access to it does not happen before",
         Site{}, false);
  }
  races_.MarkDead(area);
}

void Execution::CarefulPlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                                 const Bits* value) {
  if (monitors_.running() || count == 0) return;
  if (stepped()) {
    Take({.kind = Action::Kind::kPlainRead,
          .object = area,
          .first = first,
          .count = count,
          .site = site},
         /*may_throw=*/true);
    return;
  }
  if (scheduler_.halted()) return scheduler_.Stop();
  if (races_.dead(area)) [[unlikely]] {
    return Fail(Verdict::kMisuse, "no use after its end",
                NameOfArea(area) + " was read after it was destroyed", site);
  }
  const int me = running();
  if (tracing_) [[unlikely]] {
    Record(kNoEvent,
           NameOfArea(area) + (value != nullptr ? " -> " + area_labels_[area].print(*value)
                                                : Bytes(first, count) + " read"),
           site);
  }
  const PlainAccess access{first, first + count, me, position(me)};
  if (!races_.Read(area, access, known(me))) [[unlikely]]
    Race(area, access, false, site);
}

void Execution::CarefulPlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                                  const Bits* value) {
  if (count == 0) return;
  if (stepped()) {
    Take({.kind = Action::Kind::kPlainWrite,
          .object = area,
          .first = first,
          .count = count,
          .site = site},
         /*may_throw=*/true);
    return;
  }
  if (scheduler_.halted()) return scheduler_.Stop();
  if (races_.dead(area)) [[unlikely]] {
    return Fail(Verdict::kMisuse, "no use after its end",
                NameOfArea(area) + " was written after it was destroyed", site);
  }
  const int me = running();
  if (tracing_) [[unlikely]] {
    Record(kNoEvent,
           NameOfArea(area) + (value != nullptr ? " = " + area_labels_[area].print(*value)
                                                : Bytes(first, count) + " written"),
           site);
  }
  const PlainAccess access{first, first + count, me, position(me)};
  if (!races_.Write(area, access, known(me), graph_->lanes())) [[unlikely]] {
    Race(area, access, true, site);
  }
}

void Execution::Race(AreaId area, const PlainAccess& access, bool write, Site site) {
  const RaceWith& with = races_.race();
  const bool whole = area_labels_[area].print != nullptr;
  const std::string what =
      NameOfArea(area) + (whole ? "" : Bytes(access.first, access.end - access.first));
  Fail(Verdict::kDataRace, "plain accesses are ordered",
       std::string(names_[access.fiber]) + (write ? " writes " : " reads ") + what + " while " +
           names_[with.fiber] + (with.write ? " writes it" : " reads it") +
           ": nothing orders the two",
       site, /*may_throw=*/true, with.fiber);
}

}  // namespace sim
