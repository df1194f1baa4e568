// SPDX-License-Identifier: Apache-2.0
//
// Random intervals, so that samples do not keep step with what a program does periodically. Not thread-safe.

#pragma once

#include <stdint.h>

namespace tiptoe {

class Jitter {
 public:
  explicit Jitter(uint64_t seed) : state_(seed) {}

  // Returns an interval from half of the period to one and a half; their average is the period. The intervals are
  // independent, so a sample that stands for the time since the last one is of any phase of the program with the same
  // probability, whatever weight it has. Their range is a whole period, so two samples that follow each other are of
  // independent phases also where the program has the same period.
  uint64_t around(uint64_t period) {
    const uint64_t least = period / 2;
    return least + static_cast<uint64_t>(static_cast<unsigned __int128>(next()) * period >> 64);
  }

  bool coin() { return next() >> 63 != 0; }

 private:
  // SplitMix64.
  uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
  }

  uint64_t state_;
};

}  // namespace tiptoe
