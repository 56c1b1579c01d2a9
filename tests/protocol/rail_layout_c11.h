// What a C11 program sees of the rail's layout.
#ifndef TESTS_PROTOCOL_RAIL_LAYOUT_C11_H_
#define TESTS_PROTOCOL_RAIL_LAYOUT_C11_H_

#include "protocol/rail_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rail_layout_in_c {
  uint64_t ready, sent, arrived, counts, copies, multiple, limit, failed;
};
struct rail_layout_in_c RailLayoutInC(void);

// Compiled host code: calls an end's ready function, and reads a count with acquire order.
void CallReadyInC(rail_ready_fn ready, void *counts, uint64_t c);
uint64_t ReadCountInC(const void *counts, uint64_t offset);

#ifdef __cplusplus
}
#endif

#endif  // TESTS_PROTOCOL_RAIL_LAYOUT_C11_H_
