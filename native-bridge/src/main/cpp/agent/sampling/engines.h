// SPDX-License-Identifier: Apache-2.0
//
// The ways in which the agent samples: Sampler suspends the runtime, PerfSampler reads the kernel's samples of running
// threads. One or both of them serve; where the kernel refuses the latter and it was to serve alone, the former does.
// Thread-safe.

#pragma once

#include "os/threads.h"
#include "sampling/perf_sampler.h"
#include "sampling/sampler.h"

namespace tiptoe {

class Engines : private PerfSampler::Fallback {
 public:
  enum Choice : uint32_t { kSuspend, kPerf, kBoth };

  struct Settings {
    uint64_t period;
    uint64_t duty;
  };

  Engines(const Sampler::Surroundings& suspend, const PerfSampler::Surroundings& perf)
      : suspend_(suspend), perf_(perf, *this) {}

  // Chooses by a name: suspend, perf or both. Returns false for another. To be called before anything else.
  bool choose(const char* name);

  // Returns whether the code map must be kept: it cannot be made afterwards.
  bool needCode() const { return choice_ != kSuspend; }

  // Changes the settings from now on, as Sampler::configure() and PerfSampler::configure() do. Returns whether all
  // that are to serve have a thread, or rest.
  bool configure(const Settings& settings);

  Settings settings();
  Choice choice() const { return choice_; }

  Sampler& suspend() { return suspend_; }
  PerfSampler& perf() { return perf_; }

  // Ends the threads. Returns false when one of them does not end in time.
  bool stop();
  void resume();

 private:
  void refused() override;

  Sampler suspend_;
  PerfSampler perf_;
  Choice choice_ = kSuspend;
  os::Mutex lock_;
  Settings settings_{};
};

}  // namespace tiptoe
