// SPDX-License-Identifier: Apache-2.0
//
// The moment at which a wait ends.

#pragma once

#include <limits.h>
#include <stdint.h>
#include <time.h>

namespace tiptoe::border {

class Moment {
 public:
  static Moment in(uint32_t millis) { return Moment(now() + millis); }

  bool isOver() const { return now() >= at_; }

  // The milliseconds left, for poll(2).
  int left() const {
    const uint64_t present = now();
    const uint64_t left = at_ > present ? at_ - present : 0;
    return left < INT_MAX ? static_cast<int>(left) : INT_MAX;
  }

 private:
  explicit Moment(uint64_t at) : at_(at) {}

  static uint64_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1000 + static_cast<uint64_t>(time.tv_nsec) / 1'000'000;
  }

  uint64_t at_;
};

}  // namespace tiptoe::border
