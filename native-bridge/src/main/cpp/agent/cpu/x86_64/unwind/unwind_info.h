// SPDX-License-Identifier: Apache-2.0
//
// The unwind information of a compiled method on x64: UNWIND_INFO (the x64 exception handling of Windows, which .NET
// uses on all systems), with the operation that the runtime adds for large offsets of the frame pointer.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "unwind/rule.h"

namespace tiptoe::unwind {

struct UnwindInfo {
  Rule rule;
  uint8_t prologue;  // bytes
  bool framed;       // the rule starts from the frame pointer
};

constexpr size_t kLongestUnwindInfo = 4 + 2 * 256;

// Finds the rule for code that has run as far as `offset` bytes from the start of the function. Returns false for
// information that is damaged or chained.
bool readUnwindInfo(Octets info, uint32_t offset, UnwindInfo& result);

}  // namespace tiptoe::unwind
