// SPDX-License-Identifier: Apache-2.0
//
// The probe: finds out for every MethodDef of a module whether its type is published, by a look-up that loads nothing
// (cor/probe_info.h). A function that is found is recorded with its class. A TypeDef for which all methods are refused
// is not published yet. Types without methods remain unknown. For a generic type only its definition is found, which
// has no ID.
//
// A module is swept in parts, each inside the gate, so that a thread that unloads does not wait for long. For one
// thread.

#pragma once

#include <stdint.h>

#include "clr.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class Probe {
 public:
  // The parts of the agent that the probe uses; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Gate& gate;
    Recorder& recorder;
    IdentityLane& identity;
  };

  explicit Probe(Surroundings surroundings) : at_(surroundings) {}

  // Returns whether the look-up was tested on this runtime, and loaded nothing.
  bool isWitnessed();

  // Looks up all methods of a module, until the module is unloaded.
  void sweep(cor::ModuleID module);

  // Functions found so far, and TypeDefs whose methods were all refused.
  uint64_t found() const { return found_; }
  uint64_t denied() const { return denied_; }

 private:
  // The answers so far for the methods of one TypeDef, which are consecutive.
  struct Type {
    cor::mdTypeDef token;
    bool denied;
    bool met;
  };
  // Tokens, in the width that a record's list has.
  using Tokens = Buffer<uint64_t, 64>;

  bool sweepPart(cor::ModuleID module);
  template <typename OwnerOf>
  bool sweepPart(cor::ModuleID module, OwnerOf ownerOf);
  void ask(cor::ModuleID module, cor::mdMethodDef method);
  void leave();
  void recordUnpublished(cor::ModuleID module, uint64_t asOf);

  Surroundings at_;
  uint32_t next_ = 0;  // rid of the method to look up
  Type type_{};
  Tokens absent_;
  Findings findings_;
  uint64_t found_ = 0;
  uint64_t denied_ = 0;
};

}  // namespace tiptoe
