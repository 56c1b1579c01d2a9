// kmx_backend.h for C++: derive from Ring or ThreadHost, hand the object to driver.c.
//
// A backend may suspend inside a call (fibers) and may leave it by an exception: the C files are
// compiled with unwind tables (-fexceptions) for that.

#ifndef GRID_MODEL_BACKEND_H_
#define GRID_MODEL_BACKEND_H_

#include <cstdint>
#include <span>

#include "grid_model/kmx_backend.h"

namespace grid_model {

// A command ring. Each member is the call of kmx_ring.h of its name, with its contract.
class Ring : public kmx_ring {
 public:
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  virtual ~Ring() = default;

  virtual kmx_ring_status Submit(const kmx_command& command, uint64_t* ticket,
                                 uint64_t deadline) = 0;
  virtual kmx_ring_status Wait(uint64_t ticket, kmx_event* event, uint64_t deadline) = 0;
  virtual uint64_t Deadline() = 0;

 protected:
  Ring();
};

// A thread's runtime. Each member is the call of kmx_thread.h of its name, with its contract.
class ThreadHost : public kmx_thread {
 public:
  ThreadHost(const ThreadHost&) = delete;
  ThreadHost& operator=(const ThreadHost&) = delete;
  virtual ~ThreadHost() = default;

  virtual std::span<const uint64_t> Words() = 0;
  virtual kmx_ring* ThreadRing() = 0;
  virtual std::span<uint32_t> Region(uint32_t index) = 0;  // data() null: no such region
  virtual void Flush(uint32_t index) = 0;
  virtual void Progress(uint64_t progress) = 0;
  virtual void Result(uint32_t index, uint64_t value) = 0;

 protected:
  ThreadHost();
};

}  // namespace grid_model

#endif  // GRID_MODEL_BACKEND_H_
