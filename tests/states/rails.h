// The rails whose states Spin (spin/rails.pml), TLC and two prototypes counted (exploration of this
// team; the same granularity: each access to a shared cell is a step, control is not).
#ifndef TESTS_STATES_RAILS_H_
#define TESTS_STATES_RAILS_H_

#include <functional>

namespace rails {

// So many rails beside each other, each a sender, a rail and a receiver that carry n transfers
// through two copies whose cells are atomic; with `failure`, one fiber more raises all counts.
std::function<void()> Rails(int rails, int n, bool failure);

}  // namespace rails

#endif  // TESTS_STATES_RAILS_H_
