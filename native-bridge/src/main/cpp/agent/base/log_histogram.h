// SPDX-License-Identifier: Apache-2.0
//
// A histogram of values: eight classes for every power of two, so its results are at most an eighth too great. It takes
// 2 KiB. Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe {

class LogHistogram {
 public:
  void add(uint64_t value) {
    counts_[classOf(value)]++;
    count_++;
    total_ += value;
    greatest_ = value > greatest_ ? value : greatest_;
  }

  uint64_t count() const { return count_; }
  uint64_t total() const { return total_; }
  uint64_t greatest() const { return greatest_; }

  // Returns the value that the given part of a thousand values does not exceed; 0 when there are none.
  uint64_t permille(uint64_t part) const {
    const uint64_t wanted = (count_ * part + 999) / 1000;
    uint64_t met = 0;
    for (size_t i = 0; i < kClasses; i++) {
      met += counts_[i];
      if (met >= wanted && met != 0) {
        const uint64_t last = lastOf(i);
        return last < greatest_ ? last : greatest_;
      }
    }
    return 0;
  }

 private:
  static constexpr unsigned kBits = 3;
  static constexpr uint64_t kParts = 1u << kBits;
  static constexpr size_t kClasses = (64 - kBits + 1) * kParts;

  // Returns the class of a value. Values below kParts have a class each; for greater ones the bits after the highest
  // one choose it.
  static size_t classOf(uint64_t value) {
    if (value < kParts) {
      return value;
    }
    const unsigned highest = 63 - static_cast<unsigned>(__builtin_clzll(value));
    return (highest - kBits + 1) * kParts + (value >> (highest - kBits) & (kParts - 1));
  }

  // Returns the greatest value of a class.
  static uint64_t lastOf(size_t index) {
    if (index < kParts) {
      return index;
    }
    const unsigned shift = static_cast<unsigned>(index / kParts) - 1;
    return ((kParts + index % kParts + 1) << shift) - 1;
  }

  uint32_t counts_[kClasses] = {};
  uint64_t count_ = 0;
  uint64_t total_ = 0;
  uint64_t greatest_ = 0;
};

}  // namespace tiptoe
