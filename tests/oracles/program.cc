#include "tests/oracles/program.h"

namespace oracles {

Value Apply(Op op, Value a, Value b) {
  switch (op) {
    case Op::kOrElse:
      return a != 0 || b != 0;
    case Op::kAndThen:
      return a != 0 && b != 0;
    case Op::kOr:
      return a | b;
    case Op::kXor:
      return a ^ b;
    case Op::kAnd:
      return a & b;
    case Op::kEqual:
      return a == b;
    case Op::kDiffers:
      return a != b;
    case Op::kLess:
      return a < b;
    case Op::kGreater:
      return a > b;
    case Op::kAtMost:
      return a <= b;
    case Op::kAtLeast:
      return a >= b;
    case Op::kShiftLeft:
      return a << b;
    case Op::kAdd:
      return a + b;
    case Op::kSubtract:
      return a - b;
    case Op::kMultiply:
      return a * b;
    case Op::kRemainder:
      return b == 0 ? 0 : a % b;
  }
  return 0;
}

}  // namespace oracles
