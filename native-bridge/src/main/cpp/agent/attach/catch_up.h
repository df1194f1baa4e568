// SPDX-License-Identifier: Apache-2.0
//
// Records what existed before the agent was attached: modules with their assemblies and domains, threads, functions
// that the JIT compiled, and, when the user wants it and the runtime was tested for it, the types that the probe finds
// published.
//
// Nothing keeps the IDs of an enumeration alive. They may be used for these reasons:
//
// - A module that the runtime lists has not begun to unload. It leaves the list before ModuleUnloadStarted is issued,
//   under the list's lock, so the thread that unloads it sees the agent's event mask, and the callback comes and closes
//   the gate. A thread that lists modules and describes them without leaving the gate is therefore done before the ID
//   dies, and the unload stands in the trace after the listing. The same holds for the module's assembly and domain.
// - A thread that the runtime lists has not been marked for its ThreadDestroyed, so the callback comes. Threads makes
//   it wait, or takes the ID out of the list when the callback was earlier.
// - There is no such guarantee for a compiled function. Code leaves its heap only when ModuleUnloadStarted has
//   returned, or was never issued because the unloading began before the agent was attached, so a function may be
//   listed whose module is gone. The memory of code and types is freed after that, when the program was suspended once
//   more. So functions are listed and described within one suspension of the agent's own: the listed code stays in its
//   heap until the suspension ends. Then all modules that a function and its types name are looked up among the living
//   ones, and where one is missing the function is left out. For code that instantiations share, the runtime does not
//   report the type, nor the modules of its arguments. Such a function is recorded, and its code looked up, only when
//   nothing was unloaded for half a second, the agent was attached at least as long ago, and the gate keeps further
//   unloading off: the code of what was unloaded before has left its heap by then, since the runtime takes milliseconds
//   from the callback to that. Where something is unloaded all the time these functions are left out. Each suspension
//   is short; the next one goes on where the last stopped. A dynamic method may end between the suspension and the
//   append: then it is not recorded (see Recorder).

#pragma once

#include <stdint.h>

#include "attach/dynamic_methods.h"
#include "attach/probe.h"
#include "base/id_map.h"
#include "clr.h"
#include "identity/code_describer.h"
#include "identity/code_images.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "os/worker.h"
#include "sampling/engines.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class CatchUp : private UnknownCode::Reader {
 public:
  // The parts of the agent that the catch-up uses; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Threads& threads;
    Recorder& recorder;
    CodeDescriber& code;
    CodeImages& images;
    IdentityLane& identity;
    const Engines& engines;
    unwind::CodeMap& codeMap;
    UnknownCode& unknown;
  };

  explicit CatchUp(Surroundings surroundings)
      : at_(surroundings),
        dynamicMethods_({surroundings.clr, surroundings.gate, surroundings.recorder, surroundings.identity,
                         surroundings.codeMap, surroundings.unknown}) {}

  // Records modules and threads on the calling thread. This is quick, and it is done at once so that later records find
  // their modules.
  void begin(bool probe);

  // Records the rest on a thread of its own; after stop(), what is left of it. While running threads are sampled, the
  // thread goes on and finds the dynamic methods that samples meet. Returns whether the thread runs.
  bool start();

  // Ends the thread and waits for that. Returns false when it does not end in time, and is abandoned. Has no effect
  // when the thread never ran.
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
  uint64_t untilSettled();
  void describeCode();
  void probe();
  void addressWaits() override;
  bool findDynamicMethods(uint64_t until);
  bool awaitAddresses(uint64_t until);
  bool areModulesLiving(Batch& records);
  static bool hasUnknownOwner(Batch& records);
  static bool isDynamic(Batch& records);
  void record(const layout::CaughtUp& step, Text words = {});

  Surroundings at_;
  os::Worker worker_;
  uint64_t began_ = 0;

  // Used by the worker's thread only.
  bool functionsLeft_ = true;
  bool probeLeft_ = false;
  layout::CaughtUp step_{};
  uint64_t pause_ = 0;  // the last suspension's length
  IdSet postponed_;     // functions that wait until unloadings are over
  uint64_t unsettled_ = 0;  // their number, when no others are left
  uint64_t waitingSince_ = 0;
  FunctionIds listed_;
  IdSet tried_;  // functions that were described or left out
  Findings found_;
  Findings foundDynamic_;
  DynamicMethods dynamicMethods_;
  bool addressWaits_ = false;  // both guarded by the worker's lock
  uint64_t nextQuestion_ = 0;
  Findings one_;  // about one function; its classes are those of all functions that were found
};

}  // namespace tiptoe
