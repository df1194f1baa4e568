// SPDX-License-Identifier: Apache-2.0
//
// When the sampler may stop the program, and for how long: the duty governor. It keeps the time that the program is
// paused below a share of all time, by stretching the period and by letting a round end before it has met all
// threads. It reads no clock, so that it can be tested without one. Not for several threads at once.

#pragma once

#include <stdint.h>

namespace tiptoe {

class Pace {
 public:
  static constexpr uint64_t kWhole = 1'000'000;  // a duty of all the time

  // From now on: a round every so many nanoseconds, as long as pauses take at most duty millionths of the time.
  // Either may be 0: then there are no rounds. What the last pause took of the time is owed still.
  void set(uint64_t period, uint64_t duty, uint64_t now);

  bool active() const { return period_ != 0 && duty_ != 0; }
  uint64_t period() const { return period_; }
  uint64_t duty() const { return duty_; }

  // When the next round is due.
  uint64_t next() const { return next_; }

  // The runtime was asked to stop, and it stands: until when to walk. To have stopped the program costs as much
  // whether one thread is walked or many, so at least as much again is made of it.
  uint64_t walkUntil(uint64_t asked, uint64_t standing) const;

  // A round began and the program runs again since: plans the next one. Of a longer pause than a second, a second
  // counts: most likely the process stood still for another reason.
  void paused(uint64_t asked, uint64_t running);

  // The runtime could not be stopped now: plans another attempt soon. False when this round had its attempts, and
  // the next one is planned.
  bool refused(uint64_t now);

 private:
  uint64_t earliest() const;

  uint64_t period_ = 0;
  uint64_t duty_ = 0;
  uint64_t due_ = 0;   // when the round should have been
  uint64_t next_ = 0;  // when it may be, or its next attempt
  unsigned attempts_ = 0;
  uint64_t ended_ = 0;  // when the last pause did
  uint64_t pause_ = 0;  // how much of it counts
};

}  // namespace tiptoe
