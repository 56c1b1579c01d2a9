// What an engine call carries besides its operands: how values look, what an update computes, what
// a wait waits for, and the source line.
#ifndef SIM_ENGINE_OP_H_
#define SIM_ENGINE_OP_H_

#include <cstdint>
#include <source_location>
#include <string>

namespace sim {

using Site = std::source_location;

// Values travel as the bits of their declared type, zero-extended to 64.
using Bits = std::uint64_t;

// A read-modify-write in the declared width and signedness.
struct Modify {
  const char* name;  // as printed: "fetch_max"
  Bits (*result)(Bits old, Bits operand);
};

// A read-modify-write that only writes if what it read satisfies a condition.
struct Conditional {
  const char* name;  // as printed: "cas"
  bool (*when)(Bits old, Bits operand);
  bool weak;  // it may fail although the condition holds
};

// A condition on a value; `context` is what `holds` gets, usually the user's predicate.
struct Predicate {
  bool (*holds)(const void* context, Bits value);
  const void* context;
  bool operator()(Bits value) const { return holds(context, value); }
};

// A shared object as it is named and printed. `name` may be null; strings live as long as the
// program (literals).
struct Label {
  const char* name;
  std::string (*print)(Bits value);
};

}  // namespace sim

#endif  // SIM_ENGINE_OP_H_
