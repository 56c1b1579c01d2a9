// Requests, numbered: many reads ask for the same.
#ifndef SIM_EXPLORE_REQUESTS_H_
#define SIM_EXPLORE_REQUESTS_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/engine/request.h"
#include "sim/memory/view.h"

namespace sim {

// Number 0 is a plain load: it takes any value, and writes nothing.
class Requests {
 public:
  // The number of what the fiber asks for in its event `pos`, probably the same as last time.
  std::uint32_t Number(int fiber, int pos, const ReadRequest& from) {
    if (from.until == nullptr && from.modify == nullptr && from.conditional == nullptr) return 0;
    const Request request(from);
    std::vector<std::uint32_t>& last = last_[fiber];
    if (static_cast<std::size_t>(pos) >= last.size()) last.resize(pos + 1, 0);
    if (all_[last[pos]] == request) return last[pos];
    const auto [at, added] = numbers_.try_emplace(request, static_cast<std::uint32_t>(all_.size()));
    if (added) all_.push_back(request);
    return last[pos] = at->second;
  }
  const Request& operator[](std::uint32_t number) const { return all_[number]; }

 private:
  std::vector<Request> all_ = {Request()};
  struct Hash {
    std::size_t operator()(const Request& request) const { return request.Hash(); }
  };
  std::unordered_map<Request, std::uint32_t, Hash> numbers_;
  std::vector<std::uint32_t> last_[kMaxFibers];
};

}  // namespace sim

#endif  // SIM_EXPLORE_REQUESTS_H_
