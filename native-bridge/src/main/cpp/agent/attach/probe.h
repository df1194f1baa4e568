// SPDX-License-Identifier: Apache-2.0
//
// The probe: asks about every MethodDef of a module whether its type is published, by a look-up that loads nothing
// (cor/probe_info.h). What is found is told with its class; a TypeDef all of whose methods are denied is not published
// yet. Types without methods stay unknown, and of a generic one only its definition is met, which has no ID.
//
// A module is swept in parts, each inside the gate, so that nobody who unloads waits for long. For one thread.

#pragma once

#include <stdint.h>

#include "clr.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class Probe {
 public:
  // Where it works; all outlive it.
  struct Surroundings {
    Clr& clr;
    Gate& gate;
    Recorder& recorder;
    IdentityLane& identity;
  };

  explicit Probe(Surroundings surroundings) : at_(surroundings) {}

  // Whether the runtime is one on which the look-up was seen to load nothing.
  bool isWitnessed();

  // Asks about all methods of a module, until it is unloaded.
  void sweep(cor::ModuleID module);

  // Functions found and TypeDefs denied so far.
  uint64_t found() const { return found_; }
  uint64_t denied() const { return denied_; }

 private:
  // What the methods of one TypeDef, which follow one another, were answered so far.
  struct Type {
    cor::mdTypeDef token;
    bool denied;
    bool met;
  };
  // Tokens, as wide as a record's list has them.
  using Tokens = Buffer<uint64_t, 64>;

  bool sweepPart(cor::ModuleID module);
  template <typename OwnerOf>
  bool sweepPart(cor::ModuleID module, OwnerOf ownerOf);
  void ask(cor::ModuleID module, cor::mdMethodDef method);
  void leave();
  void tell(cor::ModuleID module, uint64_t asOf);

  Surroundings at_;
  uint32_t next_ = 0;  // rid of the method to ask about
  Type type_{};
  Tokens absent_;
  Findings findings_;
  uint64_t found_ = 0;
  uint64_t denied_ = 0;
};

}  // namespace tiptoe
