// SPDX-License-Identifier: Apache-2.0
//
// The agent's one thread that stops the program: again and again it does so, walks the stacks of managed threads that
// have run since (where none has, it stops nobody), lets the program go on, learns what the functions on them are, and writes down what it saw. It runs no managed
// code. How often, and for how long, is the matter of its pace.

#pragma once

#include <stdint.h>

#include "base/log_histogram.h"
#include "clr.h"
#include "identity/code_describer.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "os/worker.h"
#include "sampling/outcomes.h"
#include "sampling/pace.h"
#include "sampling/round.h"
#include "sampling/stack_table.h"
#include "sampling/standstill.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"
#include "trace/sample_lane.h"

namespace tiptoe {

class Sampler {
 public:
  // Where it works; all outlive it.
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

  // What it does and what came of it, as the trace tells it.
  struct Status {
    bool running;
    uint64_t period;  // as it was configured last, whether a round has come since or not
    uint64_t duty;
    layout::SamplerTotals totals;
    layout::SamplerState state;
  };

  explicit Sampler(Surroundings surroundings) : at_(surroundings) {}

  // From now on: a round every so many nanoseconds, the program paused for at most so many millionths of the time.
  // Either may be 0: then it rests. Starts the thread when there is none; whether there is one now. At any time, by
  // any thread.
  bool configure(uint64_t period, uint64_t duty);

  // By any thread, at any time.
  Status status();

  // Ends it after its round and waits for that; false when it does not come to its end, which is then left to itself.
  // Fine when it does not run. It cannot be configured from then on.
  bool stop() { return worker_.stopAndJoin(); }

  // Takes stop() back, whatever came of it: it may be configured again.
  void resume() { worker_.resume(); }

  // The IDs on the stacks that the trace has defined may come to mean something else. With the gate closed.
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
    uint64_t looked;  // until then it took us
    bool stopped;
  };

  void run();
  bool awaitRound();
  void adopt(uint64_t now);
  void sampleOnce();
  bool findStanding(Times& times, size_t& due);
  bool walkThreads(Times& times, size_t& due);
  void encode(const Times& times, size_t due);
  void encodeWalked(size_t turn, uint64_t standing, const layout::RoundSampled& sampled);
  void encodeThread(size_t turn, const StackTable::Place& place, const layout::RoundSampled& sampled);
  void encodeRound(const layout::RoundSampled& sampled);
  void define(const StackTable::Stack& stack, uint32_t number);
  void tellCode(uint64_t until);
  void count(const Times& times, size_t due);
  void bookRefusal(cor::HRESULT result, uint64_t now);
  void writeBooks();
  layout::SamplerState state();

  Surroundings at_;
  os::Worker worker_;

  // With the worker's lock held.
  bool configured_ = false;  // and the thread has not seen it yet
  Settings settings_{};

  // Written by the sampler thread with the lock held, so that status() may read.
  Pace pace_;
  layout::SamplerTotals totals_{};
  Outcomes outcomes_;
  LogHistogram stopped_;
  LogHistogram paused_;
  uint64_t sampledFor_ = 0;  // until the last round
  uint64_t due_ = 0;
  uint64_t walked_ = 0;

  // The sampler thread's own.
  uint64_t since_ = 0;      // when the last round was, or sampling began
  uint64_t nextBooks_ = 0;
  Round round_;
  StackTable stacks_;
  Standstill standstill_;
  bool lostDefinitions_ = false;
  Buffer<layout::SampledThread, 64> sampled_;
  size_t taken_ = 0;  // samples in this round
  bool quiet_ = false;  // nobody had run in the round before
  IdSet metOnStack_;                   // functions whose code is told or awaits that
  Buffer<uint64_t, 64> awaitingCode_;
  Findings findings_;
  IdSet described_;  // in this round
  Buffer<uint64_t, 64> unknown_;
  Batch batch_;
};

}  // namespace tiptoe
