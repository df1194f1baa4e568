// SPDX-License-Identifier: Apache-2.0
//
// Estimates how much of a quota of processor time is left in the current period, from readings of what was used. The
// system does not say when a period begins; what was used in one is at most what was used since a reading before it
// began. Readings that follow another closely are not kept, so that one from before the period is always there, however
// many there are. The estimate is exact to what is used between two that are kept, and never too high but for what other
// processors hold in reserve. It reads no clock. Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "os/quota.h"

namespace tiptoe {

class QuotaLeft {
 public:
  // Returns what is left at least, in nanoseconds, after one more reading. 0 until a reading is known to lie before the
  // period: for the first period at most, if it is asked often.
  uint64_t after(const os::Quota::Reading& reading, uint64_t now, uint64_t quota, uint64_t period);

 private:
  struct At {
    uint64_t time;
    os::Quota::Reading reading;
  };
  static constexpr size_t kRoom = 256;
  static constexpr size_t kInPeriod = kRoom / 2;

  At readings_[kRoom];
  size_t count_ = 0;  // of all that were kept; the newest still are
};

}  // namespace tiptoe
