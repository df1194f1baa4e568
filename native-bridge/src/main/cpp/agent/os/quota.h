// SPDX-License-Identifier: Apache-2.0
//
// A limit on processor time, such as that of a container: a group of processes may use so much of it in each period. When
// it is used up, all processes of the group stand still until the next period begins. Not thread-safe.

#pragma once

#include <stdint.h>

namespace tiptoe::os {

class Quota {
 public:
  // What the group has used, as the system counts it.
  struct Reading {
    uint64_t periods;  // so many have begun since the group was made, without those in which nothing ran
    uint64_t used;     // nanoseconds, since the group was made
  };

  // root: a folder that has /proc and /sys below it; tests have their own.
  explicit Quota(const char* root = "") : root_(root) {}

  // Looks for the limit of this process's group, which may change at any time. Returns whether there is one.
  bool find();

  // The limit that was found last, and its period, in nanoseconds; 0: there was none.
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
