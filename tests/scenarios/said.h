// Runs the program within a test, and small catalogs for it to run on.
#ifndef TESTS_SCENARIOS_SAID_H_
#define TESTS_SCENARIOS_SAID_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scenarios/program/environment.h"

namespace scenarios {

// What the program said to one command line.
struct Said {
  int status = 0;
  std::string out;
  std::string err;
};

Said Say(const Environment& environment, const std::vector<std::string>& args);

// The same for the words of a line that the program printed.
Said Paste(const Environment& environment, const std::string& line);

// An environment where nothing moves: these variables, the random seed 42, a clock that stands
// still, no Ctrl-C, no terminal.
Environment Still(Catalog catalog, std::map<std::string, std::string> variables = {});

// A scenario without parameters or marks, which may report nothing.
Scenario Plain(const std::string& name, std::function<void()> body);

// The demos alone.
Catalog Demos();

// One scenario for each way to end:
//   small/pass            passes; one parameter (n, 1, 0 to 3), one mark, two mutants of which
//                         "found" (number 1) breaks R1 and "hidden" (2) never shows
//   small/missed          passes, and misses its mark "the moon"
//   small/caller          must report C9, and does in half of its executions
//   small/other           must report C9, and reports C8
//   small/broken          breaks R1 where nothing may be reported
//   small/restless        does something else each time
Catalog Small();
// Those of Small with these names, and their mutants.
Catalog Small(const std::vector<std::string>& names);

// The text behind the first `label` in `text`, up to the line's end.
std::string Behind(const std::string& label, const std::string& text);

}  // namespace scenarios

#endif  // TESTS_SCENARIOS_SAID_H_
