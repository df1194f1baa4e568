// SPDX-License-Identifier: Apache-2.0
//
// The processor time that the system lets this process and those grouped with it use in each period. When it is used
// up, all of them stand still until the next period. Not thread-safe.

#pragma once

#include <stdint.h>

namespace tiptoe::os {

class Quota {
 public:
  // What was used, by the system's count.
  struct Reading {
    uint64_t periods;  // that have begun while anything ran; not all since the group began
    uint64_t used;     // nanoseconds, since the group began
  };

  // root: a folder that has /proc and /sys below it; tests have their own.
  explicit Quota(const char* root = "") : root_(root) {}

  // Looks for the quota, which may change at any time. Returns whether there is one.
  bool find();

  // About the quota found last; 0: none was.
  uint64_t nanos() const { return nanos_; }
  uint64_t period() const { return period_; }

  // Returns false when it cannot be read.
  bool read(Reading& reading) const;

 private:
  static constexpr unsigned kLongest = 512;  // characters of a path; a longer one is not found

  bool findVersion2(const char* groups);
  bool findVersion1(const char* groups);

  const char* root_;
  uint64_t nanos_ = 0;
  uint64_t period_ = 0;
  char statistics_[kLongest] = "";  // the file with the periods, and in version 2 with the time
  char used_[kLongest] = "";        // the file with the time in version 1
};

}  // namespace tiptoe::os
