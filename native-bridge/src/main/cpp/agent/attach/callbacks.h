// SPDX-License-Identifier: Apache-2.0
//
// Counts the callbacks that are under way, and keeps how long the longest took so far, which a detach needs. Before the
// library is unmapped, the runtime waits for those threads inside a callback that it knows. For others, such as threads
// of the server's collector or the diagnostics server, the agent waits itself. Thread-safe.

#pragma once

#include <stdint.h>

#include <atomic>

#include "os/os.h"

namespace tiptoe {

class Callbacks {
 public:
  // Marks a callback as under way while it lives.
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

  // The same for a callback that cannot occur while the agent leaves: its duration does not count for the detach.
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

  // Waits until no callback is under way; no more begin. A thread that was in one has then had the time to return to its
  // caller. Returns false when one still is at that moment of monotonicNanos().
  bool awaitEnd(uint64_t until) const {
    constexpr uint64_t kMilli = 1'000'000;
    while (underWay_ != 0) {
      if (os::monotonicNanos() >= until) {
        return false;
      }
      os::sleep(kMilli);
    }
    os::sleep(10 * kMilli);
    return true;
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
