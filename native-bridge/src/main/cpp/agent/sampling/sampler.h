// SPDX-License-Identifier: Apache-2.0
//
// The agent's one thread: every period it stops the program, walks the stacks of all managed threads, learns what the
// functions on them are, lets the program go on, and writes down what it saw. It runs no managed code.

#pragma once

#include <stdint.h>

#include "clr.h"
#include "identity/recorder.h"
#include "os/threads.h"
#include "sampling/gate.h"
#include "sampling/round.h"
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
    IdentityLane& identity;
    SampleLane& samples;
  };

  explicit Sampler(Surroundings surroundings) : at_(surroundings) {}

  // Whether it runs now. The period is in nanoseconds.
  bool start(uint64_t period);

  // Ends it after its round and waits for that; false when it does not come to its end, which is then left to itself.
  // Fine when it never ran.
  bool stop();

 private:
  void run();
  bool sleepUntil(uint64_t moment);
  void sampleOnce();
  void whileStopped();
  void writeBooks();

  Surroundings at_;
  os::Thread thread_;
  os::Mutex lock_;
  os::Condition changed_;
  enum { kOff, kRunning, kEnded } state_ = kOff;
  bool stopping_ = false;

  // The sampler thread's own.
  uint64_t period_ = 0;
  uint64_t pause_ = 0;  // how long the last round held the program up
  Round round_;
  Findings findings_;
  IdSet unknown_;
  Batch batch_;
  layout::SamplerBooks books_{};
};

}  // namespace tiptoe
