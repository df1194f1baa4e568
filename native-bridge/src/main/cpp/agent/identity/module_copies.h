// SPDX-License-Identifier: Apache-2.0
//
// Copies the metadata of modules without a file into the trace, so that their rows have names wherever it is read:
// modules made with Reflection.Emit, loaded from bytes, or bundled into the host.
//
// A thread of the agent's own copies, so that no callback waits for it; it is started when the first such module is
// met. What was loaded from bytes is copied once. What is being made is copied when a class or method of it is first
// met, and again when more of them are: such copies are written at a bounded rate, and what is still due when the
// agent comes to rest is copied then.
//
// Whoever unloads waits for one piece of 64 KiB at most: the gate is held for one at a time, and a module that was
// unloaded in between is not copied to its end, which the trace shows. Only the runtime itself can save what is being
// made, and only as a whole: without the gate where the module lasts, with it where it is collectible, and then only
// up to 4 MiB.
//
// For any number of threads.

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
  // Where it works; all outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    IdentityLane& lane;
  };

  explicit ModuleCopies(Surroundings surroundings) : at_(surroundings) {}

  // Hears of a record that was appended: of a module, or of a class or function that may be new in one.
  void note(const layout::RecordHeader* record);

  // The module is being unloaded; the gate is closed.
  void unloaded(cor::ModuleID module);

  // Copies what is due and ends; false when it does not come to its end, which is then left to itself.
  bool stop();

  // Takes stop() back, whatever came of it: copies again what comes.
  void resume();

 private:
  using Bytes = Buffer<uint8_t, 1>;
  struct Due {
    cor::ModuleID module;  // 0 when it was unloaded meanwhile
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

  // With the worker's lock held.
  IdSet growing_;   // modules that are being made
  IdSet lasting_;   // of these
  IdSet first_;     // modules that were never copied and shall be
  IdSet again_;     // modules that grew since they were copied
  IdSet everCopied_;
  cor::ModuleID copying_ = 0;  // until it is unloaded
  size_t last_ = 0;         // how many of them are still copied before it ends
  uint64_t nextAgain_ = 0;  // the moment from which one may be copied again

  // The thread's own.
  Buffer<Copied, 16> copied_;
  Bytes piece_;
  size_t told_ = 0;      // bytes of the last copy
  uint32_t number_ = 0;  // of the last copy
  uint64_t total_ = 0;   // bytes of all copies
};

}  // namespace tiptoe
