// The reference rail with one known bug, chosen at run time.
#ifndef MODEL_MUTANTS_MUTANTS_H_
#define MODEL_MUTANTS_MUTANTS_H_

#include <memory>
#include <span>

#include "model/mutants/bug.h"
#include "model/sim_policy.h"
#include "protocol/direct_rail.h"
#include "protocol/live_end.h"

namespace model {

// An end or a rail with `bug`; the correct one, if the bug is none of its own. `polls`: a rail that
// polls ready, and an end with such a rail; a bug of waking or being woken is none of theirs.
std::unique_ptr<protocol::LiveEnd<SimPolicy>> MakeEnd(Bug bug, bool polls,
                                                      protocol::Counts<SimPolicy>& counts,
                                                      const protocol::EndLayout& layout,
                                                      const protocol::EndNames& names);
std::unique_ptr<protocol::DirectRail<SimPolicy>> MakeRail(
    Bug bug, bool polls, protocol::LiveEnd<SimPolicy>& sender,
    protocol::LiveEnd<SimPolicy>& receiver, std::span<const protocol::Transfer> transfers);

}  // namespace model

#endif  // MODEL_MUTANTS_MUTANTS_H_
