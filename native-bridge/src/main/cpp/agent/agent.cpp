// SPDX-License-Identifier: Apache-2.0

#include "agent.h"

#include <errno.h>
#include <stdlib.h>

#include <new>

#include "os/libraries_linux.h"

namespace tiptoe {
namespace {

using namespace cor;
using Slots = Clr::Slots;
using os::Locked;

constexpr uint16_t kAgentMajor = 0;
constexpr uint16_t kAgentMinor = 1;

constexpr DWORD kEventsLow = kMonitorAppDomainLoads | kMonitorAssemblyLoads | kMonitorModuleLoads |
                             kMonitorClassLoads | kMonitorJitCompilation | kMonitorThreads | kEnableStackSnapshot;
constexpr DWORD kEventsHigh = kHighMonitorDynamicFunctionUnloads;

constexpr uint64_t kMilli = 1'000'000;

// Bounds on the expected time of a detach. The runtime looks whether callbacks are still under way after the time that
// the agent expects them to take, after twice that time, and from then on at steady intervals; two looks are at least
// 300 ms apart. The expected time should be the shortest that gives two looks, except on runtimes whose steady interval
// is 10 minutes instead of 5 s. A callback that took longer than the upper bound was delayed by something that will not
// recur, such as a frozen process.
struct Expected {
  uint64_t least;
  uint64_t most;
};
constexpr Expected kExpected{300 * kMilli, 5'000 * kMilli};
constexpr Expected kExpectedBefore5{2'000 * kMilli, 30'000 * kMilli};
constexpr USHORT kFirstWithShortInterval = 5;

// How long the runtime's last call waits for threads that are still inside the library.
constexpr uint64_t kMostLeaving = 5'000 * kMilli;

}  // namespace

Agent* Agent::create() {
  void* memory = malloc(sizeof(Agent));
  return memory != nullptr ? new (memory) Agent() : nullptr;
}

HRESULT Agent::QueryInterface(const Guid& iid, void** object) {
  if (object == nullptr) {
    return kPointer;
  }
  bool known = iid == kIidUnknown;
  for (const Guid& callback : kProfilerCallbackIids) {
    known = known || iid == callback;
  }
  *object = known ? this : nullptr;
  if (!known) {
    return kNoInterface;
  }
  AddRef();
  return kOk;
}

ULONG Agent::AddRef() { return ++references_; }

ULONG Agent::Release() {
  const ULONG left = --references_;
  if (left == 0) {
    this->~Agent();
    free(this);
  }
  return left;
}

HRESULT Agent::Initialize(Unknown* info) {
  const char* problem = config_.readEnvironment();
  if (problem != nullptr) {
    os::say("%s; the program runs unobserved", problem);
    return kCancelActivation;
  }
  if (failed(begin(info, layout::kStartup))) {
    return kCancelActivation;
  }
  recordCoverage(layout::kComplete, text(u"loaded with the runtime"));
  work();
  control_.admit();
  return kOk;
}

// Runs on the diagnostics server's only thread, like ProfilerAttachComplete.
HRESULT Agent::InitializeForAttach(Unknown* info, void* clientData, ULONG size) {
  const char* problem = config_.readClientData(clientData, size);
  if (problem != nullptr) {
    os::say("%s; the agent is not attached", problem);
    return kInvalidArgument;
  }
  attached_ = true;
  recorder_.beginListing();
  return begin(info, layout::kAttach);
}

// Callbacks in a forked copy of the process are ignored: the copy is another process, and our locks may be held there
// by threads that were not copied.
template <typename Running, typename Body>
HRESULT Agent::handle(Body body) {
  if (home_.isHere() && !ignoresCallbacks_) {
    Running running(callbacks_);
    body();
  }
  return kOk;
}

// The runtime sends callbacks from here on. Some of them may already have begun.
HRESULT Agent::ProfilerAttachComplete() {
  return handle<Callbacks::RunningForOnce>([this] {
    recordCoverage(layout::kFromHere, text(u"attached"));
    catchUp_.begin(config_.probe != 0);
    work();
    control_.admit();
  });
}

HRESULT Agent::begin(Unknown* info, layout::StartMode mode) {
  if (!snapshots_.choose(config_.snapshots)) {
    os::say("SNAPSHOTS names a callback that is not known; the program runs unobserved");
    return kInvalidArgument;
  }
  if (!engines_.choose(config_.engine)) {
    os::say("ENGINE is none of suspend, perf and both; the program runs unobserved");
    return kInvalidArgument;
  }
  engines_.perf().sampleKernel(config_.kernel != 0);
  if (engines_.needCode()) {
    code_.publishTo(codeMap_, images_, recorder_.describer());
  }
  if (!marks_.made()) {
    os::say("the process has no room for another thread-specific key; the program runs unobserved");
    return kOutOfMemory;
  }
  HRESULT result = clr_.connect(info);
  if (succeeded(result)) {
    result = clr_.ask(&Slots::SetEventMask2, kEventsLow, kEventsHigh);
  }
  if (failed(result)) {
    os::say("this runtime cannot be observed: 0x%08x", static_cast<uint32_t>(result));
    return result;
  }
  const int error = file_.create(config_.trace, headerOfNow());
  if (error != 0) {
    // At start-up an existing file belongs to a parent that passed its environment on: its children run unobserved.
    if (error != EEXIST || mode == layout::kAttach) {
      os::say("cannot create the trace %s: %s; the program runs unobserved", config_.trace, os::words(error));
    }
    return ofErrno(error);
  }
  result = listen(mode);
  if (failed(result)) {
    os::remove(config_.trace);
    return result;
  }
  recordBeginning(mode);
  return kOk;
}

void Agent::recordBeginning(layout::StartMode mode) {
  layout::TraceBegan began{};
  began.startMode = mode;
  began.agentMajor = kAgentMajor;
  began.agentMinor = kAgentMinor;
  began.samplePeriod = config_.samplePeriod;
  Name version;
  USHORT instance = 0, major = 0, minor = 0, build = 0, qfe = 0;
  DWORD kind = 0;
  Clr::name(version, [&](ULONG capacity, ULONG* length, WCHAR* text) {
    return clr_.call(&Slots::GetRuntimeInformation, &instance, &kind, &major, &minor, &build, &qfe, capacity, length,
                     text);
  });
  began.runtimeKind = static_cast<uint16_t>(kind);
  began.runtimeMajor = runtimeMajor_ = major;
  began.runtimeMinor = minor;
  began.runtimeBuild = build;
  const Text words{version.data(), version.size()};
  recorder_.append(began, words);
  requests_.begin({mode, kAgentMajor << 16 | kAgentMinor, config_.trace, words});
}

// An attached agent needs its socket: without it no request could ever detach the agent.
HRESULT Agent::listen(layout::StartMode mode) {
  const int error = config_.control != nullptr ? control_.start(config_.control) : 0;
  if (error == 0) {
    return kOk;
  }
  const bool attaching = mode == layout::kAttach;
  os::say("no control socket at %s, which must be in a folder of the process's user alone: %s; the agent %s",
          config_.control, os::words(error), attaching ? "is not attached" : "works without it");
  return attaching ? ofControlErrno(error) : kOk;
}

void Agent::recordCoverage(layout::CoverageState state, Text reason) {
  layout::Coverage coverage{};
  coverage.kinds = layout::kEverything;
  coverage.state = state;
  recorder_.append(coverage, reason);
}

void Agent::work() {
  Locked locked(lifecycle_);
  if (over_) {
    return;
  }
  engines_.resume();
  if (!engines_.configure({config_.samplePeriod, config_.duty})) {
    faults_.other("the sampler cannot be started");
  }
  heapWalker_.resume();
  copies_.resume();
  // an agent that is there from the start has nothing to catch up on
  if (attached_ && !catchUp_.start()) {
    recorder_.endListing();
    faults_.other("the catch-up cannot be started");
  }
}

bool Agent::rest() {
  const bool control = control_.stop();
  if (!control) {
    faults_.other("the control thread did not end");
  }
  return restFromWork() && control;
}

bool Agent::restFromWork() {
  Locked locked(lifecycle_);
  const bool sampler = engines_.stop();
  if (!sampler) {
    faults_.other("the sampler did not end");
  }
  const bool catchUp = catchUp_.stop();
  if (!catchUp) {
    faults_.other("the catch-up did not end");
  }
  const bool heapWalk = heapWalker_.stop();
  if (!heapWalk) {
    faults_.other("a heap walk did not end");
  }
  const bool copies = copies_.stop();
  if (!copies) {
    faults_.other("the copying of modules did not end");
  }
  return sampler && catchUp && heapWalk && copies;
}

// A forked copy of the process has none of our threads to wait for, and owns neither the trace nor the socket.
HRESULT Agent::Shutdown() {
  if (!home_.isHere()) {
    return kOk;
  }
  {
    Locked locked(lifecycle_);
    over_ = true;
  }
  if (rest()) {
    ignoresCallbacks_ = true;  // the runtime goes on calling; callbacks that are under way are not waited for
  } else {
    AddRef();  // the threads that still run use this object and the records of callbacks
  }
  identity_.end(layout::kRuntimeShutDown, faults_.count(), loadsOnOurThreads_);
  return kOk;
}

// Runs on the control thread, which is joined when the runtime is done with this library and before the library is
// unmapped. No other thread of ours runs any more. The runtime waits for threads of the program that are in a callback.
HRESULT Agent::depart(uint64_t& expected) {
  const Engines::Settings sampling = engines_.settings();
  config_.samplePeriod = sampling.period;
  config_.duty = sampling.duty;
  if (!restFromWork()) {
    work();
    return refuse(ofErrno(EBUSY), text(u"a thread of the agent does not end"));
  }
  const Expected& bounds = runtimeMajor_ < kFirstWithShortInterval ? kExpectedBefore5 : kExpected;
  const uint64_t longest = callbacks_.longest();
  const uint64_t expecting = longest < bounds.least ? bounds.least : longest > bounds.most ? bounds.most : longest;
  const auto millis = static_cast<DWORD>(expecting / kMilli + 1);
  const HRESULT result = clr_.ask(&Slots::RequestProfilerDetach, millis);
  if (failed(result)) {
    work();
    return refuse(result, text(u"the runtime refuses the detach"));
  }
  expected = millis * kMilli;
  identity_.end(layout::kDetached, faults_.count(), loadsOnOurThreads_);
  return kOk;
}

HRESULT Agent::refuse(HRESULT result, Text reason) {
  layout::DetachRefused refused{};
  refused.result = static_cast<uint32_t>(result);
  recorder_.append(refused, reason);
  return result;
}

// The runtime's last call. A thread that was still inside the library would return to unmapped code. Where one does not
// leave in time, which only a runtime that holds it up can bring about, the library stays mapped and this object alive:
// that costs the program some memory, and waiting would hold up a thread of the runtime for ever.
HRESULT Agent::ProfilerDetachSucceeded() {
  const uint64_t until = os::monotonicNanos() + kMostLeaving;
  bool left = rest();
  while (!left && os::monotonicNanos() < until) {
    left = rest();
  }
  left = callbacks_.awaitEnd(until) && left;
  if (left) {
    return kOk;
  }
  AddRef();
  if (os::keepLibrary()) {
    os::say("a thread is still inside the agent, so its library stays mapped");
    return kOk;
  }
  while (!rest()) {
  }
  callbacks_.awaitEnd(UINT64_MAX);
  return kOk;
}

template <typename Describe>
void Agent::record(HRESULT status, Describe describe) {
  if (succeeded(status)) {
    Findings findings;
    describe(recorder_.describer(), findings);
    recorder_.append(findings);
  }
}

HRESULT Agent::AppDomainCreationFinished(AppDomainID id, HRESULT status) {
  return handle([=] {
    record(status, [=](Describer& describer, Findings& findings) { describer.appDomain(id, findings); });
  });
}

HRESULT Agent::AssemblyLoadFinished(AssemblyID id, HRESULT status) {
  return handle([=] {
    record(status, [=](Describer& describer, Findings& findings) { describer.assembly(id, findings); });
  });
}

HRESULT Agent::ModuleLoadFinished(ModuleID id, HRESULT status) {
  return handle([=] {
    record(status, [=](Describer& describer, Findings& findings) { describer.module(id, findings); });
    if (succeeded(status) && engines_.needCode()) {
      images_.loaded(id);
    }
    snapshot(layout::kModuleLoadFinished, id, status);
  });
}

HRESULT Agent::ModuleAttachedToAssembly(ModuleID id, AssemblyID assembly) {
  return handle([=] {
    layout::ModuleAttached attached{};
    attached.moduleId = id;
    attached.assemblyId = assembly;
    recorder_.append(attached);
  });
}

HRESULT Agent::ClassLoadFinished(ClassID id, HRESULT status) {
  return handle([=] {
    loadsOnOurThreads_ += OurTurn::now();
    record(status, [=](Describer& describer, Findings& findings) { describer.announcedClass(id, findings); });
    snapshot(layout::kClassLoadFinished, id, status);
  });
}

HRESULT Agent::JITCompilationFinished(FunctionID id, HRESULT status, BOOL safeToBlock) {
  return handle([=] {
    jitted(id, status);
    if (succeeded(status) && safeToBlock != 0) {
      recordCode(id);
    }
    snapshot(layout::kJITCompilationFinished, id, status);
  });
}

// The code of a dynamic method dies without passing the gate, so it is recorded only for walks over addresses; the CLR
// leaves it out of stacks.
HRESULT Agent::DynamicMethodJITCompilationFinished(FunctionID id, HRESULT status, BOOL) {
  return handle([=] {
    jitted(id, status);
    if (succeeded(status) && engines_.needCode()) {
      Batch records;
      code_.compiledDynamic(id, records);
      identity_.append(records);
    }
  });
}

// A function that is compiled again at a higher tier is the same function with other code.
void Agent::jitted(FunctionID id, HRESULT status) {
  if (!recorder_.known().hasJitted(id)) {
    record(status, [=](Describer& describer, Findings& findings) {
      describer.function(id, layout::kJitted, findings);
    });
  }
}

void Agent::recordCode(FunctionID id) {
  Batch records;
  code_.compiled(id, records);
  identity_.append(records);
}

void Agent::snapshot(layout::Occasion occasion, uint64_t id, HRESULT status) {
  if (succeeded(status)) {
    snapshots_.take(occasion, id);
  }
}

HRESULT Agent::AppDomainShutdownStarted(AppDomainID id) { return unload(layout::kAppDomain, id); }

HRESULT Agent::AssemblyUnloadStarted(AssemblyID id) {
  return handle([=] {
    {
      Locked locked(leavingLock_);
      leaving_.add(id);
    }
    unload(layout::kAssembly, id);
  });
}

// .NET Core 3.1 sends no other callback for a collectible assembly that is unloaded.
HRESULT Agent::AssemblyUnloadFinished(AssemblyID id, HRESULT) {
  return handle([=] {
    bool wasLeaving;
    {
      Locked locked(leavingLock_);
      wasLeaving = leaving_.remove(id);
    }
    if (!wasLeaving) {
      unload(layout::kAssembly, id);
    }
  });
}

HRESULT Agent::ModuleUnloadStarted(ModuleID id) { return unload(layout::kModule, id); }

HRESULT Agent::ClassUnloadStarted(ClassID id) { return unload(layout::kClass, id); }

HRESULT Agent::unload(layout::UnloadKind kind, uint64_t id) {
  return handle([=] {
    Gate::Closed closed(gate_);
    if (kind == layout::kAssembly) {
      endModulesOf(id);
    }
    // Done once per module and not again for each of its thousand classes: none of its code runs any more, so nothing
    // of it can have come onto a stack since.
    if (recorder_.known().unloaded(kind, id)) {
      engines_.suspend().forgetStacks();
      code_.forgetAll();
    }
    if (kind == layout::kModule) {
      copies_.unloaded(id);
      code_.unloaded(id);
    }
    layout::UnloadStarted started{};
    started.kind = kind;
    started.id = id;
    recorder_.append(started);
  });
}

// Ends the modules of an assembly. Runtimes that announce the unloading of modules do so afterwards, and then nothing
// is left to end. .NET Core 3.1 does not announce it.
void Agent::endModulesOf(AssemblyID id) {
  Known& known = recorder_.known();
  for (ModuleID module = known.moduleOf(id); module != 0; module = known.moduleOf(id)) {
    known.unloaded(layout::kModule, module);
    copies_.unloaded(module);
    code_.unloaded(module);
  }
}

// Called in cooperative mode, so it does not take the gate. No walk of the CLR meets these functions: it leaves them out
// of stacks. Walks over copies read no code of theirs but by calls that may fail.
HRESULT Agent::DynamicMethodUnloaded(FunctionID id) {
  return handle([=] {
    if (engines_.needCode()) {
      codeMap_.unloaded(id, os::monotonicNanos());
    }
    recorder_.dynamicFunctionEnded(id);
  });
}

HRESULT Agent::ThreadCreated(ThreadID id) {
  return handle([=] {
    layout::ThreadCreated created{};
    created.threadId = id;
    recorder_.append(created);
    if (!OurTurn::now()) {
      threads_.created(id);
      return;
    }
    // A thread that forces a collection is a managed thread from then on. It has nothing to sample.
    layout::ThreadNamed named{};
    named.threadId = id;
    recorder_.append(named, text(u"tiptoe-heap"));
  });
}

HRESULT Agent::ThreadAssignedToOSThread(ThreadID id, DWORD osThreadId) {
  return handle([=] {
    layout::ThreadCreated created{};
    created.threadId = id;
    created.osThreadId = osThreadId;
    recorder_.append(created);
  });
}

HRESULT Agent::ThreadNameChanged(ThreadID id, ULONG length, const WCHAR* name) {
  return handle([=] {
    layout::ThreadNamed named{};
    named.threadId = id;
    recorder_.append(named, Text{name, name != nullptr ? length : 0});
  });
}

HRESULT Agent::ThreadDestroyed(ThreadID id) {
  return handle([=] {
    threads_.destroyed(id);
    layout::ThreadDestroyed destroyed{};
    destroyed.threadId = id;
    recorder_.append(destroyed);
  });
}

// The following callbacks are enabled only while the heap is walked; the agent waits for the end of the walk before it
// leaves.

HRESULT Agent::RuntimeSuspendStarted(DWORD reason) {
  return handle<Callbacks::RunningForOnce>([=] { heapWalker_.suspendStarted(reason); });
}

HRESULT Agent::RuntimeSuspendFinished() {
  return handle<Callbacks::RunningForOnce>([=] { heapWalker_.suspendFinished(); });
}

HRESULT Agent::RuntimeResumeStarted() {
  return handle<Callbacks::RunningForOnce>([=] { heapWalker_.resumeStarted(); });
}

HRESULT Agent::GarbageCollectionStarted(int32_t generations, BOOL* collected, DWORD reason) {
  return handle<Callbacks::RunningForOnce>([=] { heapWalker_.collectionStarted(generations, collected, reason); });
}

HRESULT Agent::GarbageCollectionFinished() {
  return handle<Callbacks::RunningForOnce>([=] { heapWalker_.collectionFinished(); });
}

}  // namespace tiptoe
