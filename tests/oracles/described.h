// Programs that the oracle tables give in words only, written down.
#ifndef TESTS_ORACLES_DESCRIBED_H_
#define TESTS_ORACLES_DESCRIBED_H_

#include <string>

namespace oracles {

// The program of that row, in the oracles' notation; empty if there is none.
std::string Described(const std::string& name);

}  // namespace oracles

#endif  // TESTS_ORACLES_DESCRIBED_H_
