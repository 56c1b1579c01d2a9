// How many executions a search has, as far as can be told before its end.
#ifndef SIM_EXPLORE_ESTIMATE_H_
#define SIM_EXPLORE_ESTIMATE_H_

namespace sim {

// Executions: those that were visited, and what all will come to, those included.
struct Estimate {
  double visited = 0;
  double executions = 0;
  double low = 0;  // it is nearly always between these
  double high = 0;

  friend bool operator==(const Estimate&, const Estimate&) = default;
};

}  // namespace sim

#endif  // SIM_EXPLORE_ESTIMATE_H_
