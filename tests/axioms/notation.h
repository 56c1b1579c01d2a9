// Executions in the notation of papers, for tests.
#ifndef TESTS_AXIOMS_NOTATION_H_
#define TESTS_AXIOMS_NOTATION_H_

#include <string>

#include "tests/axioms/execution.h"

namespace axioms {

// The execution that `text` shows: fibers 0, 1, ... apart by '|', each its events in program order,
// apart by blanks:
//
//   R.acq(x,1)          a load of 1
//   W.rel(x,1)          a store of 1
//   U.acq_rel(x,1,2)    an update: 1 is read, 2 is written
//   F.sc                a fence
//   create(1) join(1)   fiber 1 is created, its end is waited for
//
// Modes: na (plain), rlx, rel, acq, acq_rel, sc. Locations are single letters, 0 at first. The
// values of a location's writes are their places in coherence order: 1, 2, ... So values say all
// of rf and co. Each fiber gets a start and an end. Text that says something else ends the test
// program.
Execution Read(const std::string& text);

}  // namespace axioms

#endif  // TESTS_AXIOMS_NOTATION_H_
