#include "scenarios/program/status_line.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "absl/strings/str_format.h"

namespace scenarios {
namespace {

constexpr std::int64_t kSecond = 1000;

// A value and what it nearly always lies between.
struct Between {
  double value, low, high;
};

Between Percent(const sim::Estimate& e) {
  return {100 * e.visited / e.executions, 100 * e.visited / e.high, 100 * e.visited / e.low};
}

Between SecondsLeft(const Status& status) {
  const sim::Estimate& e = *status.estimate;
  const double each = static_cast<double>(status.ms) / kSecond /
                      static_cast<double>(std::max<std::uint64_t>(status.executions, 1));
  return {(e.executions - e.visited) * each, (e.low - e.visited) * each,
          (e.high - e.visited) * each};
}

std::uint64_t PerSecond(const Status& status) {
  return status.executions * kSecond /
         static_cast<std::uint64_t>(std::max<std::int64_t>(status.ms, 1));
}

// "1,204,000".
std::string Grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string Rate(std::uint64_t per_second) {
  constexpr std::uint64_t kLarge = 10'000;
  return per_second < kLarge ? std::to_string(per_second) + "/s"
                             : Grouped(per_second / 1000) + " k/s";
}

// Two digits or more, and not too many; never up, so that 100 % is the end.
std::string Number(double value) {
  constexpr double kLeast = 0.01;
  if (value > 0 && value < kLeast) return "<0.01";
  return value < 10 ? absl::StrFormat("%.2g", value) : absl::StrFormat("%.0f", std::floor(value));
}

// "34 % done (25-45 %)".
std::string Text(const Between& between, const std::string& unit, const std::string& word) {
  const std::string text = Number(between.value) + " " + unit + " " + word;
  const std::string low = Number(between.low);
  const std::string high = Number(between.high);
  return low == high ? text : text + " (" + low + "-" + high + " " + unit + ")";
}

std::string TimeText(const Between& seconds) {
  struct Unit {
    const char* name;
    double seconds;
  };
  constexpr Unit kUnits[] = {{"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}, {"years", 31557600}};
  constexpr double kMany = 100;
  const Unit* unit = kUnits;
  while (std::next(unit) != std::end(kUnits) && seconds.value >= kMany * unit->seconds) ++unit;
  const double each = unit->seconds;
  return Text({seconds.value / each, seconds.low / each, seconds.high / each}, unit->name, "left");
}

std::string Field(const std::string& name, double value) {
  return absl::StrFormat(",\"%s\":\"%.6g\"", name, value);
}

std::string Fields(const std::string& name, const Between& between) {
  return Field(name, between.value) + Field(name + "_low", between.low) +
         Field(name + "_high", between.high);
}

}  // namespace

std::string StatusLine(const Status& status) {
  std::string line =
      Grouped(status.executions) + " " + status.unit + ", " + Rate(PerSecond(status));
  if (status.estimate) {
    line += ", " + Text(Percent(*status.estimate), "%", "done");
    line += ", " + TimeText(SecondsLeft(status));
  }
  return line + ", " + status.what + " " + std::to_string(status.done) + "/" +
         std::to_string(status.of);
}

std::string StatusJson(const Status& status) {
  std::string json = std::string("{\"") + status.unit + "\":\"" +
                     std::to_string(status.executions) + "\",\"per_second\":\"" +
                     std::to_string(PerSecond(status)) + "\"";
  if (status.estimate) {
    json += Fields("percent_done", Percent(*status.estimate));
    json += Fields("seconds_left", SecondsLeft(status));
  }
  return json + ",\"" + status.what + "\":\"" + std::to_string(status.done) + "\",\"of\":\"" +
         std::to_string(status.of) + "\"}";
}

}  // namespace scenarios
