#include "sim/engine/trace.h"

namespace sim {

std::string OrderText(Order order) {
  if (order.plain()) return " plain";
  if (order.seq_cst()) return " sc";
  if (order.acquire() && order.release()) return " acq_rel";
  if (order.acquire()) return " acq";
  return order.release() ? " rel" : " rlx";
}

}  // namespace sim
