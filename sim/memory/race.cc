#include "sim/memory/race.h"

#include <algorithm>

namespace sim {

AreaId RaceDetector::AddArea(std::size_t bytes) {
  if (used_ == areas_.size()) areas_.emplace_back();
  Area& area = areas_[used_];
  area.count = 1;
  area.whole.first = 0;
  area.whole.end = bytes;
  area.whole.write_fiber = 0;
  area.whole.write_pos = -1;
  area.whole.reads.Clear(View::kLanes);
  return static_cast<AreaId>(used_++);
}

void RaceDetector::SaveTo(Saved& saved) const {
  saved.areas.assign(areas_.begin(), areas_.begin() + static_cast<std::ptrdiff_t>(used_));
}

void RaceDetector::BeginFrom(const Saved& saved) {
  used_ = saved.areas.size();
  std::copy(saved.areas.begin(), saved.areas.end(), areas_.begin());
}

std::span<RaceDetector::Cell> RaceDetector::Cut(Area& area, std::size_t first, std::size_t end) {
  std::vector<Cell>& cells = area.cuts;
  if (area.count == 1) cells.assign(1, area.whole);
  auto cut_at = [&cells](std::size_t i, std::size_t byte) {
    cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(i), cells[i]);
    cells[i].end = byte;
    cells[i + 1].first = byte;
  };
  std::size_t i = 0;
  while (cells[i].end <= first) ++i;
  if (cells[i].first < first) cut_at(i++, first);
  std::size_t last = i;
  while (cells[last].end < end) ++last;
  if (cells[last].end > end) cut_at(last, end);
  area.count = cells.size();
  return std::span<Cell>(cells).subspan(i, last - i + 1);
}

bool RaceDetector::OrderedToEnd(AreaId area, int fiber, const View& view) const {
  const Area& a = areas_[area];
  const std::span<const Cell> cells =
      a.count == 1 ? std::span<const Cell>(&a.whole, 1) : std::span<const Cell>(a.cuts);
  for (const Cell& cell : cells) {
    const bool write_known =
        cell.write_fiber == fiber || view.Contains(cell.write_fiber, cell.write_pos);
    if (!write_known || !view.Covers(cell.reads, fiber, View::kLanes)) return false;
  }
  return true;
}

bool RaceDetector::RacesWithWrite(const Cell& cell) {
  race_ = {cell.write_fiber, cell.write_pos, true};
  return false;
}

bool RaceDetector::RacesWithRead(const Cell& cell, int except, const View& view) {
  int f = 0;
  while (f == except || cell.reads[f] <= view[f]) ++f;
  race_ = {f, cell.reads[f] - 1, false};
  return false;
}

bool RaceDetector::ReadCells(Area& area, const PlainAccess& access, const View& view) {
  if (access.first == access.end || area.count == 0) return area.count > 0;
  for (Cell& cell : Cut(area, access.first, access.end)) {
    if (!ReadCell(cell, access, view)) return false;
  }
  return true;
}

bool RaceDetector::WriteCells(Area& area, const PlainAccess& access, const View& view, int lanes) {
  if (access.first == access.end || area.count == 0) return area.count > 0;
  for (Cell& cell : Cut(area, access.first, access.end)) {
    if (!WriteCell(cell, access, view, lanes)) return false;
  }
  return true;
}

}  // namespace sim
