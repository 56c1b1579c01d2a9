// How much of the heap the C++ code of this thread holds.
#ifndef SIM_FIBER_HEAP_WATCH_H_
#define SIM_FIBER_HEAP_WATCH_H_

#include <cstdint>

namespace sim {

// Calls of operator new less those of operator delete on this thread; only differences mean
// anything. malloc is not seen. Constant where another library counts for itself: a program may
// replace the operators (ours are weak), and sanitizers do; HeapIsWatched then says so.
std::int64_t HeapBalance();
bool HeapIsWatched();

}  // namespace sim

#endif  // SIM_FIBER_HEAP_WATCH_H_
