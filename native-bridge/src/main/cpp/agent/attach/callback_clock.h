// SPDX-License-Identifier: Apache-2.0
//
// How long the longest callback took so far: what a detach has to reckon with, since the runtime waits for threads
// that are inside one. For any number of threads.

#pragma once

#include <stdint.h>

#include <atomic>

#include "os/os.h"

namespace tiptoe {

class CallbackClock {
 public:
  // Is inside a callback while it lives.
  class Running {
   public:
    explicit Running(CallbackClock& clock) : clock_(clock), began_(os::monotonicNanos()) {}
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() { clock_.took(os::monotonicNanos() - began_); }

   private:
    CallbackClock& clock_;
    const uint64_t began_;
  };

  uint64_t longest() const { return longest_.load(std::memory_order_relaxed); }

 private:
  void took(uint64_t nanos) {
    uint64_t longest = longest_.load(std::memory_order_relaxed);
    while (nanos > longest && !longest_.compare_exchange_weak(longest, nanos, std::memory_order_relaxed)) {
    }
  }

  std::atomic<uint64_t> longest_{0};
};

}  // namespace tiptoe
