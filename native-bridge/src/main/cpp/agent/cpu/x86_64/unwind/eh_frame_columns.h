// SPDX-License-Identifier: Apache-2.0
//
// What tables of unwind rows say on x64 only.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "unwind/dwarf.h"
#include "unwind/registers.h"

namespace tiptoe::unwind {

// The column of the return address (System V ABI for x86-64, figure 3.36). Those before it are of registers.
constexpr uint64_t kReturnAddressColumn = kRip;

constexpr uint64_t kStackPointerColumn = kRsp;

// Where in a ucontext_t the kernel saves RIP and RSP (struct sigcontext of Linux).
constexpr int64_t kSavedProgramCounter = 168;
constexpr int64_t kSavedStackPointer = 160;

// In a procedure linkage table the CFA is RSP + 8 + ((RIP & 15) >= n) * 8. This is what follows "RSP + 8"; n is a literal
// in the place kPltThreshold.
constexpr int64_t kPltOffset = 8;
constexpr uint8_t kPltExpression[] = {kBaseRegister0 + kRip, 0, kLiteral0 + 15, kAnd,  0,
                                      kGreaterOrEqual,       kLiteral0 + 3,     kShiftLeft, kPlus};
constexpr size_t kPltThreshold = 4;

}  // namespace tiptoe::unwind
