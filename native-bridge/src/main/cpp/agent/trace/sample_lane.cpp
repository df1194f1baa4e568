// SPDX-License-Identifier: Apache-2.0

#include "trace/sample_lane.h"

namespace tiptoe {

void SampleLane::append(Batch& batch, uint64_t time) {
  batch.forEach([&](layout::RecordHeader* record) {
    record->lane = layout::kSamples;
    record->sequence = ++sequence_;
    record->time = time;
    dropped_ += file_.append(record) != 0;
  });
  dropped_ += batch.refused();
}

}  // namespace tiptoe
