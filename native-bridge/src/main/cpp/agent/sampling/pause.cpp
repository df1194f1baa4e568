// SPDX-License-Identifier: Apache-2.0

#include "sampling/pause.h"

#include "base/moments.h"

namespace tiptoe {
namespace {

constexpr uint64_t kLongestSleep = 10'000'000;  // ns, of the runtime before it looks again whether threads have stopped

}  // namespace

uint64_t Pause::counted(uint64_t running) const {
  const uint64_t length = running - asked_;
  return length < kLong ? length : counted(length, before_, os::activity());
}

uint64_t Pause::counted(uint64_t length, const os::Activity& before, const os::Activity& after) {
  if (length < kLong) {
    return length;
  }
  // The system counts no waiting; or the thread waited for a disk, and it is not known for how long.
  if (after.turns == 0 || after.loads != before.loads) {
    return sooner(length, kMost);
  }
  const uint64_t slept = (after.sleeps - before.sleeps) * kLongestSleep;
  const uint64_t accounted = (after.running - before.running) + (after.ready - before.ready) + slept;
  return sooner(length, sooner(accounted, kMost));
}

}  // namespace tiptoe
