// A search's position as bytes, and as a file.
#ifndef SIM_STATES_POSITION_FILE_H_
#define SIM_STATES_POSITION_FILE_H_

#include <istream>
#include <ostream>
#include <string>
#include <variant>

#include "sim/states/position.h"

namespace sim {

struct KeptPosition {
  std::string search;  // what it is of, in the words of whoever wrote it
  StatesPosition position;
};

void WritePosition(const KeptPosition& kept, std::ostream& out);
// Or half a sentence that says why there is none: "is no ...", "is damaged ...".
std::variant<KeptPosition, std::string> ReadPosition(std::istream& in);

// Takes the place of a file of that name once all is written; what was there stays if that fails,
// or is interrupted. "" or what could not be written.
std::string WritePositionFile(const KeptPosition& kept, const std::string& path);
std::variant<KeptPosition, std::string> ReadPositionFile(const std::string& path);

}  // namespace sim

#endif  // SIM_STATES_POSITION_FILE_H_
