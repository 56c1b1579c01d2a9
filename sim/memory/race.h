// Finds two conflicting accesses to plain memory that happens-before does not order.
#ifndef SIM_MEMORY_RACE_H_
#define SIM_MEMORY_RACE_H_

#include <cstddef>
#include <cstdint>
#include <span>
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
  struct Cell {
    std::size_t first;
    std::size_t end;
    int write_fiber;  // the last write; at first fiber 0 before everything
    int write_pos;
    View reads;  // per fiber: position of its last read since the last write, plus one
  };
  struct Area {
    std::size_t count;  // of cells: 1 is `whole`, more are `cuts`, none is a dead area
    Cell whole;
    std::vector<Cell> cuts;  // ordered, without gaps
  };

 public:
  void Clear() { used_ = 0; }

  AreaId AddArea(std::size_t bytes);

  // What is known at some point of an execution.
  struct Saved {
    std::vector<Area> areas;
  };
  void SaveTo(Saved& saved) const;
  void BeginFrom(const Saved& saved);

  // Note an access whose fiber knows `view`. False if it races with an earlier one, about which
  // race() then tells.
  bool Read(AreaId area, const PlainAccess& access, const View& view) {
    Area& a = areas_[area];
    if (!IsWhole(a, access.first, access.end)) return ReadCells(a, access, view);
    return ReadCell(a.whole, access, view);
  }
  bool Write(AreaId area, const PlainAccess& access, const View& view, int lanes) {
    Area& a = areas_[area];
    if (!IsWhole(a, access.first, access.end)) return WriteCells(a, access, view, lanes);
    return WriteCell(a.whole, access, view, lanes);
  }
  const RaceWith& race() const { return race_; }
  // The same for what nearly every access is: to a whole area, and no race. If so it is noted, and
  // this is true; else nothing is said, and nothing done.
  bool ReadsWhole(AreaId area, std::size_t first, std::size_t end, int fiber, const View& view) {
    Area& a = areas_[area];
    if (!IsWhole(a, first, end) || !WriteIsKnown(a.whole, fiber, view)) return false;
    a.whole.reads.Raise(fiber, view[fiber] + 1);
    return true;
  }
  bool WritesWhole(AreaId area, std::size_t first, std::size_t end, int fiber, const View& view,
                   int lanes) {
    Area& a = areas_[area];
    if (!IsWhole(a, first, end) || !WriteIsKnown(a.whole, fiber, view) ||
        !view.Covers(a.whole.reads, lanes)) {
      return false;
    }
    NoteWrite(a.whole, fiber, view[fiber], lanes);
    return true;
  }

  // Whether all accesses so far happen before the next event of `fiber`, which ends the area.
  bool OrderedToEnd(AreaId area, int fiber, const View& view) const;
  // Accesses to a dead area return false, and tell of no race.
  void MarkDead(AreaId area) { areas_[area].count = 0; }
  bool dead(AreaId area) const { return areas_[area].count == 0; }

 private:
  bool ReadCell(Cell& cell, const PlainAccess& access, const View& view) {
    if (!WriteIsKnown(cell, access.fiber, view)) [[unlikely]]
      return RacesWithWrite(cell);
    cell.reads.Raise(access.fiber, access.pos + 1);
    return true;
  }
  bool WriteCell(Cell& cell, const PlainAccess& access, const View& view, int lanes) {
    if (!WriteIsKnown(cell, access.fiber, view)) [[unlikely]]
      return RacesWithWrite(cell);
    // Its own reads are ordered by po, whatever the view counts.
    if (!view.Covers(cell.reads, access.fiber, lanes)) [[unlikely]] {
      return RacesWithRead(cell, access.fiber, view);
    }
    NoteWrite(cell, access.fiber, access.pos, lanes);
    return true;
  }
  static bool IsWhole(const Area& area, std::size_t first, std::size_t end) {
    return area.count == 1 && first == 0 && end == area.whole.end;
  }
  static bool WriteIsKnown(const Cell& cell, int fiber, const View& view) {
    return view.Contains(cell.write_fiber, cell.write_pos) || cell.write_fiber == fiber;
  }
  static void NoteWrite(Cell& cell, int fiber, int pos, int lanes) {
    cell.reads.Clear(lanes);
    cell.write_fiber = fiber;
    cell.write_pos = pos;
  }
  bool RacesWithWrite(const Cell& cell);
  bool RacesWithRead(const Cell& cell, int except, const View& view);
  bool ReadCells(Area& area, const PlainAccess& access, const View& view);
  bool WriteCells(Area& area, const PlainAccess& access, const View& view, int lanes);
  // The cells of the access, after cutting some so that it covers whole ones.
  static std::span<Cell> Cut(Area& area, std::size_t first, std::size_t end);

  RaceWith race_{};
  std::size_t used_ = 0;
  std::vector<Area> areas_;
};

}  // namespace sim

#endif  // SIM_MEMORY_RACE_H_
