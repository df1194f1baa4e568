// SPDX-License-Identifier: Apache-2.0
//
// The callbacks that are under way, and how long the longest took so far: what a detach has to reckon with. The
// runtime waits for those threads inside a callback that it knows; on others, as those of a server's collector or of
// the diagnostics server, the agent itself waits for them, before its library may be unmapped. For any number of
// threads.

#pragma once

#include <stdint.h>

#include <atomic>

#include "os/os.h"

namespace tiptoe {

class Callbacks {
 public:
  // Is inside a callback while it lives.
  class Running {
   public:
    explicit Running(Callbacks& all) : all_(all), began_(os::monotonicNanos()) { all_.underWay_++; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() {
      all_.took(os::monotonicNanos() - began_);
      all_.underWay_--;
    }

   private:
    Callbacks& all_;
    const uint64_t began_;
  };

  // The same for one whose like does not come any more when the agent leaves: how long it took says nothing of that.
  class RunningForOnce {
   public:
    explicit RunningForOnce(Callbacks& all) : all_(all) { all_.underWay_++; }
    RunningForOnce(const RunningForOnce&) = delete;
    RunningForOnce& operator=(const RunningForOnce&) = delete;
    ~RunningForOnce() { all_.underWay_--; }

   private:
    Callbacks& all_;
  };

  uint64_t longest() const { return longest_.load(std::memory_order_relaxed); }

  // Returns when none is under way; no more begin. Who was in one has then had the time to return to its caller.
  void awaitEnd() const {
    constexpr uint64_t kMilli = 1'000'000;
    while (underWay_ != 0) {
      os::sleep(kMilli);
    }
    os::sleep(10 * kMilli);
  }

 private:
  void took(uint64_t nanos) {
    uint64_t longest = longest_.load(std::memory_order_relaxed);
    while (nanos > longest && !longest_.compare_exchange_weak(longest, nanos, std::memory_order_relaxed)) {
    }
  }

  std::atomic<uint32_t> underWay_{0};
  std::atomic<uint64_t> longest_{0};
};

}  // namespace tiptoe
