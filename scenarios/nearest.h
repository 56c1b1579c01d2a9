// Which of the allowed names a mistyped one was meant to be.
#ifndef SCENARIOS_NEAREST_H_
#define SCENARIOS_NEAREST_H_

#include <string>
#include <vector>

namespace scenarios {

// The nearest name, or "" if none is near: at most a third of its letters are added, dropped or
// changed, or it has `given` as a part ("bank" for "demo/bank").
std::string Nearest(const std::string& given, const std::vector<std::string>& names);

// "unknown WHAT 'given' (did you mean X?); allowed: a b c", the whole sentence about a bad name.
// Where there are too many to read, it names the command that shows them.
std::string UnknownName(const std::string& what, const std::string& given,
                        const std::vector<std::string>& names,
                        const std::string& shown_by = "./railyard list");

}  // namespace scenarios

#endif  // SCENARIOS_NEAREST_H_
