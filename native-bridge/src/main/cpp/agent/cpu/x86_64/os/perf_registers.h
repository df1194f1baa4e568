// SPDX-License-Identifier: Apache-2.0
//
// The registers of a thread on x64 that the kernel writes into samples.

#pragma once

#include <asm/perf_regs.h>
#include <stddef.h>
#include <stdint.h>

namespace tiptoe::os {

struct PerfRegisters {
  // All by which a caller can be found. The kernel writes them in the order of its numbers.
  static constexpr uint8_t kNumbers[] = {
      PERF_REG_X86_AX,  PERF_REG_X86_BX,  PERF_REG_X86_CX,  PERF_REG_X86_DX,  PERF_REG_X86_SI,  PERF_REG_X86_DI,
      PERF_REG_X86_BP,  PERF_REG_X86_SP,  PERF_REG_X86_IP,  PERF_REG_X86_R8,  PERF_REG_X86_R9,  PERF_REG_X86_R10,
      PERF_REG_X86_R11, PERF_REG_X86_R12, PERF_REG_X86_R13, PERF_REG_X86_R14, PERF_REG_X86_R15};
  static constexpr size_t kCount = sizeof kNumbers;

  static constexpr uint64_t mask() {
    uint64_t mask = 0;
    for (const uint8_t each : kNumbers) {
      mask |= uint64_t{1} << each;
    }
    return mask;
  }

  // Returns the place of a register among those that are written.
  static constexpr size_t placeOf(uint8_t number) {
    size_t place = 0;
    while (kNumbers[place] != number) {
      place++;
    }
    return place;
  }
};

}  // namespace tiptoe::os
