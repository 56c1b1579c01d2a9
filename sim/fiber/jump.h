// Going from one stack to another.
#ifndef SIM_FIBER_JUMP_H_
#define SIM_FIBER_JUMP_H_

#include <boost/context/detail/fcontext.hpp>

#include "sim/fiber/sanitizers.h"

namespace sim {

// Suspends what runs, and goes on where `to` was suspended, or (once) in the function of a context
// that make_fcontext made, which gets `data`. Returns when somebody comes back: where that one was
// suspended.
//
// On x86-64 this is boost's jump_fcontext with its layout, but without a call, whose return would
// be mispredicted, and without the floating-point control words, which nobody here changes: they
// take most of its time. Only what is in use is saved, since all else is said to be lost.
[[gnu::always_inline]] inline void* Jump(void* to, [[maybe_unused]] void* data = nullptr) {
#if defined(__x86_64__) && !defined(SIM_ASAN) && !defined(SIM_TSAN)
  void* from;
  asm volatile(
      // Below the 128 bytes that the function may use without saying so.
      "leaq -192(%%rsp), %%rsp\n"
      "leaq 1f(%%rip), %%r8\n"
      "movq %%rbx, 40(%%rsp)\n"
      "movq %%rbp, 48(%%rsp)\n"
      "movq %%r8, 56(%%rsp)\n"
      "movq %%rsp, %%rax\n"
      "movq %%rdi, %%rsp\n"
      "movq 8(%%rsp), %%r12\n"
      "movq 16(%%rsp), %%r13\n"
      "movq 24(%%rsp), %%r14\n"
      "movq 32(%%rsp), %%r15\n"
      "movq 40(%%rsp), %%rbx\n"
      "movq 48(%%rsp), %%rbp\n"
      "movq 56(%%rsp), %%r8\n"
      "leaq 64(%%rsp), %%rsp\n"
      "movq %%rax, %%rdi\n"
      "jmp *%%r8\n"
      "1: leaq 128(%%rsp), %%rsp\n"
      : "=a"(from), "+D"(to), "+S"(data)
      :
      : "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
        "xmm14", "xmm15",
#ifdef __AVX512F__  // of a user's own flags
        "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",
        "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6",
        "k7",
#endif
        "cc", "memory");
  return from;
#else
  return boost::context::detail::jump_fcontext(to, data).fctx;
#endif
}

}  // namespace sim

#endif  // SIM_FIBER_JUMP_H_
