// Everything a user of sim needs: one include.
//
// sim runs C++ fibers under full control and checks what they do under RC11. An execution is a
// graph, and every graph is written down as a short list of choices (a tape).
//
//   void MessagePassing(std::memory_order publish) {
//     sim::plain<int> page(0, "page");
//     sim::atomic<int> ready(0, "ready");
//     sim::fiber sender("sender", [&] {
//       page.set(42);
//       ready.store(1, publish);
//     });
//     sim::fiber receiver("receiver", [&] {
//       ready.await([](int v) { return v == 1; }, std::memory_order_acquire);
//       sim::check(page.get() == 42, "the receiver sees the page");
//     });
//   }  // fibers join here, as std::jthread does
//
//   sim::Result r = sim::Explore([] { MessagePassing(std::memory_order_relaxed); },
//                                sim::RandomWalk({.seed = 1}));
//   std::cout << r;   // data race on page, with the table and the tape
//
// The rules: what is shared is sim::atomic, sim::plain or sim::bytes; wait with await; no clock,
// no randomness of your own; everything shared is made inside the body. See sim/README.md.
#ifndef SIM_SIM_H_
#define SIM_SIM_H_

#include "sim/api/atomic.h"            // IWYU pragma: export
#include "sim/api/check.h"             // IWYU pragma: export
#include "sim/api/fence.h"             // IWYU pragma: export
#include "sim/api/fiber.h"             // IWYU pragma: export
#include "sim/api/moment.h"            // IWYU pragma: export
#include "sim/api/plain.h"             // IWYU pragma: export
#include "sim/api/sync.h"              // IWYU pragma: export
#include "sim/explore/enumerate.h"     // IWYU pragma: export
#include "sim/explore/exhaustive.h"    // IWYU pragma: export
#include "sim/explore/explore.h"       // IWYU pragma: export
#include "sim/explore/look_ahead.h"    // IWYU pragma: export
#include "sim/explore/parallel.h"      // IWYU pragma: export
#include "sim/explore/pct.h"           // IWYU pragma: export
#include "sim/explore/random_walk.h"   // IWYU pragma: export
#include "sim/explore/replay.h"        // IWYU pragma: export
#include "sim/report/table.h"          // IWYU pragma: export
#include "sim/states/position_file.h"  // IWYU pragma: export
#include "sim/states/states.h"         // IWYU pragma: export
#include "sim/states/unite.h"          // IWYU pragma: export

#endif  // SIM_SIM_H_
