// SPDX-License-Identifier: Apache-2.0
//
// Finds the dynamic methods (System.Reflection.Emit.DynamicMethod, expression trees) and stubs that were compiled before
// the agent was attached. The runtime lists none of them, and stack walks leave them out; a sample of a running thread
// finds their code, but nothing describes it. So the agent looks such an address up in the runtime.
//
// Why the answer may be used, and why it is not that of another method:
//
// - A dynamic method is freed on a thread in cooperative mode, together with DynamicMethodUnloaded. So the program is
//   suspended from the look-up of the address until name and code are known: no method dies meanwhile. One may be half
//   freed if its thread waits for a lock of the runtime; that is the last one whose end was announced, and it is not
//   looked up.
// - What is compiled after the attach is announced, and its code is known before it runs. So a method that was not
//   announced is older than the attach, and its ID and its code have meant the same since then. There is one exception: a
//   method whose compilation ends just now, and is not announced yet, where the address was sampled in another one that
//   has died since. That one was not announced either. So an address counts only if nothing ended after its last sample
//   whose compilation was not recorded, and no module was unloaded.
//
// Used by one thread.

#pragma once

#include <stdint.h>

#include "clr.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "sampling/unknown_code.h"
#include "trace/identity_lane.h"
#include "unwind/code_map.h"

namespace tiptoe {

class DynamicMethods {
 public:
  // The parts of the agent that are used; they must outlive this object.
  struct Surroundings {
    Clr& clr;
    Gate& gate;
    Recorder& recorder;
    IdentityLane& identity;
    unwind::CodeMap& code;
    UnknownCode& unknown;
  };

  explicit DynamicMethods(Surroundings surroundings) : at_(surroundings) {}

  // To be called after the attach and before anything is sampled: all that is found has been there since.
  void begin() { since_ = at_.identity.stamp(); }

  // Looks up the waiting addresses in one short suspension, and records what is found. Does nothing without any.
  // Returns for how long the program was paused.
  uint64_t ask();

  // Returns how long the program should run before the next look-up, after such a pause. The pauses take at most a
  // hundredth of the time. While no method is found, the time doubles with each look-up.
  uint64_t restAfter(uint64_t pause) const;

 private:
  using Pieces = Buffer<cor::COR_PRF_CODE_INFO, 8>;

  void dropOld();
  void askWhileStopped();
  bool isFound(uint64_t address) const;
  bool find(uint64_t address);
  bool describe(cor::FunctionID function, uint64_t address);
  void postpone(size_t from);

  Surroundings at_;
  uint64_t since_ = 0;
  uint32_t fruitless_ = 0;  // look-ups in a row that found nothing
  UnknownCode::Addresses waiting_;
  Buffer<cor::COR_PRF_CODE_INFO, 64> pieces_;  // of the methods found in this suspension
  Findings found_;
};

}  // namespace tiptoe
