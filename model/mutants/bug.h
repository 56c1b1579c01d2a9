// The named bugs of a rail or its callers: each is one step done wrong.
//
// The values are the mutants' numbers (from 61 our own), except that 20 and 21 are the bugs 9 and
// 10 with two callers in place of a failure, and 22 is 20 noticed by what it loses.
#ifndef MODEL_MUTANTS_BUG_H_
#define MODEL_MUTANTS_BUG_H_

namespace model {

enum class Bug {
  kNone = 0,
  // Orders.
  kReadyRelaxed = 1,
  kReadyLoadRelaxed = 2,
  kArrivedRelaxed = 3,
  kArrivedWaitRelaxed = 4,  // the caller's
  kSentRelaxed = 5,
  kSentWaitRelaxed = 6,  // the caller's
  kArrivedBeforeBytes = 7,
  kSentBeforeRead = 8,
  // Counts.
  kReadyPlainStore = 9,
  kReadyLoadCompareStore = 10,
  kSentPlainStore = 11,
  kSentTestThenStore = 12,
  kArrivedPlainStore = 13,
  kArrivedFetchAdd = 14,
  // Failure.
  kRaisedBeforeStopped = 15,
  kFailureForgetsSent = 16,
  kFailureForgetsArrived = 17,
  // Which bytes, and which transfers.
  kSourceCopyByCount = 23,
  kBothCopiesByCount = 24,
  kRunFromCount = 25,
  kOneCopy = 26,
  kDestinationOfAnother = 27,
  kSourceForDestination = 61,
  kJumpSendsLast = 28,
  kOnePastReady = 29,
  // Waking.
  kNoWake = 30,
  kWakeBeforeStore = 31,
  // Counts told too late.
  kSentAtRunEnd = 36,
  kArrivedAtRunEnd = 37,
  // The caller's duties.
  kNoSentWait = 48,
  kSentWaitOneRunShort = 49,
  kNoInboundOrder = 50,
  // More, so that every rule has one of its own.
  kLandsPastTheArea = 62,
  kCallerStoresSent = 63,  // the caller's
  kReadyBeforeBytes = 64,  // the caller's
  kReadyOneAtATime = 65,
  kSentOneLate = 66,
};

}  // namespace model

#endif  // MODEL_MUTANTS_BUG_H_
