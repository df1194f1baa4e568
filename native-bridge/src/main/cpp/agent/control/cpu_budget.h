// SPDX-License-Identifier: Apache-2.0
//
// Bounds the processor time of one kind of work to a tenth of all time on average. Time that is not used can be saved
// up to a limit and spent at once. When the budget is used up, the work rests until there is enough for a portion. The
// class reads no clock, so that it can be tested without one. Not thread-safe.

#pragma once

#include <stdint.h>

namespace tiptoe::control {

class CpuBudget {
 public:
  static constexpr uint64_t kOneOf = 10;         // nanoseconds that earn one nanosecond of work
  static constexpr uint64_t kMost = 20'000'000;  // nanoseconds of work that can be saved up
  static constexpr uint64_t kPortion = 250'000;  // nanoseconds of work that end a rest

  // Returns whether work is allowed now. The moments given must not go back.
  bool allows(uint64_t now) {
    const uint64_t earned = (now - seen_) / kOneOf;
    seen_ += earned * kOneOf;
    left_ += static_cast<int64_t>(earned);
    left_ = left_ < static_cast<int64_t>(kMost) ? left_ : static_cast<int64_t>(kMost);
    resting_ = resting_ && left_ < static_cast<int64_t>(kPortion);
    return !resting_;
  }

  // Records that work took so many nanoseconds.
  void spend(uint64_t nanos) {
    left_ -= static_cast<int64_t>(nanos);
    resting_ = resting_ || left_ <= 0;
  }

  // Returns when the rest ends; 0 when there is none.
  uint64_t again() const {
    return resting_ ? seen_ + static_cast<uint64_t>(static_cast<int64_t>(kPortion) - left_) * kOneOf : 0;
  }

 private:
  int64_t left_ = kMost;
  uint64_t seen_ = 0;  // the moment up to which time was earned
  bool resting_ = false;
};

}  // namespace tiptoe::control
