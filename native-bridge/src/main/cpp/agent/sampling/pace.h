// SPDX-License-Identifier: Apache-2.0
//
// The duty governor: decides when the sampler may stop the program, and for how long. It keeps the paused time below a
// share of all time, by stretching the period and by ending a round before it has met all threads. Intervals between
// rounds are random (Jitter), and on average as long as the period. It reads no clock, so that it can be tested without
// one. Not thread-safe.

#pragma once

#include <stdint.h>

#include "base/jitter.h"

namespace tiptoe {

class Pace {
 public:
  static constexpr uint64_t kWhole = 1'000'000;  // the duty that stands for all of the time

  explicit Pace(uint64_t seed = 0) : jitter_(seed) {}

  // Changes the settings from now on: a round every period nanoseconds on average, as long as pauses take at most duty
  // millionths of the time. If either is 0, there are no rounds. The last pause still counts.
  void set(uint64_t period, uint64_t duty, uint64_t now);

  bool active() const { return period_ != 0 && duty_ != 0; }
  uint64_t period() const { return period_; }
  uint64_t duty() const { return duty_; }

  // Returns when the next round is due.
  uint64_t next() const { return next_; }

  // Returns until when to walk, given when the runtime was asked to stop and when it had stopped. Stopping costs the
  // same for one thread as for many, so the walk may take at least as long as the stop did.
  uint64_t walkUntil(uint64_t asked, uint64_t standing) const;

  // Plans the next round after one whose pause ended at running and counts for so long (Pause).
  void paused(uint64_t running, uint64_t counted);

  // Plans this round for later, because it must not begin yet.
  void postpone(uint64_t until) { next_ = until; }

  // Plans another attempt soon, because the runtime could not be stopped now. Returns false when this round has used up
  // its attempts, and plans the next one.
  bool refused(uint64_t now);

 private:
  uint64_t earliest() const;

  Jitter jitter_;
  uint64_t period_ = 0;
  uint64_t duty_ = 0;
  uint64_t due_ = 0;   // when the round was due
  uint64_t next_ = 0;  // the time of the round or of its next attempt
  unsigned attempts_ = 0;
  uint64_t ended_ = 0;  // when the last pause ended
  uint64_t pause_ = 0;  // the counted length of the last pause
};

}  // namespace tiptoe
