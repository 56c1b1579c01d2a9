#include "sim/states/position_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "sim/states/bytes.h"

namespace sim {
namespace {

constexpr char kMagic[] = "railyard states\n";
constexpr std::size_t kMagicSize = sizeof kMagic - 1;
constexpr std::uint64_t kFormat = 1;  // to be raised with each change, of digests as well

void Write(const StepWay& way, ByteWriter& out) {
  out.Number(way.size());
  for (const Machine::Step& step : way) {
    out.Number(static_cast<std::uint64_t>(step.fiber));
    out.Number(step.option);
  }
}

Machine::Step ReadStep(ByteReader& in) {
  const auto fiber = static_cast<std::int8_t>(in.Number() % kMaxFibers);
  return {fiber, static_cast<std::uint16_t>(in.Number())};
}

StepWay ReadSteps(ByteReader& in) {
  StepWay way;
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) way.push_back(ReadStep(in));
  return way;
}

void Write(const Way& way, ByteWriter& out) {
  Write(way.steps, out);
  out.Number(way.levels.size());
  for (const Level& level : way.levels) {
    out.Number(level.first);
    out.Number(level.asleep);
    out.Number(level.listed);
  }
  out.Number(way.open.size());
  for (const OpenStep& open : way.open) {
    Write({open.step}, out);
    out.Number(open.known);
    out.Digest(open.digest);
  }
  out.Digest(way.state);
}

Way ReadWay(ByteReader& in) {
  Way way{.steps = ReadSteps(in), .levels = {}, .open = {}};
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    Level& level = way.levels.emplace_back();
    level.first = static_cast<std::size_t>(in.Number());
    level.asleep = static_cast<Accesses::Fibers>(in.Number());
    level.listed = static_cast<Accesses::Fibers>(in.Number());
  }
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    const StepWay step = ReadSteps(in);
    OpenStep& open = way.open.emplace_back();
    if (!step.empty()) open.step = step[0];
    open.known = in.Number() != 0;
    open.digest = in.Digest();
  }
  way.state = in.Digest();
  return way;
}

void Write(const Promise::Memory& tested, ByteWriter& out) {
  for (const std::uint64_t number :
       {tested.states, tested.kept_steps, tested.steps, tested.tests}) {
    out.Number(number);
  }
  std::vector<std::pair<Digest128, const Promise::Way*>> ways;
  for (const auto& [state, way] : tested.ways) ways.emplace_back(state, &way);
  std::ranges::sort(ways, {}, [](const auto& way) { return std::pair(way.first.a, way.first.b); });
  out.Number(ways.size());
  for (const auto& [state, way] : ways) {
    out.Digest(state);
    Write(way->steps, out);
    out.Number(static_cast<std::uint64_t>(way->tests));
  }
}

Promise::Memory ReadTested(ByteReader& in) {
  Promise::Memory tested;
  for (std::uint64_t* number : {&tested.states, &tested.kept_steps, &tested.steps, &tested.tests}) {
    *number = in.Number();
  }
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    Promise::Way& way = tested.ways[in.Digest()];
    way.steps = ReadSteps(in);
    way.tests = static_cast<int>(in.Number());
  }
  return tested;
}

void WriteVisits(const StatesPosition& position, ByteWriter& out) {
  out.Number(position.in_order + 2 * position.only_in_order + 4 * position.left_out_faults);
  out.Number(position.walked.states);
  out.Number(position.walked.steps);
  out.Number(position.walked.ends);
  out.Number(position.marks.size());
  for (const std::string& mark : position.marks) out.Text(mark);
  // What is over needs no more than what it counted.
  const bool over = position.ways.empty();
  out.Number(over ? 0 : position.visited->size());
  if (!over) position.visited->ForEach([&out](const Digest128& d) { out.Digest(d); });
  out.Number(position.ways.size());
  for (const Way& way : position.ways) Write(way, out);
  out.Number(position.counted.size());
  for (const Counted& counted : position.counted) {
    out.Digest(counted.state);
    out.Number(std::uint64_t{2} * counted.steps + counted.end);
  }
  Write(position.tested, out);
  out.Digest(position.root);
}

void ReadVisits(ByteReader& in, StatesPosition& position) {
  const std::uint64_t flags = in.Number();
  position.in_order = (flags & 1) != 0;
  position.only_in_order = (flags & 2) != 0;
  position.left_out_faults = (flags & 4) != 0;
  position.walked.states = in.Number();
  position.walked.steps = in.Number();
  position.walked.ends = in.Number();
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    position.marks.push_back(in.Text());
  }
  position.visited = std::make_shared<Visited>(/*shared=*/false);
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    position.visited->Add(in.Digest());
  }
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    position.ways.push_back(ReadWay(in));
  }
  for (std::uint64_t left = in.Number(); left > 0 && in.good(); --left) {
    Counted& counted = position.counted.emplace_back();
    counted.state = in.Digest();
    const std::uint64_t number = in.Number();
    counted.steps = static_cast<std::uint32_t>(number / 2);
    counted.end = number % 2 != 0;
  }
  position.tested = ReadTested(in);
  position.root = in.Digest();
}

}  // namespace

void WritePosition(const KeptPosition& kept, std::ostream& stream) {
  const StatesPosition& position = kept.position;
  stream.write(kMagic, kMagicSize);
  ByteWriter out(stream);
  out.Number(kFormat);
  out.Text(kept.search);
  out.Number(position.shard.index);
  out.Number(position.shard.count);
  out.Number(position.again);
  out.Number(static_cast<std::uint64_t>(position.expand));
  position.known.Write(out);
  position.learned.Write(out);
  out.Number(position.visited != nullptr);
  if (position.visited != nullptr) WriteVisits(position, out);
  out.End();
}

std::variant<KeptPosition, std::string> ReadPosition(std::istream& stream) {
  char magic[kMagicSize] = {};
  stream.read(magic, kMagicSize);
  if (!stream || std::memcmp(magic, kMagic, kMagicSize) != 0) {
    return "is nothing that a states search kept";
  }
  if (!IsWhole(stream)) return "is damaged, or a part of it is missing";
  ByteReader in(stream);
  if (const std::uint64_t format = in.Number(); format != kFormat) {
    return "has the format " + std::to_string(format) + ", and this version of railyard reads " +
           std::to_string(kFormat);
  }
  KeptPosition kept;
  kept.search = in.Text();
  StatesPosition& position = kept.position;
  position.shard.index = static_cast<std::uint32_t>(in.Number());
  position.shard.count = static_cast<std::uint32_t>(in.Number());
  position.again = static_cast<std::uint32_t>(in.Number());
  position.expand = static_cast<Expand>(in.Number() % 3);
  position.known = Accesses::Read(in);
  position.learned = Accesses::Read(in);
  if (in.Number() != 0) ReadVisits(in, position);
  if (!in.good()) return "is damaged, or a part of it is missing";
  return kept;
}

std::string WritePositionFile(const KeptPosition& kept, const std::string& path) {
  const std::string unfinished = path + ".new";
  std::ofstream out(unfinished, std::ios::binary | std::ios::trunc);
  WritePosition(kept, out);
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(unfinished, path, error);
  if (out && !error) return "";
  std::filesystem::remove(unfinished, error);
  return "could not write " + path;
}

std::variant<KeptPosition, std::string> ReadPositionFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return "can't be read";
  return ReadPosition(in);
}

}  // namespace sim
