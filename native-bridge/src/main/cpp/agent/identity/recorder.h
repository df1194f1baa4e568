// SPDX-License-Identifier: Apache-2.0
//
// Records IDs: describes them, appends the records, and remembers what is recorded. Modules without a file are passed
// on to be copied. Callbacks, the sampler and the catch-up share it. Thread-safe; each thread uses findings of its own.

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

  // Appends findings, and remembers which of them are in the trace.
  void append(Findings& findings);

  // Appends records that depend on no others.
  void append(Batch& batch) { lane_.append(batch); }

  // Appends one record that depends on no others.
  template <typename Fixed, typename... Tail>
  void append(const Fixed& fixed, Tail... tail) {
    Batch batch;
    batch.add(fixed, tail...);
    lane_.append(batch);
  }

  // Starts a listing of functions. A dynamic method dies in a callback that passes no gate, so a listed one may be
  // dead before it is recorded. Methods that end after beginListing() are remembered, and appendListed() leaves them
  // out: their end is in the trace already. When such an ID is used again, the JIT's callback announces it. Listings may
  // overlap; each is ended once.
  void beginListing();
  void appendListed(Findings& dynamicFunctions);
  void endListing();

  // What is known of the dynamic functions that have ended.
  struct LastEnd {
    cor::FunctionID function = 0;  // the last of them: the runtime may not have freed it yet
    uint64_t ofUnknown = 0;        // when one ended last whose compilation is not recorded, by the monotonic clock; 0: never
  };
  LastEnd lastEnd();

  // Records the end of a dynamic function. Called in cooperative mode: waits for one append at most.
  void dynamicFunctionEnded(cor::FunctionID id);

 private:
  bool hasEnded(const layout::RecordHeader* record) const;

  IdentityLane& lane_;
  ModuleCopies& copies_;
  Known known_;
  Describer describer_;

  os::Mutex dynamic_;  // held for one record at a time; the locks of the lane and of Known are taken inside it
  uint32_t listings_ = 0;  // that are under way
  bool all_ = false;  // there was no memory to remember which ended: treat all as ended
  IdSet ended_;
  LastEnd lastEnd_;
};

}  // namespace tiptoe
