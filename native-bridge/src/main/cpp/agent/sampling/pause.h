// SPDX-License-Identifier: Apache-2.0
//
// Measures a pause of the program, from before it is suspended, on the thread that suspends it. Of a long one only that
// part counts which the thread can account for: the time it ran, the time it waited for a processor, and for each of
// its sleeps as long as the runtime sleeps at most while it suspends. In the rest of the time the whole process was
// stopped, or the runtime waited for another suspension to end before its own began: a debugger does the one or the
// other for as long as its user thinks. If the thread has waited for a disk, all of the pause counts: that is a sleep of
// any length.

#pragma once

#include <stdint.h>

#include "os/os.h"

namespace tiptoe {

class Pause {
 public:
  // A shorter pause counts as it is.
  static constexpr uint64_t kLong = 100'000'000;

  // The most that counts: most likely the process stood still for another reason.
  static constexpr uint64_t kMost = 1'000'000'000;

  // Begins the pause.
  Pause() : before_(os::activity()), asked_(os::monotonicNanos()) {}

  uint64_t asked() const { return asked_; }

  // Returns how much of it counts, when it has ended at that time.
  uint64_t counted(uint64_t running) const;

  // Returns how much of a pause of such a length counts, in which a thread did what is between before and after.
  static uint64_t counted(uint64_t length, const os::Activity& before, const os::Activity& after);

 private:
  const os::Activity before_;
  const uint64_t asked_;
};

}  // namespace tiptoe
