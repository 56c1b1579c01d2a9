#include "sim/memory/race.h"

namespace sim {

AreaId RaceDetector::AddArea(std::size_t bytes) {
  if (used_ == areas_.size()) areas_.emplace_back();
  Area& area = areas_[used_];
  area.dead = false;
  area.cells.resize(1);
  Cell& all = area.cells[0];
  all.first = 0;
  all.end = bytes;
  all.write_fiber = -1;
  all.reads.Clear(View::kLanes);
  return static_cast<AreaId>(used_++);
}

std::size_t RaceDetector::Cut(Area& area, std::size_t first, std::size_t end) {
  std::vector<Cell>& cells = area.cells;
  std::size_t i = 0;
  while (cells[i].end <= first) ++i;
  if (cells[i].first < first) {
    cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(i), cells[i]);
    cells[i].end = first;
    cells[++i].first = first;
  }
  std::size_t last = i;
  while (cells[last].end < end) ++last;
  if (cells[last].end > end) {
    cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(last), cells[last]);
    cells[last].end = end;
    cells[last + 1].first = end;
  }
  return i;
}

std::optional<RaceWith> RaceDetector::UnorderedRead(const Cell& cell, const View& view) {
  for (int f = 0; f < kMaxFibers; ++f) {
    if (cell.reads[f] > view[f]) return RaceWith{f, cell.reads[f] - 1, false};
  }
  return std::nullopt;
}

std::optional<RaceWith> RaceDetector::Read(AreaId area, const PlainAccess& access, const View& view,
                                           int lanes) {
  (void)lanes;
  Area& a = areas_[area];
  for (std::size_t i = Cut(a, access.first, access.end);
       i < a.cells.size() && a.cells[i].first < access.end; ++i) {
    Cell& cell = a.cells[i];
    if (cell.write_fiber >= 0 && cell.write_fiber != access.fiber &&
        !view.Contains(cell.write_fiber, cell.write_pos)) {
      return RaceWith{cell.write_fiber, cell.write_pos, true};
    }
    cell.reads.Set(access.fiber, static_cast<std::int16_t>(access.pos + 1));
  }
  return std::nullopt;
}

std::optional<RaceWith> RaceDetector::Write(AreaId area, const PlainAccess& access,
                                            const View& view, int lanes) {
  Area& a = areas_[area];
  for (std::size_t i = Cut(a, access.first, access.end);
       i < a.cells.size() && a.cells[i].first < access.end; ++i) {
    Cell& cell = a.cells[i];
    if (cell.write_fiber >= 0 && cell.write_fiber != access.fiber &&
        !view.Contains(cell.write_fiber, cell.write_pos)) {
      return RaceWith{cell.write_fiber, cell.write_pos, true};
    }
    // Its own reads are ordered by po, whatever the view counts.
    cell.reads.Set(access.fiber, 0);
    if (!view.Covers(cell.reads, lanes)) return UnorderedRead(cell, view);
    cell.reads.Clear(lanes);
    cell.write_fiber = access.fiber;
    cell.write_pos = access.pos;
  }
  return std::nullopt;
}

}  // namespace sim
