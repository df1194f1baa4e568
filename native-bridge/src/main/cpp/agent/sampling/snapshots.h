// SPDX-License-Identifier: Apache-2.0
//
// Stacks of threads at the moment at which the runtime tells something on them: who loaded that type, who had that
// method compiled. A thread inside a callback may walk its own stack without stopping anybody. For any number of
// threads.

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
  // Where it works; all outlive it.
  struct Surroundings {
    Clr& clr;
    Recorder& recorder;
    IdentityLane& identity;
    SampleLane& samples;
  };

  explicit Snapshots(Surroundings surroundings) : at_(surroundings) {}

  // Chooses callbacks by their names, separated by commas; false when there is none of that name. Before they come.
  bool choose(const char* names);

  // In this callback, about this ID: takes a snapshot if it was chosen.
  void take(layout::Occasion occasion, uint64_t id) {
    if ((chosen_ & 1u << occasion) != 0) {
      takeNow(occasion, id);
    }
  }

 private:
  void takeNow(layout::Occasion occasion, uint64_t id);
  void describe(const StackTable::Stack& stack);

  Surroundings at_;
  uint32_t chosen_ = 0;  // a bit for each occasion
};

}  // namespace tiptoe
