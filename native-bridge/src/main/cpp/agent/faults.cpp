// SPDX-License-Identifier: Apache-2.0

#include "faults.h"

#include "os/os.h"

namespace tiptoe {

void Faults::failedCall(size_t slot, cor::HRESULT result) {
  count_++;
  if (slot < kSlots && !said_[slot].exchange(true)) {
    os::say("the call of slot %zu of ICorProfilerInfo failed: 0x%08x (reported once)", slot,
            static_cast<uint32_t>(result));
  }
}

// Slot 0 cannot fail, so its counter is used for all other faults.
void Faults::other(const char* what) {
  count_++;
  if (!said_[0].exchange(true)) {
    os::say("%s (reported once)", what);
  }
}

}  // namespace tiptoe
