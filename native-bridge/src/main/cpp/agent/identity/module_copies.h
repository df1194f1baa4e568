// SPDX-License-Identifier: Apache-2.0
//
// Copies the metadata of modules without a file into the trace, so that their rows have names on any machine: modules
// made with Reflection.Emit, loaded from bytes, or bundled into the host.
//
// A thread of the agent's own copies, so that no callback waits; it is started when the first such module is met. A
// module that was loaded from bytes is copied once. A module that is being emitted is copied when a class or method of
// it is first met, and again when more are met. Such copies are written at a bounded rate, and copies that are still
// due when the agent stops are made then.
//
// A thread that unloads waits for one piece of 64 KiB at most: the gate is held for one piece at a time. The copy of a
// module that is unloaded in between stays incomplete, which the trace shows. Only the runtime can save a module that
// is being emitted, and only as a whole: without the gate when the module is never unloaded, with the gate when it is
// collectible, and then only up to 4 MiB.
//
// Thread-safe.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/id_set.h"
#include "clr.h"
#include "identity/gate.h"
#include "os/worker.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class ModuleCopies {
 public:
  // The parts of the agent that the copies use; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    IdentityLane& lane;
  };

  explicit ModuleCopies(Surroundings surroundings) : at_(surroundings) {}

  // Looks at an appended record: of a module, or of a class or function that may be new in a module.
  void note(const layout::RecordHeader* record);

  // Drops a module that is being unloaded. To be called with the gate closed.
  void unloaded(cor::ModuleID module);

  // Copies what is due and ends. Returns false when the thread does not end in time, and is abandoned.
  bool stop();

  // Starts copying again after stop(), whatever its result was.
  void resume();

 private:
  using Bytes = Buffer<uint8_t, 1>;
  struct Due {
    cor::ModuleID module;  // 0 when it was unloaded in the meantime
    bool growing;
    bool lasting;
  };
  struct Copied {
    cor::ModuleID module;
    uint32_t crc;
    uint32_t size;
  };

  void loaded(const layout::ModuleLoaded* module);
  void grown(cor::ModuleID module);
  void enlist(os::Locked& locked, IdSet& set, cor::ModuleID module);
  void startWhenDue(os::Locked& locked);
  void run();
  bool waitForWork();
  Due next();
  void copy(const Due& due);
  cor::HRESULT copyImage(cor::ModuleID module);
  cor::HRESULT findImage(cor::ModuleID module, Octets& metadata);
  cor::HRESULT copySaved(const Due& due);
  cor::HRESULT save(const Due& due, Bytes& bytes, size_t& size);
  cor::HRESULT save(cor::ModuleID module, size_t most, Bytes& bytes, size_t& size);
  bool isNews(cor::ModuleID module, const Bytes& bytes);
  template <typename Read>
  cor::HRESULT append(cor::ModuleID module, size_t size, size_t copied, Read read);
  bool lives(cor::ModuleID module);

  Surroundings at_;
  os::Worker worker_;

  // Guarded by the worker's lock.
  IdSet growing_;   // modules that are being emitted
  IdSet lasting_;   // those of them that are never unloaded
  IdSet first_;     // modules to copy for the first time
  IdSet again_;     // modules that grew since their last copy
  IdSet everCopied_;
  cor::ModuleID copying_ = 0;  // the module being copied; 0 when it was unloaded
  size_t last_ = 0;         // how many of the due modules are still copied before the thread ends
  uint64_t nextAgain_ = 0;  // the moment from which a module may be copied again

  // Used by the thread only.
  Buffer<Copied, 16> copied_;
  Bytes piece_;
  size_t recorded_ = 0;      // bytes of the last copy that were recorded
  uint32_t number_ = 0;  // the number of the last copy
  uint64_t total_ = 0;   // bytes of all copies
};

}  // namespace tiptoe
