// SPDX-License-Identifier: Apache-2.0
//
// One step of a walk on x64: from the registers of a frame to those of its caller.

#pragma once

#include <stdint.h>

#include "unwind/rule.h"
#include "unwind/sample.h"

namespace tiptoe::unwind {

// The registers of a frame, as far as they are known.
struct FrameState {
  Registers registers;
  uint32_t lost = 0;  // the bits of registers whose values are not known

  bool knows(Register which) const { return (lost >> which & 1) == 0; }
};

// What a step found. kWhole: the frame has no caller. kTooDeep: it has, and the state is the caller's.
constexpr End kHasCaller = End::kTooDeep;

// Reads the return address of a frame by a rule of kind kAtRegister that starts from the stack pointer. Returns false
// where the copy does not contain it.
bool readReturnAddress(const Rule& rule, const StackCopy& stack, const FrameState& state, uint64_t& address);

// Goes to the caller of a frame. Whatever the rule and the copy say, the stack pointer rises.
End step(const Rule& rule, const StackCopy& stack, FrameState& state);

}  // namespace tiptoe::unwind
