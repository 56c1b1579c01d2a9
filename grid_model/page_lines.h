// The lines that the page's cpu_ring.c prints, so that a run here and a run there can be diffed:
//   command handler flags first count a0 a1     per command the fake kernel ran
//   result code rounds sum trail
//   groups f1 f2 ...                            region 0's words, of the rounds that were run (O)
// S: the names and their order; O: decimal numbers, one space between them.

#ifndef GRID_MODEL_PAGE_LINES_H_
#define GRID_MODEL_PAGE_LINES_H_

#include <string>
#include <vector>

#include "grid_model/cpu_ring.h"
#include "grid_model/cpu_thread.h"

namespace grid_model {

// "command 0 0 0 30 4096 1", without a line end.
std::string CommandLine(const kmx_command& command);

// All lines of a run, each with its line end.
std::string PageLines(const std::vector<CommandRun>& log, const ThreadEnd& end);

}  // namespace grid_model

#endif  // GRID_MODEL_PAGE_LINES_H_
