// SPDX-License-Identifier: Apache-2.0
//
// The settings by which Linux schedules the calling thread: the kernel's struct sched_attr in its first version, which
// libc does not have.

#pragma once

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tiptoe::os {

struct Scheduling {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime;  // of one time slice, in nanoseconds; used for SCHED_OTHER since Linux 6.12, at least 0.1 ms
  uint64_t deadline;
  uint64_t period;

  // Reads the calling thread's settings. Returns false, with all fields 0, when the system does not give them.
  bool read() {
    *this = {};
    const bool read = syscall(SYS_sched_getattr, 0, this, sizeof *this, 0) == 0;
    *this = read ? *this : Scheduling{};
    return read;
  }

  // Applies the settings. Returns whether the system accepts them.
  bool write() { return syscall(SYS_sched_setattr, 0, this, 0) == 0; }
};

}  // namespace tiptoe::os
