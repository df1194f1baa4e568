// SPDX-License-Identifier: Apache-2.0
//
// The agent's own failures: counted all, said once each on stderr, never the program's. For any number of threads.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "cor/types.h"

namespace tiptoe {

class Faults {
 public:
  // A call failed that should not have; slot is its place in ICorProfilerInfo.
  void failedCall(size_t slot, cor::HRESULT result);

  // Something else went wrong; the text says what.
  void other(const char* what);

  uint32_t count() const { return count_; }

 private:
  static constexpr size_t kSlots = 128;

  std::atomic<uint32_t> count_{0};
  std::atomic<bool> said_[kSlots] = {};
};

}  // namespace tiptoe
