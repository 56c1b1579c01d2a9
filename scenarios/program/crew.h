// Threads that work through a list.
#ifndef SCENARIOS_PROGRAM_CREW_H_
#define SCENARIOS_PROGRAM_CREW_H_

#include <cstddef>
#include <functional>

namespace scenarios {

// Calls work(i) for each i below `count`, `jobs` at a time on threads of their own, and done(i) on
// the caller's thread in order, each as soon as work(0..i) have returned. What work(i) wrote,
// done(i) sees. Neither may throw.
void InOrder(std::size_t count, int jobs, const std::function<void(std::size_t)>& work,
             const std::function<void(std::size_t)>& done);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CREW_H_
