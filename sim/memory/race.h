// Finds two conflicting accesses to plain memory that happens-before does not order.
#ifndef SIM_MEMORY_RACE_H_
#define SIM_MEMORY_RACE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/memory/view.h"

namespace sim {

using AreaId = std::uint32_t;

// An access of one fiber to bytes [first, end) of a plain area. `pos` is the position of the
// fiber's next event, so the access lies in every view that contains that event.
struct PlainAccess {
  std::size_t first;
  std::size_t end;
  int fiber;
  int pos;
};

// The earlier access of a race.
struct RaceWith {
  int fiber;
  int pos;
  bool write;
};

// Shadow of all plain areas of an execution: per range of bytes the last write, and the last read
// of each fiber since (as FastTrack; Flanagan and Freund, PLDI 2009). Exact for the first race of
// an execution, in whatever order the fibers ran, because plain accesses are compared by
// happens-before alone. Ranges split where accesses begin and end, so accesses that repeat cost
// one comparison. Thread safety: none.
class RaceDetector {
 public:
  void Clear() { used_ = 0; }

  AreaId AddArea(std::size_t bytes);

  // Note an access whose fiber knows `view`; returns the access that it races with, if any.
  std::optional<RaceWith> Read(AreaId area, const PlainAccess& access, const View& view, int lanes);
  std::optional<RaceWith> Write(AreaId area, const PlainAccess& access, const View& view,
                                int lanes);

  void MarkDead(AreaId area) { areas_[area].dead = true; }
  bool dead(AreaId area) const { return areas_[area].dead; }

 private:
  struct Cell {
    std::size_t first;
    std::size_t end;
    int write_fiber;  // -1: not written yet
    int write_pos;
    View reads;  // per fiber: position of its last read since the last write, plus one
  };
  struct Area {
    std::vector<Cell> cells;  // ordered, without gaps
    bool dead = false;
  };

  // The first cell of the access, after cutting cells so that it covers whole ones.
  std::size_t Cut(Area& area, std::size_t first, std::size_t end);
  static std::optional<RaceWith> UnorderedRead(const Cell& cell, const View& view);

  std::size_t used_ = 0;
  std::vector<Area> areas_;
};

}  // namespace sim

#endif  // SIM_MEMORY_RACE_H_
