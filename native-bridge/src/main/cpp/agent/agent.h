// SPDX-License-Identifier: Apache-2.0
//
// The object that the CLR calls. It receives the callbacks for every load, unload and thread, and records them. It owns
// all other parts of the agent.
//
// Callbacks come on the program's threads, several at once. Those in cooperative mode (AssemblyLoadFinished,
// DynamicMethodUnloaded) delay suspensions, so they wait for nothing but leaf locks.

#pragma once

#include <atomic>

#include "attach/callbacks.h"
#include "attach/catch_up.h"
#include "base/id_set.h"
#include "clr.h"
#include "config.h"
#include "control/requests.h"
#include "control/server.h"
#include "cor/profiler_callback.h"
#include "faults.h"
#include "heap/heap_walker.h"
#include "identity/code_describer.h"
#include "identity/code_images.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "os/os.h"
#include "sampling/engines.h"
#include "sampling/snapshots.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"
#include "trace/sample_lane.h"
#include "trace/trace_file.h"
#include "unwind/code_map.h"

namespace tiptoe {

class Agent : public cor::ProfilerCallback, private control::Departing {
 public:
  // Returns a new agent with one reference, or null when there is no memory.
  static Agent* create();

  cor::HRESULT QueryInterface(const cor::Guid& iid, void** object) override;
  cor::ULONG AddRef() override;
  cor::ULONG Release() override;

  cor::HRESULT Initialize(cor::Unknown* info) override;
  cor::HRESULT InitializeForAttach(cor::Unknown* info, void* clientData, cor::ULONG size) override;
  cor::HRESULT ProfilerAttachComplete() override;
  cor::HRESULT ProfilerDetachSucceeded() override;
  cor::HRESULT Shutdown() override;

  cor::HRESULT AppDomainCreationFinished(cor::AppDomainID id, cor::HRESULT status) override;
  cor::HRESULT AssemblyLoadFinished(cor::AssemblyID id, cor::HRESULT status) override;
  cor::HRESULT ModuleLoadFinished(cor::ModuleID id, cor::HRESULT status) override;
  cor::HRESULT ModuleAttachedToAssembly(cor::ModuleID id, cor::AssemblyID assembly) override;
  cor::HRESULT ClassLoadFinished(cor::ClassID id, cor::HRESULT status) override;
  cor::HRESULT JITCompilationFinished(cor::FunctionID id, cor::HRESULT status, cor::BOOL) override;
  cor::HRESULT DynamicMethodJITCompilationFinished(cor::FunctionID id, cor::HRESULT status, cor::BOOL) override;

  cor::HRESULT AppDomainShutdownStarted(cor::AppDomainID id) override;
  cor::HRESULT AssemblyUnloadStarted(cor::AssemblyID id) override;
  cor::HRESULT AssemblyUnloadFinished(cor::AssemblyID id, cor::HRESULT status) override;
  cor::HRESULT ModuleUnloadStarted(cor::ModuleID id) override;
  cor::HRESULT ClassUnloadStarted(cor::ClassID id) override;
  cor::HRESULT DynamicMethodUnloaded(cor::FunctionID id) override;

  cor::HRESULT ThreadCreated(cor::ThreadID id) override;
  cor::HRESULT ThreadAssignedToOSThread(cor::ThreadID id, cor::DWORD osThreadId) override;
  cor::HRESULT ThreadNameChanged(cor::ThreadID id, cor::ULONG length, const cor::WCHAR* name) override;
  cor::HRESULT ThreadDestroyed(cor::ThreadID id) override;

  // The sampler's settings may be changed while it samples.
  Sampler& sampler() { return engines_.suspend(); }
  Engines& engines() { return engines_; }

  cor::HRESULT RuntimeSuspendStarted(cor::DWORD reason) override;
  cor::HRESULT RuntimeSuspendFinished() override;
  cor::HRESULT RuntimeResumeStarted() override;
  cor::HRESULT GarbageCollectionStarted(int32_t generations, cor::BOOL* collected, cor::DWORD reason) override;
  cor::HRESULT GarbageCollectionFinished() override;

  HeapWalker& heapWalker() { return heapWalker_; }

 protected:
  Agent() = default;
  ~Agent() = default;

  // Ends the agent's own threads. Callbacks are still recorded. Returns false when a thread does not end; such a thread
  // still uses this object.
  bool rest();

 private:
  cor::HRESULT begin(cor::Unknown* info, layout::StartMode mode);
  void recordBeginning(layout::StartMode mode);
  cor::HRESULT listen(layout::StartMode mode);
  void recordCoverage(layout::CoverageState state, Text reason);
  void work();
  bool restFromWork();
  cor::HRESULT depart(uint64_t& expected) override;
  cor::HRESULT refuse(cor::HRESULT result, Text reason);

  // Runs the body of a callback, unless callbacks are ignored. Every callback goes through here.
  template <typename Running = Callbacks::Running, typename Body>
  cor::HRESULT handle(Body body);

  // Records what a call of the describer finds out about an ID.
  template <typename Describe>
  void record(cor::HRESULT status, Describe describe);
  void jitted(cor::FunctionID id, cor::HRESULT status);
  void recordCode(cor::FunctionID id);
  void snapshot(layout::Occasion occasion, uint64_t id, cor::HRESULT status);
  cor::HRESULT unload(layout::UnloadKind kind, uint64_t id);
  void endModulesOf(cor::AssemblyID id);

  std::atomic<cor::ULONG> references_{1};
  std::atomic<uint64_t> loadsOnOurThreads_{0};
  Config config_;
  os::Home home_;
  Callbacks callbacks_;
  OurTurn::Marks marks_;
  Faults faults_;
  Clr clr_{faults_};
  TraceFile file_;
  IdentityLane identity_{file_};
  SampleLane samples_{file_};
  Gate gate_;
  ModuleCopies copies_{{clr_, faults_, gate_, identity_}};
  Recorder recorder_{clr_, identity_, copies_};
  CodeDescriber code_{clr_};
  Snapshots snapshots_{{clr_, recorder_, identity_, samples_}};
  Threads threads_;
  HeapWalker heapWalker_{{clr_, faults_, gate_, recorder_}};
  unwind::CodeMap codeMap_;
  CodeImages images_{clr_, codeMap_, identity_};
  UnknownCode unknownCode_;
  Engines engines_{{clr_, faults_, gate_, threads_, recorder_, code_, identity_, samples_},
                   {faults_, gate_, codeMap_, unknownCode_, file_, identity_, samples_}};
  CatchUp catchUp_{{clr_, faults_, gate_, threads_, recorder_, code_, images_, identity_, engines_, codeMap_, unknownCode_}};

  os::Mutex lifecycle_;  // held while the agent's threads are started and stopped
  bool over_ = false;  // no thread is started any more
  std::atomic<bool> ignoresCallbacks_{false};  // since the runtime has shut down
  bool attached_ = false;
  cor::USHORT runtimeMajor_ = 0;  // 4 for .NET Core 3.1; 0 when the runtime did not give it
  os::Mutex leavingLock_;
  IdSet leaving_;  // assemblies whose unloading began and has not ended
  control::Requests requests_{
      {clr_, faults_, gate_, threads_, recorder_, file_, identity_, engines_, heapWalker_, loadsOnOurThreads_, *this}};
  control::Server control_{requests_};
};

}  // namespace tiptoe
