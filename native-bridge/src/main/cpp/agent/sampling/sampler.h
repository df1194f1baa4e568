// SPDX-License-Identifier: Apache-2.0
//
// The agent's only thread that stops the program. In each round it suspends the runtime, walks the stacks of the
// managed threads that have run since the last round, lets the program go on, describes the functions on the stacks,
// and records the samples. When no thread has run, it does not suspend the runtime. It runs no managed code. Pace
// decides how often it does so, and for how long.

#pragma once

#include <stdint.h>

#include "base/log_histogram.h"
#include "clr.h"
#include "identity/code_describer.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "os/os.h"
#include "os/quota.h"
#include "os/worker.h"
#include "sampling/outcomes.h"
#include "sampling/pace.h"
#include "sampling/quota_left.h"
#include "sampling/round.h"
#include "sampling/stack_table.h"
#include "sampling/standstill.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"
#include "trace/sample_lane.h"

namespace tiptoe {

class Sampler {
 public:
  // The parts of the agent that the sampler uses; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Threads& threads;
    Recorder& recorder;
    CodeDescriber& code;
    IdentityLane& identity;
    SampleLane& samples;
  };

  // The sampler's settings and totals, as the trace records them.
  struct Status {
    bool running;
    uint64_t period;  // as configured last, even if no round has come since
    uint64_t duty;
    layout::SamplerTotals totals;
    layout::SamplerState state;
  };

  explicit Sampler(Surroundings surroundings) : at_(surroundings) {}

  // Changes the settings from now on: a round every period nanoseconds, the program paused for at most duty millionths
  // of the time. If either is 0, sampling rests. Starts the thread when there is none. Returns whether there is one
  // now. Any thread may call it at any time.
  bool configure(uint64_t period, uint64_t duty);

  // Any thread may call it at any time.
  Status status();

  // Ends the thread after its round and waits for that. Returns false when it does not end in time, and is abandoned.
  // Has no effect when it does not run. configure() has no effect until resume().
  bool stop() { return worker_.stopAndJoin(); }

  // Allows configure() again after stop(), whatever its result was.
  void resume() { worker_.resume(); }

  // Forgets the defined stacks, because IDs on them may change their meaning. To be called with the gate closed.
  void forgetStacks();

 private:
  struct Settings {
    uint64_t period;
    uint64_t duty;
  };
  struct Times {
    uint64_t asked;
    uint64_t standing;
    uint64_t done;
    uint64_t running;
    uint64_t looked;  // the end of the pause; without one, the end of the check
    uint64_t counted;  // of the time until then
    bool stopped;
  };

  void run();
  bool awaitRound();
  void adopt(uint64_t now);
  void sampleOnce();
  bool findStanding(Times& times, size_t& due);
  bool walkThreads(Times& times, size_t& due);
  bool hasQuota();
  void encode(const Times& times, size_t due);
  void encodeWalked(size_t turn, uint64_t standing, const layout::RoundSampled& sampled);
  void encodeThread(size_t turn, const StackTable::Place& place, const layout::RoundSampled& sampled);
  void encodeRound(const layout::RoundSampled& sampled);
  void define(const StackTable::Stack& stack, uint32_t number);
  void recordCode(uint64_t until);
  void count(const Times& times, size_t due);
  void bookRefusal(cor::HRESULT result, uint64_t now);
  void writeBooks();
  uint64_t sampledUntil(uint64_t now) const;
  layout::SamplerState state();

  Surroundings at_;
  os::Worker worker_;

  // Guarded by the worker's lock.
  bool configured_ = false;  // the thread has not read the new settings yet
  Settings settings_{};

  // Written by the sampler's thread with the lock held, so that status() may read it.
  Pace pace_{os::monotonicNanos()};
  layout::SamplerTotals totals_{};
  Outcomes outcomes_;
  LogHistogram stopped_;
  LogHistogram paused_;
  uint64_t sampledFor_ = 0;  // up to since_
  uint64_t since_ = 0;       // the time of the last round, or when sampling began
  uint64_t due_ = 0;
  uint64_t walked_ = 0;

  // Used by the sampler's thread only.
  uint64_t nextBooks_ = 0;
  os::Quota quota_;
  QuotaLeft quotaLeft_;
  Round round_;
  StackTable stacks_;
  Standstill standstill_;
  bool lostDefinitions_ = false;
  Buffer<layout::SampledThread, 64> sampled_;
  size_t taken_ = 0;  // samples in this round
  bool quiet_ = false;  // no thread had run in the round before
  IdSet metOnStack_;                   // functions whose code is recorded or waits for that
  Buffer<uint64_t, 64> awaitingCode_;
  Findings findings_;
  IdSet described_;  // in this round
  Buffer<uint64_t, 64> unknown_;
  Batch batch_;
};

}  // namespace tiptoe
