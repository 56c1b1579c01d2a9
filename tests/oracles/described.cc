#include "tests/oracles/described.h"

namespace oracles {
namespace {

// Two workers compute the determinant of a 4x4 matrix, rows split, with a barrier after each step.
// The matrix is (1; 2 1; 1 3 1; 3 1 2 1) times (1 2 1 3; 1 2 1; 1 2; 5): all pivots but the last
// are 1, so that nothing is divided.
constexpr char kBarrierDet[] = R"(
  pthread_barrier_t barrier ; int a[4][4] ||
  worker(int id) {
    for (int k = 0; k < 3; k++) {
      for (int i = k + 1; i < 4; i++) {
        if (i % 2 == id) {
          int factor = a[i][k];
          for (int j = k; j < 4; j++) a[i][j] = a[i][j] - factor * a[k][j];
        }
      }
      pthread_barrier_wait(&barrier);
    }
  } ||
  main {
    a[0][0] = 1; a[0][1] = 2; a[0][2] = 1; a[0][3] = 3;
    a[1][0] = 2; a[1][1] = 5; a[1][2] = 4; a[1][3] = 7;
    a[2][0] = 1; a[2][1] = 5; a[2][2] = 8; a[2][3] = 8;
    a[3][0] = 3; a[3][1] = 7; a[3][2] = 7; a[3][3] = 19;
    pthread_barrier_init(&barrier, NULL, 2);
    spawn worker(0); spawn worker(1); join(t1); join(t2);
    assert(a[0][0] * a[1][1] * a[2][2] * a[3][3] == 5);
  })";

// Two workers compute which of the nodes 0 -> 1 -> 2 -> 3 reach which, rows split; each sweep
// doubles the length of the ways, and a barrier ends it.
constexpr char kBarrierTransc[] = R"(
  pthread_barrier_t barrier ; int m[3][4][4] ||
  worker(int id) {
    for (int s = 0; s < 2; s++) {
      for (int i = id; i < 4; i += 2) {
        for (int j = 0; j < 4; j++) {
          int reaches = m[s][i][j];
          for (int k = 0; k < 4; k++) if (m[s][i][k] && m[s][k][j]) reaches = 1;
          m[s + 1][i][j] = reaches;
        }
      }
      pthread_barrier_wait(&barrier);
    }
  } ||
  main {
    m[0][0][1] = 1; m[0][1][2] = 1; m[0][2][3] = 1;
    pthread_barrier_init(&barrier, NULL, 2);
    spawn worker(0); spawn worker(1); join(t1); join(t2);
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) assert(m[2][i][j] == (i < j));
  })";

// Two workers, two barriers of sizes 1 and 2, a counter and a check behind one mutex, two rounds.
// A barrier's serial thread is worker 0. In each round, worker 1's one turn at the mutex comes
// before, between or after the three that worker 0 has until they meet: 4 ways.
constexpr char kBarrier5[] = R"(
  pthread_barrier_t alone ; pthread_barrier_t both ; pthread_mutex_t mutex ;
  int counter[2] ; int serial[2] ||
  worker(int id) {
    for (int round = 0; round < 2; round++) {
      if (id == 0) { counter[0] = 0; counter[1] = 0; serial[0] = 0; serial[1] = 0; }
      pthread_barrier_wait(&both);
      if (id == 0) {
        lock(mutex); counter[0]++; unlock(mutex);
        pthread_barrier_wait(&alone);
        lock(mutex); serial[0]++; unlock(mutex);
        pthread_barrier_wait(&alone);
        assert(counter[0] == 1 && serial[0] == 1);
      }
      lock(mutex); counter[1]++; unlock(mutex);
      pthread_barrier_wait(&both);
      if (id == 0) { lock(mutex); serial[1]++; unlock(mutex); }
      pthread_barrier_wait(&both);
      if (id == 0) assert(counter[1] == 2 && serial[1] == 1);
    }
  } ||
  main {
    pthread_barrier_init(&alone, NULL, 1); pthread_barrier_init(&both, NULL, 2);
    spawn worker(0); spawn worker(1); join(t1); join(t2);
  })";

// Szymanski's mutual exclusion for two threads: relaxed accesses, and a fence after every store to
// a flag and after the section. Waits are assumptions.
constexpr char kSzymanski[] = R"(
  atomic_int flag1 ; atomic_int flag2 ; atomic_int x ||
  thread_1 {
    W.rlx(flag1,1); FENCE.sc; assume(R.rlx(flag2) < 3);
    W.rlx(flag1,3); FENCE.sc;
    if (R.rlx(flag2) == 1) { W.rlx(flag1,2); FENCE.sc; assume(R.rlx(flag2) == 4); }
    W.rlx(flag1,4); FENCE.sc; assume(R.rlx(flag2) < 2);
    W.rlx(x,1); assert(R.rlx(x) == 1); FENCE.sc;
    assume(R.rlx(flag2) < 2 || R.rlx(flag2) > 3);
    W.rlx(flag1,0);
  } |
  thread_2 {
    W.rlx(flag2,1); FENCE.sc; assume(R.rlx(flag1) < 3);
    W.rlx(flag2,3); FENCE.sc;
    if (R.rlx(flag1) == 1) { W.rlx(flag2,2); FENCE.sc; assume(R.rlx(flag1) == 4); }
    W.rlx(flag2,4); FENCE.sc; assume(R.rlx(flag1) < 2);
    W.rlx(x,2); assert(R.rlx(x) == 2); FENCE.sc;
    assume(R.rlx(flag1) < 2 || R.rlx(flag1) > 3);
    W.rlx(flag2,0);
  } ||
  main { spawn thread_1(); spawn thread_2(); })";

}  // namespace

std::string Described(const std::string& name) {
  if (name == "barrier-det") return kBarrierDet;
  if (name == "barrier-transc") return kBarrierTransc;
  if (name == "barrier5") return kBarrier5;
  if (name == "szymanski") return kSzymanski;
  return "";
}

}  // namespace oracles
