// SPDX-License-Identifier: Apache-2.0
//
// An agent inside a fake CLR, called by slot numbers, and the trace it writes.

#pragma once

#include <memory>

#include "agent.h"
#include "fake_clr.h"
#include "parsed_trace.h"
#include "temporary.h"

namespace check {

// The slots of ICorProfilerCallback9 that the agent handles.
enum Slot : size_t {
  kInitialize = 3,
  kShutdown = 4,
  kAppDomainCreationFinished = 6,
  kAppDomainShutdownStarted = 7,
  kAssemblyLoadFinished = 10,
  kAssemblyUnloadStarted = 11,
  kAssemblyUnloadFinished = 12,
  kModuleLoadFinished = 14,
  kModuleUnloadStarted = 15,
  kModuleAttachedToAssembly = 17,
  kClassLoadFinished = 19,
  kClassUnloadStarted = 20,
  kJITCompilationFinished = 24,
  kThreadCreated = 29,
  kThreadDestroyed = 30,
  kThreadAssignedToOSThread = 31,
  kRuntimeSuspendStarted = 42,
  kRuntimeSuspendFinished = 43,
  kRuntimeResumeStarted = 45,
  kThreadNameChanged = 72,
  kGarbageCollectionStarted = 73,
  kGarbageCollectionFinished = 75,
  kInitializeForAttach = 80,
  kProfilerAttachComplete = 81,
  kProfilerDetachSucceeded = 82,
  kDynamicMethodJITCompilationFinished = 93,
  kDynamicMethodUnloaded = 94,
};

class Observed {
 public:
  FakeClr clr;

  explicit Observed(const char* samplePeriod = "0") {
    setenv("TIPTOE_TRACE", path().c_str(), 1);
    setenv("TIPTOE_SAMPLE_EVERY", samplePeriod, 1);
    setenv("TIPTOE_DUTY", "1000000", 1);
    unsetenv("TIPTOE_SNAPSHOTS");
    unsetenv("TIPTOE_ENGINE");
    agent_ = tiptoe::Agent::create();
  }
  ~Observed() {
    if (initialized_) {
      shutdown();
    }
    agent_->Release();
  }

  std::string path() const { return folder_.file("trace.tiptoe"); }
  tiptoe::Agent* agent() { return agent_; }

  template <typename... Arguments>
  HRESULT call(Slot slot, Arguments... arguments) {
    return callSlot(agent_, slot, arguments...);
  }

  HRESULT initialize() {
    const HRESULT result = call(kInitialize, clr.unknown());
    initialized_ = result == cor::kOk;
    return result;
  }
  void shutdown() { call(kShutdown); }

  // As the diagnostics server does it.
  HRESULT attach(const std::string& settings) {
    std::string data = settings;
    const HRESULT result =
        call(kInitializeForAttach, clr.unknown(), static_cast<void*>(data.data()), static_cast<ULONG>(data.size()));
    std::fill(data.begin(), data.end(), '?');  // it is gone when the call is
    initialized_ = result == cor::kOk;
    if (initialized_) {
      call(kProfilerAttachComplete);
    }
    return result;
  }

  // Announces an ID whose load succeeded.
  void loaded(Slot slot, uint64_t id) { call(slot, id, cor::kOk); }

  ParsedTrace trace() const { return ParsedTrace(readFile(path())); }

 private:
  TemporaryFolder folder_;
  tiptoe::Agent* agent_;
  bool initialized_ = false;
};

}  // namespace check
