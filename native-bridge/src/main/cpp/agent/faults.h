// SPDX-License-Identifier: Apache-2.0
//
// Counts the agent's own failures. Each kind is reported once on stderr, and none affects the program. Thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "cor/types.h"

namespace tiptoe {

class Faults {
 public:
  // Counts a call that should not have failed; slot is its place in ICorProfilerInfo.
  void failedCall(size_t slot, cor::HRESULT result);

  // Counts any other fault, which the text describes.
  void other(const char* what);

  uint32_t count() const { return count_; }

 private:
  static constexpr size_t kSlots = 128;

  std::atomic<uint32_t> count_{0};
  std::atomic<bool> said_[kSlots] = {};
};

}  // namespace tiptoe
