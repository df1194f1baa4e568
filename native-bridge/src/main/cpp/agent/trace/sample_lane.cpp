// SPDX-License-Identifier: Apache-2.0

#include "trace/sample_lane.h"

namespace tiptoe {

using os::Locked;

bool SampleLane::append(Batch& batch, uint64_t time) {
  Locked locked(lock_);
  const uint64_t before = dropped_;
  batch.forEach([&](layout::RecordHeader* record) {
    record->lane = layout::kSamples;
    record->sequence = ++sequence_;
    record->time = time;
  });
  dropped_ += file_.append(batch) + batch.refused();
  return dropped_ == before;
}

void SampleLane::drop() {
  Locked locked(lock_);
  dropped_++;
}

uint64_t SampleLane::dropped() {
  Locked locked(lock_);
  return dropped_;
}

}  // namespace tiptoe
