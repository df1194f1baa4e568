// SPDX-License-Identifier: Apache-2.0
//
// How to find the caller of a frame of native code on x64.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "unwind/registers.h"

namespace tiptoe::unwind {

// The registers that a function gives back as it found them (System V ABI for x86-64, figure 3.4), but for RSP.
constexpr Register kPreserved[] = {kRbx, kRbp, kR12, kR13, kR14, kR15};
constexpr size_t kPreservedCount = sizeof kPreserved / sizeof *kPreserved;

constexpr size_t kRbpPreserved = 1;  // its index
static_assert(kPreserved[kRbpPreserved] == kRbp);

constexpr uint8_t kWord = 8;

// Where the CFA (the value that RSP has in the caller, after the return) and the caller's registers are. Equal rules
// have equal bytes.
struct Rule {
  enum Kind : uint8_t {
    kNoCode,        // there is no function
    kUnsupported,   // an expression that is not understood
    kAtRegister,    // CFA = register + offset
    kAtWord,        // CFA = the word at register + offset
    kPlt,           // CFA = RSP + 8, and 8 more when RIP lies at least `offset` bytes behind a multiple of 16
    kSignal,        // a signal handler's caller: all registers lie in the ucontext_t at RSP
    kFirst,         // the thread's first function, which has no caller
  };

  static constexpr int16_t kKept = 0;          // the register has the caller's value
  static constexpr int16_t kLost = INT16_MIN;  // the caller's value cannot be found

  Kind kind;
  uint8_t cfaRegister;
  int16_t saved[kPreservedCount];  // words from the CFA to where each of kPreserved is saved
  int32_t offset;

  // Whether the caller has the same frame pointer.
  bool keepsFramePointer() const { return saved[kRbpPreserved] == kKept; }

  bool isByFramePointer() const { return kind == kAtRegister && cfaRegister == kRbp; }

  // Whether it is that of a function's first instruction.
  bool isOfEntry() const { return kind == kAtRegister && cfaRegister == kRsp && offset == kWord; }
};
static_assert(sizeof(Rule) == 20, "compared as bytes: no padding in between");

}  // namespace tiptoe::unwind
