// SPDX-License-Identifier: Apache-2.0
//
// Records the stack of a thread inside a callback: which code loaded a type, or had a method compiled. A thread inside
// a callback may walk its own stack without stopping other threads. Thread-safe.

#pragma once

#include <stdint.h>

#include "clr.h"
#include "identity/recorder.h"
#include "sampling/round.h"
#include "trace/identity_lane.h"
#include "trace/sample_lane.h"

namespace tiptoe {

class Snapshots {
 public:
  // The parts of the agent that snapshots use; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Recorder& recorder;
    IdentityLane& identity;
    SampleLane& samples;
  };

  explicit Snapshots(Surroundings surroundings) : at_(surroundings) {}

  // Chooses callbacks by their names, separated by commas. Returns false when a name is not known. To be called before
  // callbacks come.
  bool choose(const char* names);

  // Takes a snapshot about this ID if the callback was chosen.
  void take(layout::Occasion occasion, uint64_t id) {
    if ((chosen_ & 1u << occasion) != 0) {
      takeNow(occasion, id);
    }
  }

 private:
  void takeNow(layout::Occasion occasion, uint64_t id);
  void describe(const StackTable::Stack& stack);

  Surroundings at_;
  uint32_t chosen_ = 0;  // a bit for each callback
};

}  // namespace tiptoe
