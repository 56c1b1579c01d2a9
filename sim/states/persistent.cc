#include "sim/states/persistent.h"

#include <bit>

namespace sim {
namespace {

using Fibers = Accesses::Fibers;

// The smallest closed set with these members; `needs` says for each fiber who must be there too.
Fibers Closure(Fibers members, const Fibers* needs) {
  for (Fibers fresh = members; fresh != 0;) {
    Fibers more = 0;
    for (; fresh != 0; fresh &= fresh - 1) more |= needs[std::countr_zero(fresh)];
    fresh = more & ~members;
    members |= more;
  }
  return members;
}

}  // namespace

Fibers PersistentSet(Machine& machine, Fibers can) {
  const Accesses& accesses = machine.accesses();
  if ((can & (can - 1)) == 0 || accesses.why_not() != nullptr) return can;
  Fibers alive = 0, comes_back = 0;
  Fibers needs[kMaxFibers] = {};
  for (int f = 0; f < machine.fibers(); ++f) {
    const states::Fiber& fiber = machine.fiber(f);
    if (fiber.next.kind == Action::Kind::kNone) continue;
    alive |= Fibers{1} << f;
    const bool steps = (can >> f & 1) != 0;
    needs[f] = steps ? accesses.Conflicting(f, fiber.next, fiber.turn)
                     : accesses.Waking(fiber.next, fiber.turn);
    comes_back |= Fibers{steps && accesses.MayComeBack(fiber.next.site)} << f;
  }
  for (Fibers& n : needs) n &= alive;
  Fibers best = can;
  for (Fibers left = can; left != 0; left &= left - 1) {
    const Fibers set = Closure(left & -left, needs) & can;
    if ((set & comes_back) == 0 && std::popcount(set) < std::popcount(best)) best = set;
  }
  return best;
}

}  // namespace sim
