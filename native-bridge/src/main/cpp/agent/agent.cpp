// SPDX-License-Identifier: Apache-2.0

#include "agent.h"

#include <errno.h>
#include <stdlib.h>

#include <new>

namespace tiptoe {
namespace {

using namespace cor;
using Slots = Clr::Slots;

constexpr uint16_t kAgentMajor = 0;
constexpr uint16_t kAgentMinor = 1;

constexpr DWORD kEventsLow = kMonitorAppDomainLoads | kMonitorAssemblyLoads | kMonitorModuleLoads |
                             kMonitorClassLoads | kMonitorJitCompilation | kMonitorThreads | kEnableStackSnapshot;
constexpr DWORD kEventsHigh = kHighMonitorDynamicFunctionUnloads;

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
  Config config;
  const char* problem = config.readEnvironment();
  if (problem != nullptr) {
    os::say("%s; the program runs unobserved", problem);
    return kCancelActivation;
  }
  return begin(info, config, layout::kStartup);
}

HRESULT Agent::InitializeForAttach(Unknown*, void*, ULONG) { return kNotImplemented; }

HRESULT Agent::begin(Unknown* info, const Config& config, layout::StartMode mode) {
  if (!snapshots_.choose(config.snapshots)) {
    os::say("SNAPSHOTS names a callback that is not known; the program runs unobserved");
    return kCancelActivation;
  }
  HRESULT result = clr_.connect(info);
  if (succeeded(result)) {
    result = clr_.ask(&Slots::SetEventMask2, kEventsLow, kEventsHigh);
  }
  if (failed(result)) {
    os::say("this runtime cannot be observed: 0x%08x", static_cast<uint32_t>(result));
    return kCancelActivation;
  }
  const int error = file_.create(config.trace, headerOfNow());
  if (error != 0) {
    // A file that exists is a parent's, which handed its environment down: its children run unobserved.
    if (error != EEXIST) {
      os::say("cannot create the trace %s: %s; the program runs unobserved", config.trace, os::words(error));
    }
    return kCancelActivation;
  }
  tellBeginning(config, mode);
  if (!sampler_.configure(config.samplePeriod, config.duty)) {
    faults_.other("the sampler cannot be started");
  }
  if (config.control != nullptr) {
    listen(config.control);
  }
  return kOk;
}

void Agent::listen(const char* path) {
  const char* problem = control_.start(path);
  if (problem != nullptr) {
    os::say("no control socket at %s: %s; the agent works on without", path, problem);
  }
}

void Agent::tellBeginning(const Config& config, layout::StartMode mode) {
  layout::TraceBegan began{};
  began.startMode = mode;
  began.agentMajor = kAgentMajor;
  began.agentMinor = kAgentMinor;
  began.samplePeriod = config.samplePeriod;
  Name version;
  USHORT instance = 0, major = 0, minor = 0, build = 0, qfe = 0;
  DWORD kind = 0;
  Clr::name(version, [&](ULONG capacity, ULONG* length, WCHAR* text) {
    return clr_.call(&Slots::GetRuntimeInformation, &instance, &kind, &major, &minor, &build, &qfe, capacity, length,
                     text);
  });
  began.runtimeKind = static_cast<uint16_t>(kind);
  began.runtimeMajor = major;
  began.runtimeMinor = minor;
  began.runtimeBuild = build;
  const Text words{version.data(), version.size()};
  recorder_.append(began, words);
  requests_.begin({mode, kAgentMajor << 16 | kAgentMinor, config.trace, words});

  layout::Coverage coverage{};
  coverage.kinds = layout::kEverything;
  coverage.state = layout::kComplete;
  recorder_.append(coverage, text(u"loaded with the runtime"));
}

void Agent::rest() {
  // What does not end still works with what this object holds.
  if (!control_.stop()) {
    faults_.other("the control thread did not end");
    AddRef();
  }
  if (!sampler_.stop()) {
    faults_.other("the sampler did not end");
    AddRef();
  }
  if (!heapWalker_.stop()) {
    faults_.other("a heap walk did not end");
    AddRef();
  }
  if (!copies_.stop()) {
    faults_.other("the copying of modules did not end");
    AddRef();
  }
}

HRESULT Agent::Shutdown() {
  rest();
  identity_.end(layout::kRuntimeShutDown, faults_.count(), loadsOnOurThreads_);
  return kOk;
}

template <typename Describe>
HRESULT Agent::record(HRESULT status, Describe describe) {
  if (succeeded(status)) {
    Findings findings;
    describe(recorder_.describer(), findings);
    recorder_.append(findings);
  }
  return kOk;
}

HRESULT Agent::AppDomainCreationFinished(AppDomainID id, HRESULT status) {
  return record(status, [=](Describer& describer, Findings& findings) { describer.appDomain(id, findings); });
}

HRESULT Agent::AssemblyLoadFinished(AssemblyID id, HRESULT status) {
  return record(status, [=](Describer& describer, Findings& findings) { describer.assembly(id, findings); });
}

HRESULT Agent::ModuleLoadFinished(ModuleID id, HRESULT status) {
  record(status, [=](Describer& describer, Findings& findings) { describer.module(id, findings); });
  snapshot(layout::kModuleLoadFinished, id, status);
  return kOk;
}

HRESULT Agent::ModuleAttachedToAssembly(ModuleID id, AssemblyID assembly) {
  layout::ModuleAttached attached{};
  attached.moduleId = id;
  attached.assemblyId = assembly;
  recorder_.append(attached);
  return kOk;
}

HRESULT Agent::ClassLoadFinished(ClassID id, HRESULT status) {
  if (OurTurn::now()) {
    loadsOnOurThreads_++;
  }
  record(status, [=](Describer& describer, Findings& findings) { describer.announcedClass(id, findings); });
  snapshot(layout::kClassLoadFinished, id, status);
  return kOk;
}

// The code of a dynamic method is not told: it dies without passing the gate, and the CLR leaves it out of stacks.
HRESULT Agent::JITCompilationFinished(FunctionID id, HRESULT status, BOOL safeToBlock) {
  jitted(id, status);
  if (succeeded(status) && safeToBlock != 0) {
    tellCode(id);
  }
  snapshot(layout::kJITCompilationFinished, id, status);
  return kOk;
}

HRESULT Agent::DynamicMethodJITCompilationFinished(FunctionID id, HRESULT status, BOOL) { return jitted(id, status); }

// Compiled again by a higher tier, it is the same function with other code.
HRESULT Agent::jitted(FunctionID id, HRESULT status) {
  if (recorder_.known().hasJitted(id)) {
    return kOk;
  }
  return record(status, [=](Describer& describer, Findings& findings) {
    describer.function(id, layout::kJitted, findings);
  });
}

void Agent::tellCode(FunctionID id) {
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

HRESULT Agent::AssemblyUnloadStarted(AssemblyID id) { return unload(layout::kAssembly, id); }

HRESULT Agent::ModuleUnloadStarted(ModuleID id) { return unload(layout::kModule, id); }

HRESULT Agent::ClassUnloadStarted(ClassID id) { return unload(layout::kClass, id); }

HRESULT Agent::unload(layout::UnloadKind kind, uint64_t id) {
  Gate::Closed closed(gate_);
  recorder_.known().unloaded(kind, id);
  sampler_.forgetStacks();
  code_.forgetAll();
  if (kind == layout::kModule) {
    copies_.unloaded(id);
  }
  appendUnload(kind, id);
  return kOk;
}

// In cooperative mode, so without the gate. No walk meets these functions: the CLR leaves them out of stacks.
HRESULT Agent::DynamicMethodUnloaded(FunctionID id) {
  recorder_.known().unloaded(layout::kDynamicFunction, id);
  appendUnload(layout::kDynamicFunction, id);
  return kOk;
}

void Agent::appendUnload(layout::UnloadKind kind, uint64_t id) {
  layout::UnloadStarted started{};
  started.kind = kind;
  started.id = id;
  recorder_.append(started);
}

HRESULT Agent::ThreadCreated(ThreadID id) {
  layout::ThreadCreated created{};
  created.threadId = id;
  recorder_.append(created);
  if (!OurTurn::now()) {
    threads_.created(id);
    return kOk;
  }
  // Whoever forces a collection is a managed thread from then on. It has nothing to sample.
  layout::ThreadNamed named{};
  named.threadId = id;
  recorder_.append(named, text(u"tiptoe-heap"));
  return kOk;
}

HRESULT Agent::ThreadAssignedToOSThread(ThreadID id, DWORD osThreadId) {
  layout::ThreadCreated created{};
  created.threadId = id;
  created.osThreadId = osThreadId;
  recorder_.append(created);
  return kOk;
}

HRESULT Agent::ThreadNameChanged(ThreadID id, ULONG length, const WCHAR* name) {
  layout::ThreadNamed named{};
  named.threadId = id;
  recorder_.append(named, Text{name, name != nullptr ? length : 0});
  return kOk;
}

HRESULT Agent::ThreadDestroyed(ThreadID id) {
  threads_.destroyed(id);
  layout::ThreadDestroyed destroyed{};
  destroyed.threadId = id;
  recorder_.append(destroyed);
  return kOk;
}

HRESULT Agent::RuntimeSuspendStarted(DWORD reason) {
  heapWalker_.suspendStarted(reason);
  return kOk;
}

HRESULT Agent::RuntimeSuspendFinished() {
  heapWalker_.suspendFinished();
  return kOk;
}

HRESULT Agent::RuntimeResumeStarted() {
  heapWalker_.resumeStarted();
  return kOk;
}

HRESULT Agent::GarbageCollectionStarted(int32_t generations, BOOL* collected, DWORD reason) {
  heapWalker_.collectionStarted(generations, collected, reason);
  return kOk;
}

HRESULT Agent::GarbageCollectionFinished() {
  heapWalker_.collectionFinished();
  return kOk;
}

}  // namespace tiptoe
