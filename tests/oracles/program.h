// A program in the notation of the oracle tables, parsed.
#ifndef TESTS_ORACLES_PROGRAM_H_
#define TESTS_ORACLES_PROGRAM_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace oracles {

// Every value is a signed 64-bit number, whatever type the program declares.
using Value = std::int64_t;

// Memory is a row of cells. Cell i has the address kFirstAddress + i, a value that no program
// computes by accident.
inline constexpr Value kFirstAddress = Value{1} << 40;

// Local variables of one function, parameters included.
inline constexpr int kMaxLocals = 8;

enum class Op : unsigned char {
  kOrElse,  // these two evaluate the right side only if they must
  kAndThen,
  kOr,
  kXor,
  kAnd,
  kEqual,
  kDiffers,
  kLess,
  kGreater,
  kAtMost,
  kAtLeast,
  kShiftLeft,
  kAdd,
  kSubtract,
  kMultiply,
  kRemainder,
};

// For all but the first two, whose sides are not both evaluated.
Value Apply(Op op, Value a, Value b);

struct Node {
  enum class Kind : unsigned char {
    // Expressions. `kids` are named in the order in which they are evaluated.
    kConstant,         // value; a function's name is its index
    kLocal,            // index: the slot
    kAt,               // address: what stands there, accessed with `order` if the cell is atomic
    kNot,              // operand
    kBinary,           // both sides
    kAssign,           // what is assigned to (kLocal or kAt), the value
    kRead,             // address
    kWrite,            // address, value
    kFetchAdd,         // address, value
    kExchange,         // address, value
    kCompareExchange,  // address, the expected value (kLocal), the new one
    kSpin,             // the same, until it succeeds
    kFence,            //
    kCall,             // function, arguments
    kSpawn,            // index: the function; argument, if any
    kJoin,             // the thread's number, from 1; none: the first one not joined yet
    kAssume,           // condition: if it does not hold, the thread stays here for ever
    kAssert,           // condition
    kExit,             // the thread ends
    kLock,             // index: the mutex
    kUnlock,           // index: the mutex
    kBarrierInit,      // index: the barrier; how many meet there
    kBarrierWait,      // index: the barrier
    // Statements; an expression is one, too.
    kBlock,     // statements
    kIf,        // condition, statement, and the one after `else`, if any
    kLoop,      // condition, body, step
    kReturn,    // value, if any
    kBreak,     //
    kContinue,  //
  };
  Kind kind = Kind::kConstant;
  Op op = Op::kAdd;
  std::memory_order order = std::memory_order_seq_cst;
  std::memory_order failure = std::memory_order_seq_cst;  // kCompareExchange
  int index = 0;
  Value value = 0;
  std::vector<Node> kids = {};
};

struct Cell {
  Value initial = 0;
  bool atomic = true;
  std::string name;  // of its variable
};

struct Function {
  std::string name;
  Node body;
  bool defined = false;
  bool waits_at_barrier = false;  // somewhere in its text
};

struct Program {
  std::vector<Cell> cells;
  int mutexes = 0;
  int barriers = 0;
  std::vector<Function> functions;
  int main = 0;                  // of the functions
  bool joins_by_number = false;  // a kJoin names its thread
  bool locks = false;            // there is a kLock or a kSpin
};

}  // namespace oracles

#endif  // TESTS_ORACLES_PROGRAM_H_
