// SPDX-License-Identifier: Apache-2.0
//
// The registers of the kernel's samples as the unwinder has them.

#pragma once

#include "os/perf_registers.h"
#include "unwind/registers.h"

namespace tiptoe {

// Takes PerfRegisters::kCount values in the kernel's order.
inline void takeRegisters(const uint64_t* values, unwind::Registers& registers) {
  // by their places in PerfRegisters::kNumbers
  constexpr unwind::Register kOurs[] = {
      unwind::kRax, unwind::kRbx, unwind::kRcx, unwind::kRdx, unwind::kRsi, unwind::kRdi,
      unwind::kRbp, unwind::kRsp, unwind::kRip, unwind::kR8,  unwind::kR9,  unwind::kR10,
      unwind::kR11, unwind::kR12, unwind::kR13, unwind::kR14, unwind::kR15};
  static_assert(sizeof kOurs / sizeof *kOurs == os::PerfRegisters::kCount, "one each");
  for (size_t i = 0; i < os::PerfRegisters::kCount; i++) {
    registers[kOurs[i]] = values[i];
  }
}

}  // namespace tiptoe
