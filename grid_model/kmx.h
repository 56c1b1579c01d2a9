// The card's vocabulary, in one place: handlers, flags, statuses, reasons, codes, commands, events.
//
// The runtime behind the page "07 work cluster" is not public. Each entry below says where it comes
// from, so that real numbers can replace ours here and nowhere else:
//   S  stated by the page         D  deduced from the page
//   O  this project's choice      P  public fact about the card
//
// C11 and C++, no dependencies. All types are plain and of fixed width, so they cross a C ABI (and
// ctypes) as they are.

#ifndef GRID_MODEL_KMX_H_
#define GRID_MODEL_KMX_H_

#include <stdint.h>

// What a command asks of each core of its group.
enum kmx_handler {
  KMX_STEP = 0,  // S the kind, O the number: x[p] += round + p on every core p of the group
  KMX_SUM = 1,   // S the kind, O the number: the leader reads x of the group, returns the sum
};

// Bits of a command's `flags`. A bit that is not listed makes the command bad (reason 2).
enum kmx_flag {
  KMX_EXCLUSIVE = 1u << 0,  // S that it exists, O the bit: no other command on an overlapping group
  KMX_RESULT = 1u << 1,     // S that it exists, O the bit: the done event carries a result word
  KMX_ALL_FLAGS = KMX_EXCLUSIVE | KMX_RESULT,
};

// S the six fields and their order (the page prints exactly these); O the widths. Core numbers are
// 32 bits wide, so a group always ends at or below core number 2^32 - 1.
struct kmx_command {
  uint32_t handler;  // enum kmx_handler
  uint32_t flags;    // of enum kmx_flag
  uint32_t first;    // the group is the cores [first, first + count), absolute numbers
  uint32_t count;
  uint64_t a0;  // D: STEP and SUM: the address of the state tensor
  uint64_t a1;  // D: STEP: the round; SUM: 0
};

// How a command ended. Exactly one event per accepted command (O).
enum kmx_status {
  KMX_DONE = 0,       // D: every core reported, every write is performed
  KMX_REJECTED = 1,   // D: no core ran it, no word changed; see `reason`
  KMX_FAILED = 2,     // O: it ran and did not end as it should; see `reason`
  KMX_CANCELLED = 3,  // O: the run was stopped before it ran
};

// Why an event is not DONE. O, all but 11.
enum kmx_reason {
  KMX_REASON_NONE = 0,
  KMX_REASON_UNKNOWN_HANDLER = 1,
  KMX_REASON_BAD_FLAGS = 2,
  KMX_REASON_EMPTY_GROUP = 3,
  KMX_REASON_OUTSIDE_GRID = 4,
  KMX_REASON_OUTSIDE_PARTITION = 5,
  KMX_REASON_BAD_ADDRESS = 6,
  KMX_REASON_CORE_DOWN = 7,
  KMX_REASON_NOT_LOADED = 8,
  KMX_REASON_DISPATCHER_FULL = 9,
  KMX_REASON_EXCLUSIVE = 11,  // S: an exclusive command met one in flight on an overlapping group
  KMX_REASON_STOPPED = 12,
  KMX_REASON_NO_RESULT = 21,          // a result command whose leader returned none
  KMX_REASON_TWO_RESULTS = 22,        // ... or more than one
  KMX_REASON_UNEXPECTED_RESULT = 23,  // a result from a command that asked for none
  KMX_REASON_CORE_FAULT = 31,
  KMX_REASON_HUNG = 32,
};

// D that an event has `ticks` and says done; O the rest.
struct kmx_event {
  uint64_t ticket;  // of the command, as kmx_submit gave it: 1, 2, 3... on each ring
  uint32_t status;  // enum kmx_status
  uint32_t reason;  // enum kmx_reason
  uint64_t ticks;   // S: a result command's result word; O: else its duration in device ticks
};

// What a ring call returns. Errors of the *command* never come from here, only by its event.
enum kmx_ring_status {
  KMX_OK = 0,
  KMX_NONE = 1,     // S "none", O meaning: no ring; or a ticket never accepted or already reaped
  KMX_LATE = 2,     // S "late", O meaning: not before the deadline; an accepted command stays so
  KMX_STOPPED = 3,  // S "stopped", O meaning: the host has stopped the run
};

// How a thread ended. S, numbers and meanings.
enum kmx_code {
  KMX_CODE_LIMIT = 0,    // the limit was reached
  KMX_CODE_BAD = 1,      // bad words or region
  KMX_CODE_ROUNDS = 2,   // no end within the rounds allowed
  KMX_CODE_RING = 3,     // the ring failed (none, late, stopped)
  KMX_CODE_COMMAND = 4,  // a command did not finish (D: incl. rejection)
};

// The words the work-cluster program is loaded with. S, the order; O that each is 64 bits wide.
enum kmx_word {
  KMX_WORD_STATE = 0,  // address of the state tensor
  KMX_WORD_CORES = 1,
  KMX_WORD_COUNT = 2,
  KMX_WORD_LIMIT = 3,  // O: compared unsigned
  KMX_WORD_MAX_ROUNDS = 4,
  KMX_WORD_BASE = 5,
  KMX_WORDS = 6,
};

// The words it returns. S.
enum kmx_result_word {
  KMX_RESULT_ROUNDS = 0,
  KMX_RESULT_SUM = 1,
  KMX_RESULT_TRAIL = 2,
  KMX_RESULTS = 3,
};

// Progress is 4 x round + one of these. S, numbers; O that "submitted" means SUM's submission.
enum kmx_progress_step {
  KMX_PROGRESS_BUILT = 1,
  KMX_PROGRESS_SUBMITTED = 2,
  KMX_PROGRESS_EVENTS_IN = 3,
};

#endif  // GRID_MODEL_KMX_H_
