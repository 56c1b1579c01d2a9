// A C litmus test as herd writes them, parsed: what runs, and what is asked of it.
#ifndef SCENARIOS_LITMUS_TEST_H_
#define SCENARIOS_LITMUS_TEST_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace litmus {

// Where something stands in the file, from 1.
struct Place {
  int line = 0;
  int column = 0;
};

// Every value is a signed 64-bit number, whatever type the file declares: herd's values have no
// type either. The address of location i is a value that no program computes by accident.
using Value = std::int64_t;
inline constexpr Value kFirstAddress = Value{1} << 60;

enum class Operator : unsigned char {
  kOr,
  kXor,
  kAnd,
  kEqual,
  kDiffers,
  kLess,
  kGreater,
  kAtMost,
  kAtLeast,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kMax,  // of atomic_fetch_max and _min only
  kMin,
};

struct Expression {
  enum class Kind : unsigned char {
    kConstant,
    kRegister,
    kAddress,          // of a location: a parameter's name
    kBinary,           // operands: both sides
    kLoad,             // operands: the address
    kExchange,         // operands: the address, the new value
    kFetch,            // operands: the address, the operand of `op`; the old value is the result
    kCompareExchange,  // operands: the address, the address of the expected value, the new value
  };
  Kind kind = Kind::kConstant;
  Place place;
  Value constant = 0;
  int index = 0;  // kRegister: among its thread's; kAddress: the location
  Operator op = Operator::kAdd;
  bool atomic = true;  // kLoad: false if plain
  bool weak = false;   // kCompareExchange
  std::memory_order order = std::memory_order_seq_cst;
  std::memory_order failure = std::memory_order_seq_cst;  // kCompareExchange
  std::vector<Expression> operands = {};
  // Kept by the parser, to refuse what C leaves open.
  bool accesses = false;  // it, or an operand, reads or writes memory
  int depth = 1;
};

struct Statement {
  enum class Kind : unsigned char {
    kSet,       // operands: the register's new value
    kEvaluate,  // operands: what is evaluated
    kStore,     // operands: the address, the value
    kFence,
    kIf,     // operands: the condition; body: then, and else if there is one
    kWhile,  // operands: the condition; body: what repeats
    kBlock,  // body
  };
  Kind kind = Kind::kBlock;
  Place place;
  int reg = 0;         // kSet
  bool atomic = true;  // kStore: false if plain
  std::memory_order order = std::memory_order_seq_cst;
  std::vector<Expression> operands = {};
  std::vector<Statement> body = {};
};

struct Location {
  std::string name;
  Value initial = 0;
};

struct Thread {
  std::string name;                    // "P0"
  std::vector<std::string> registers;  // by index
  std::vector<Value> initial;          // of the same registers
  Statement body;
};

// What a proposition compares, and what a final state shows.
struct Term {
  enum class Kind : unsigned char { kConstant, kRegister, kLocation, kAddress };
  Kind kind = Kind::kConstant;
  Value constant = 0;
  int thread = 0;  // kRegister
  int index = 0;   // kRegister: among its thread's; kLocation: its final value; kAddress

  friend bool operator==(const Term&, const Term&) = default;
};

struct Proposition {
  enum class Kind : unsigned char { kTrue, kFalse, kEqual, kDiffers, kNot, kAnd, kOr, kImplies };
  Kind kind = Kind::kTrue;
  std::vector<Term> terms = {};         // kEqual, kDiffers: both sides
  std::vector<Proposition> parts = {};  // kNot: one; kImplies: two; kAnd, kOr: two or more
};

enum class Quantifier : unsigned char { kExists, kNotExists, kForall };

struct Test {
  std::string name;
  std::string file;  // the file's name, as given to the parser
  std::vector<Location> locations;
  std::vector<Thread> threads;
  Quantifier quantifier = Quantifier::kForall;
  Proposition condition;
  std::optional<Proposition> filter;  // executions that do not satisfy it count nowhere
  // Registers and locations that tell final states apart: registers first, then by name.
  std::vector<Term> observed;
};

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_TEST_H_
