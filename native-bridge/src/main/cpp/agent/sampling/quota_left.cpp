// SPDX-License-Identifier: Apache-2.0

#include "sampling/quota_left.h"

namespace tiptoe {

uint64_t QuotaLeft::after(const os::Quota::Reading& reading, uint64_t now, uint64_t quota, uint64_t period) {
  const size_t known = count_ < kRoom ? count_ : kRoom;
  uint64_t left = 0;
  for (size_t back = 1; back <= known; back++) {
    const At& before = readings_[(count_ - back) % kRoom];
    // While nothing runs, no period is counted; but none is longer than it may be.
    if (before.reading.periods < reading.periods || now - before.time >= period) {
      const uint64_t used = reading.used - before.reading.used;
      left = used < quota ? quota - used : 0;
      break;
    }
  }
  if (count_ == 0 || now - readings_[(count_ - 1) % kRoom].time >= period / kInPeriod) {
    readings_[count_++ % kRoom] = {now, reading};
  }
  return left;
}

}  // namespace tiptoe
