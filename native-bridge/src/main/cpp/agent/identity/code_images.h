// SPDX-License-Identifier: Apache-2.0
//
// The images of modules with precompiled code, for the unwinder and for readers of addresses: published in the code
// map and recorded in the trace, from a module's load to its unloading. Thread-safe; its lock is a leaf.

#pragma once

#include "base/id_map.h"
#include "clr.h"
#include "os/threads.h"
#include "trace/identity_lane.h"
#include "unwind/code_map.h"

namespace tiptoe {

class CodeImages {
 public:
  CodeImages(Clr& clr, unwind::CodeMap& code, IdentityLane& identity) : clr_(clr), code_(code), identity_(identity) {}

  // A module was loaded, or found; what was published already is not published again.
  void loaded(cor::ModuleID module);

  // Returns whether an address is in one of the images.
  bool contain(uint64_t address);

  // A module is being unloaded. To be called with the gate closed.
  void unloaded(cor::ModuleID module);

 private:
  Clr& clr_;
  unwind::CodeMap& code_;
  IdentityLane& identity_;
  os::Mutex lock_;
  struct Range {
    uint64_t base;
    uint64_t size;
  };
  IdMap<Range> ranges_;
};

}  // namespace tiptoe
