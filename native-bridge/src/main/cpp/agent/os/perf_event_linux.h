// SPDX-License-Identifier: Apache-2.0
//
// The system call that opens a perf event.

#pragma once

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/descriptors_linux.h"

namespace tiptoe::os {

// Attributes of a software event that is switched off, with the clock of monotonicNanos().
inline perf_event_attr perfAttributes(uint64_t config, bool excludeKernel) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = config;
  attributes.disabled = 1;
  attributes.exclude_hv = 1;
  attributes.exclude_kernel = excludeKernel;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC;
  return attributes;
}

// Opens an event of a thread, for when it runs on a processor. 0 is the calling thread. Returns a descriptor, or -1 and
// sets errno.
inline int openPerfEvent(const perf_event_attr& attributes, uint32_t thread, uint32_t processor) {
  constexpr int kNoGroup = -1;
  constexpr unsigned long kCloseOnExec = PERF_FLAG_FD_CLOEXEC;
  return aboveStandardStreams(static_cast<int>(syscall(SYS_perf_event_open, &attributes, static_cast<pid_t>(thread),
                                                       static_cast<int>(processor), kNoGroup, kCloseOnExec)));
}

}  // namespace tiptoe::os
