#include "scenarios/program/fragment.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

using Json = nlohmann::ordered_json;

Json JsonOf(const sim::Part& part) {
  Json json = {{"part", std::to_string(part.number)},
               {"executions", std::to_string(part.executions)},
               {"events", std::to_string(part.events)}};
  if (part.findings > 0) {
    json["findings"] = std::to_string(part.findings);
    json["found_after"] = std::to_string(part.found_after);
  }
  for (const sim::Marks::Mark& mark : part.marks) {
    json["marks"][mark.name] = std::to_string(mark.executions);
  }
  return json;
}

std::string SetOption(const Case& subject) {
  const Case usual = CaseOf(*subject.scenario, subject.mutant);
  std::string text;
  for (const auto& [name, value] : subject.values) {
    if (usual.values.at(name) == value) continue;
    text += (text.empty() ? " --set=" : ",") + name + "=" + std::to_string(value);
  }
  return text;
}

}  // namespace

Fragment FragmentOf(const Case& subject, const Search& search, const Searched& searched) {
  Fragment fragment{.reduction = search.reduction,
                    .keep_going = search.keep_going,
                    .from = search.resume,
                    .result = searched.result,
                    .left_out = searched.left_out};
  fragment.result.exhausted = searched.finished;
  if (search.explorer == "states") {
    fragment.by_states = true;
    fragment.reduction = search.every_step ? sim::Reduction::kNone : sim::Reduction::kClasses;
    fragment.states = searched.states;
    fragment.way = searched.way;
    fragment.position = searched.position;
  }
  const std::vector<const char*>& named = subject.scenario->marks;
  for (sim::Part& part : fragment.result.parts) {
    std::erase_if(part.marks, [&named](const sim::Marks::Mark& mark) {
      return std::ranges::none_of(
          named, [&mark](const char* name) { return std::strcmp(name, mark.name) == 0; });
    });
  }
  return fragment;
}

nlohmann::ordered_json JsonOf(const Fragment& fragment) {
  const sim::Result& result = fragment.result;
  if (fragment.by_states) {
    return {{"format", kSummaryFormat},
            {"explorer", "states"},
            {"reduction", fragment.reduction == sim::Reduction::kNone ? "none" : "persistent"},
            {"shard", std::to_string(result.shard + 1)},
            {"shards", std::to_string(result.shards)},
            {"finished", result.exhausted},
            {"states", std::to_string(fragment.states)},
            {"way", std::to_string(fragment.way)}};
  }
  // What a search that ends at a finding saw, and where it stood, says nothing about what is left.
  const bool stopped = result.stopped;
  Json json = {{"format", kSummaryFormat},
               {"reduction", fragment.reduction == sim::Reduction::kNone ? "none" : "classes"},
               {"keep_going", fragment.keep_going},
               {"shard", std::to_string(result.shard + 1)},
               {"shards", std::to_string(result.shards)},
               {"from", fragment.from},
               {"before", std::to_string(result.before)},
               {"started_again", result.started_again},
               {"events", std::to_string(result.events)},
               {"finished", result.exhausted},
               {"cut_an_execution", fragment.left_out.limit && !stopped},
               {"left_out_faults", fragment.left_out.faults && !stopped},
               {"position", stopped ? "" : result.position},
               {"learned", result.learned},
               {"parts", Json::array()}};
  for (const sim::Part& part : result.parts) json["parts"].push_back(JsonOf(part));
  return json;
}

std::string SettingsText(const Case& subject, bool reduction_none) {
  return CaseText(subject) + (reduction_none ? " --reduction=none" : "");
}

std::string RunCommand(const Case& subject, const Fragment& fragment, const std::string& position,
                       const std::string& more) {
  std::string text = "./railyard run " + subject.scenario->name +
                     (fragment.by_states ? " --explorer=states" : " --explorer=exhaustive");
  if (subject.mutant != nullptr) text += " --mutant=" + subject.mutant->name;
  text += SetOption(subject);
  if (subject.memory != sim::Memory::kRc11 && !fragment.by_states)
    text += " --memory=" + NameOf(subject.memory);
  if (subject.faults) text += " --faults=" + std::to_string(*subject.faults);
  if (fragment.reduction == sim::Reduction::kNone) text += " --reduction=none";
  if (fragment.keep_going) text += " --keep-going";
  const sim::Result& result = fragment.result;
  if (result.shards > 1) {
    text += " --shard=" + std::to_string(result.shard + 1) + "/" + std::to_string(result.shards);
  }
  return text + more + " --resume=" + position;
}

}  // namespace scenarios
