// SPDX-License-Identifier: Apache-2.0
//
// What was there before the agent came: modules with their assemblies and domains, threads, functions that the JIT
// compiled, and, where the user wants it and the runtime is known for it, what the probe finds published.
//
// Why an ID of an enumeration may be used, although it is kept alive by nobody:
//
// - A module that the runtime lists has not begun to unload: it leaves the list before ModuleUnloadStarted is issued,
//   under the list's lock, so that the thread that unloads it sees the agent's event mask, and the callback comes. It
//   closes the gate. Whoever lists and asks without leaving the gate is therefore done before the ID dies, and the
//   unload stands in the trace behind the listing. So are the module's assembly and its domain.
// - A thread that the runtime lists has not been marked for its ThreadDestroyed, so the callback comes; Threads makes
//   it wait, or takes the ID out of the list when it was earlier.
// - A compiled function has no such promise. Code leaves its heap only when ModuleUnloadStarted has returned, or was
//   never issued because the unloading began before the agent came: a function may be listed whose module is gone.
//   What code and types lie in is freed after that, when the program was suspended once more. So functions are listed
//   and asked about within one suspension of the agent's own: what is in the list cannot leave its heap until it ends.
//   Then all modules that a function and its types name are looked up among the living ones, and where one is missing
//   the function is left out. Each suspension is short; the next one goes on where the last stopped. A dynamic method
//   may end between the suspension and its telling: then it is not told (see Recorder).

#pragma once

#include <stdint.h>

#include "attach/probe.h"
#include "base/id_map.h"
#include "clr.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "os/worker.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class CatchUp {
 public:
  // Where it works; all outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Threads& threads;
    Recorder& recorder;
    IdentityLane& identity;
  };

  explicit CatchUp(Surroundings surroundings) : at_(surroundings) {}

  // Modules and threads: quick, and at once, so that what is told from now on has its modules. On the calling thread.
  void begin(bool probe);

  // The rest, on a thread of its own; whether it runs. After stop(), what is left of it.
  bool start();

  // Ends it, and waits for that; false when it does not come to its end, which is then left to itself. Fine when it never
  // ran.
  bool stop() { return worker_.stopAndJoin(); }

 private:
  using ModuleIds = Buffer<cor::ModuleID, 512>;
  using FunctionIds = Buffer<cor::COR_PRF_FUNCTION, 64>;

  void modules();
  void describeModules(ModuleIds& listed, Findings& findings);
  void threads();
  void nameThreads(Threads::List& listed, const IdMap<uint32_t>& osThreads);
  void rest();
  void functions();
  bool someFunctions();
  bool describeWhileStopped(layout::CaughtUp& step);
  void probe();
  bool areModulesLiving(Batch& records);
  bool isDynamic(Batch& records);
  void tell(const layout::CaughtUp& step, Text words = {});

  Surroundings at_;
  os::Worker worker_;

  // The worker's own.
  bool functionsLeft_ = true;
  bool probeLeft_ = false;
  layout::CaughtUp step_{};
  uint64_t pause_ = 0;  // the last one
  FunctionIds listed_;
  IdSet tried_;  // functions that were described, or left out
  Findings found_;
  Findings foundDynamic_;
  Findings one_;
};

}  // namespace tiptoe
