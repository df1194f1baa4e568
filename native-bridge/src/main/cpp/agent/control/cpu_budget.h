// SPDX-License-Identifier: Apache-2.0
//
// Bounds the processor time that one kind of work takes: a tenth of all time on average, and at once what was saved up
// while there was less to do. When the budget is used up the work rests until there is enough for a portion. It reads
// no clock, so that it can be tested without one. Not for several threads at once.

#pragma once

#include <stdint.h>

namespace tiptoe::control {

class CpuBudget {
 public:
  static constexpr uint64_t kOneOf = 10;         // nanoseconds that earn one nanosecond of work
  static constexpr uint64_t kMost = 20'000'000;  // nanoseconds of work that can be saved up
  static constexpr uint64_t kPortion = 250'000;  // nanoseconds of work that end a rest

  // Whether work is allowed at a moment, which is not before any that was given earlier.
  bool allows(uint64_t now) {
    const uint64_t earned = (now - seen_) / kOneOf;
    seen_ += earned * kOneOf;
    left_ += static_cast<int64_t>(earned);
    left_ = left_ < static_cast<int64_t>(kMost) ? left_ : static_cast<int64_t>(kMost);
    resting_ = resting_ && left_ < static_cast<int64_t>(kPortion);
    return !resting_;
  }

  // Work took so many nanoseconds.
  void spend(uint64_t nanos) {
    left_ -= static_cast<int64_t>(nanos);
    resting_ = resting_ || left_ <= 0;
  }

  // When the rest ends; 0 when there is none.
  uint64_t again() const {
    return resting_ ? seen_ + static_cast<uint64_t>(static_cast<int64_t>(kPortion) - left_) * kOneOf : 0;
  }

 private:
  int64_t left_ = kMost;
  uint64_t seen_ = 0;  // up to when it was earned
  bool resting_ = false;
};

}  // namespace tiptoe::control
