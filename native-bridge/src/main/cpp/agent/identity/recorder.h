// SPDX-License-Identifier: Apache-2.0
//
// From an ID to its records in the trace: describes, appends, and remembers; modules without a file it has copied. What callbacks and the sampler share.
// For any number of threads, each with findings of its own.

#pragma once

#include "identity/describer.h"
#include "identity/known.h"
#include "identity/module_copies.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class Recorder {
 public:
  Recorder(Clr& clr, IdentityLane& lane, ModuleCopies& copies)
      : lane_(lane), copies_(copies), describer_(clr, known_) {}

  Known& known() { return known_; }
  Describer& describer() { return describer_; }

  // Appends what was found, and remembers what of it is in the trace.
  void append(Findings& findings);

  // Appends records that stand for themselves.
  void append(Batch& batch) { lane_.append(batch); }

  // Appends one record that stands for itself.
  template <typename Fixed, typename... Tail>
  void append(const Fixed& fixed, Tail... tail) {
    Batch batch;
    batch.add(fixed, tail...);
    lane_.append(batch);
  }

 private:
  IdentityLane& lane_;
  ModuleCopies& copies_;
  Known known_;
  Describer describer_;
};

}  // namespace tiptoe
