// SPDX-License-Identifier: Apache-2.0
//
// From an ID to its records in the trace: describes, appends, and remembers; modules without a file it has copied.
// What callbacks and the sampler share. For any number of threads, each with findings of its own.

#pragma once

#include "base/id_set.h"
#include "identity/describer.h"
#include "identity/known.h"
#include "identity/module_copies.h"
#include "os/threads.h"
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

  // Dynamic methods die in a callback that passes no gate, so one that was listed may be dead before it is told. Who
  // ends from beginListing() on is remembered, and is not among what appendListed() appends: its end stands in the
  // trace already. Should its ID come to life again, the JIT tells it.
  void beginListing();
  void appendListed(Findings& dynamicFunctions);
  void endListing();

  // Tells it. In cooperative mode: waits for an append at most.
  void dynamicFunctionEnded(cor::FunctionID id);

 private:
  bool hasEnded(const layout::RecordHeader* record) const;

  IdentityLane& lane_;
  ModuleCopies& copies_;
  Known known_;
  Describer describer_;

  os::Mutex dynamic_;  // held for one record at a time; behind it the lane's lock, and that of what is known
  bool listing_ = false;
  bool all_ = false;  // may have ended: there was no memory to remember which
  IdSet ended_;
};

}  // namespace tiptoe
