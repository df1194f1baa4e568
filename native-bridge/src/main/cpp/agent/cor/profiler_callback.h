// SPDX-License-Identifier: Apache-2.0
//
// ICorProfilerCallback to ICorProfilerCallback11 with methods that do nothing. A profiler overrides the methods it
// needs. The order of the methods is the interface.

#pragma once

#include "cor/types.h"

namespace tiptoe::cor {

struct ProfilerCallback : Unknown {
  // ICorProfilerCallback
  virtual HRESULT Initialize(Unknown*) { return kOk; }
  virtual HRESULT Shutdown() { return kOk; }
  virtual HRESULT AppDomainCreationStarted(AppDomainID) { return kOk; }
  virtual HRESULT AppDomainCreationFinished(AppDomainID, HRESULT) { return kOk; }
  virtual HRESULT AppDomainShutdownStarted(AppDomainID) { return kOk; }
  virtual HRESULT AppDomainShutdownFinished(AppDomainID, HRESULT) { return kOk; }
  virtual HRESULT AssemblyLoadStarted(AssemblyID) { return kOk; }
  virtual HRESULT AssemblyLoadFinished(AssemblyID, HRESULT) { return kOk; }
  virtual HRESULT AssemblyUnloadStarted(AssemblyID) { return kOk; }
  virtual HRESULT AssemblyUnloadFinished(AssemblyID, HRESULT) { return kOk; }
  virtual HRESULT ModuleLoadStarted(ModuleID) { return kOk; }
  virtual HRESULT ModuleLoadFinished(ModuleID, HRESULT) { return kOk; }
  virtual HRESULT ModuleUnloadStarted(ModuleID) { return kOk; }
  virtual HRESULT ModuleUnloadFinished(ModuleID, HRESULT) { return kOk; }
  virtual HRESULT ModuleAttachedToAssembly(ModuleID, AssemblyID) { return kOk; }
  virtual HRESULT ClassLoadStarted(ClassID) { return kOk; }
  virtual HRESULT ClassLoadFinished(ClassID, HRESULT) { return kOk; }
  virtual HRESULT ClassUnloadStarted(ClassID) { return kOk; }
  virtual HRESULT ClassUnloadFinished(ClassID, HRESULT) { return kOk; }
  virtual HRESULT FunctionUnloadStarted(FunctionID) { return kOk; }
  virtual HRESULT JITCompilationStarted(FunctionID, BOOL) { return kOk; }
  virtual HRESULT JITCompilationFinished(FunctionID, HRESULT, BOOL) { return kOk; }
  virtual HRESULT JITCachedFunctionSearchStarted(FunctionID, BOOL*) { return kOk; }
  virtual HRESULT JITCachedFunctionSearchFinished(FunctionID, DWORD) { return kOk; }
  virtual HRESULT JITFunctionPitched(FunctionID) { return kOk; }
  virtual HRESULT JITInlining(FunctionID, FunctionID, BOOL*) { return kOk; }
  virtual HRESULT ThreadCreated(ThreadID) { return kOk; }
  virtual HRESULT ThreadDestroyed(ThreadID) { return kOk; }
  virtual HRESULT ThreadAssignedToOSThread(ThreadID, DWORD) { return kOk; }
  virtual HRESULT RemotingClientInvocationStarted() { return kOk; }
  virtual HRESULT RemotingClientSendingMessage(const Guid*, BOOL) { return kOk; }
  virtual HRESULT RemotingClientReceivingReply(const Guid*, BOOL) { return kOk; }
  virtual HRESULT RemotingClientInvocationFinished() { return kOk; }
  virtual HRESULT RemotingServerReceivingMessage(const Guid*, BOOL) { return kOk; }
  virtual HRESULT RemotingServerInvocationStarted() { return kOk; }
  virtual HRESULT RemotingServerInvocationReturned() { return kOk; }
  virtual HRESULT RemotingServerSendingReply(const Guid*, BOOL) { return kOk; }
  virtual HRESULT UnmanagedToManagedTransition(FunctionID, DWORD) { return kOk; }
  virtual HRESULT ManagedToUnmanagedTransition(FunctionID, DWORD) { return kOk; }
  virtual HRESULT RuntimeSuspendStarted(DWORD) { return kOk; }
  virtual HRESULT RuntimeSuspendFinished() { return kOk; }
  virtual HRESULT RuntimeSuspendAborted() { return kOk; }
  virtual HRESULT RuntimeResumeStarted() { return kOk; }
  virtual HRESULT RuntimeResumeFinished() { return kOk; }
  virtual HRESULT RuntimeThreadSuspended(ThreadID) { return kOk; }
  virtual HRESULT RuntimeThreadResumed(ThreadID) { return kOk; }
  virtual HRESULT MovedReferences(ULONG, ObjectID*, ObjectID*, ULONG*) { return kOk; }
  virtual HRESULT ObjectAllocated(ObjectID, ClassID) { return kOk; }
  virtual HRESULT ObjectsAllocatedByClass(ULONG, ClassID*, ULONG*) { return kOk; }
  virtual HRESULT ObjectReferences(ObjectID, ClassID, ULONG, ObjectID*) { return kOk; }
  virtual HRESULT RootReferences(ULONG, ObjectID*) { return kOk; }
  virtual HRESULT ExceptionThrown(ObjectID) { return kOk; }
  virtual HRESULT ExceptionSearchFunctionEnter(FunctionID) { return kOk; }
  virtual HRESULT ExceptionSearchFunctionLeave() { return kOk; }
  virtual HRESULT ExceptionSearchFilterEnter(FunctionID) { return kOk; }
  virtual HRESULT ExceptionSearchFilterLeave() { return kOk; }
  virtual HRESULT ExceptionSearchCatcherFound(FunctionID) { return kOk; }
  virtual HRESULT ExceptionOSHandlerEnter(uintptr_t) { return kOk; }
  virtual HRESULT ExceptionOSHandlerLeave(uintptr_t) { return kOk; }
  virtual HRESULT ExceptionUnwindFunctionEnter(FunctionID) { return kOk; }
  virtual HRESULT ExceptionUnwindFunctionLeave() { return kOk; }
  virtual HRESULT ExceptionUnwindFinallyEnter(FunctionID) { return kOk; }
  virtual HRESULT ExceptionUnwindFinallyLeave() { return kOk; }
  virtual HRESULT ExceptionCatcherEnter(FunctionID, ObjectID) { return kOk; }
  virtual HRESULT ExceptionCatcherLeave() { return kOk; }
  virtual HRESULT COMClassicVTableCreated(ClassID, const Guid&, void*, ULONG) { return kOk; }
  virtual HRESULT COMClassicVTableDestroyed(ClassID, const Guid&, void*) { return kOk; }
  virtual HRESULT ExceptionCLRCatcherFound() { return kOk; }
  virtual HRESULT ExceptionCLRCatcherExecute() { return kOk; }

  // ICorProfilerCallback2
  virtual HRESULT ThreadNameChanged(ThreadID, ULONG, const WCHAR*) { return kOk; }
  virtual HRESULT GarbageCollectionStarted(int32_t, BOOL*, DWORD) { return kOk; }
  virtual HRESULT SurvivingReferences(ULONG, ObjectID*, ULONG*) { return kOk; }
  virtual HRESULT GarbageCollectionFinished() { return kOk; }
  virtual HRESULT FinalizeableObjectQueued(DWORD, ObjectID) { return kOk; }
  virtual HRESULT RootReferences2(ULONG, ObjectID*, DWORD*, DWORD*, uintptr_t*) { return kOk; }
  virtual HRESULT HandleCreated(GCHandleID, ObjectID) { return kOk; }
  virtual HRESULT HandleDestroyed(GCHandleID) { return kOk; }

  // ICorProfilerCallback3
  virtual HRESULT InitializeForAttach(Unknown*, void*, ULONG) { return kOk; }
  virtual HRESULT ProfilerAttachComplete() { return kOk; }
  virtual HRESULT ProfilerDetachSucceeded() { return kOk; }

  // ICorProfilerCallback4
  virtual HRESULT ReJITCompilationStarted(FunctionID, ReJITID, BOOL) { return kOk; }
  virtual HRESULT GetReJITParameters(ModuleID, mdMethodDef, Unknown*) { return kOk; }
  virtual HRESULT ReJITCompilationFinished(FunctionID, ReJITID, HRESULT, BOOL) { return kOk; }
  virtual HRESULT ReJITError(ModuleID, mdMethodDef, FunctionID, HRESULT) { return kOk; }
  virtual HRESULT MovedReferences2(ULONG, ObjectID*, ObjectID*, size_t*) { return kOk; }
  virtual HRESULT SurvivingReferences2(ULONG, ObjectID*, size_t*) { return kOk; }

  // ICorProfilerCallback5
  virtual HRESULT ConditionalWeakTableElementReferences(ULONG, ObjectID*, ObjectID*, GCHandleID*) { return
                                                        kOk; }

  // ICorProfilerCallback6
  virtual HRESULT GetAssemblyReferences(const WCHAR*, Unknown*) { return kOk; }

  // ICorProfilerCallback7
  virtual HRESULT ModuleInMemorySymbolsUpdated(ModuleID) { return kOk; }

  // ICorProfilerCallback8
  virtual HRESULT DynamicMethodJITCompilationStarted(FunctionID, BOOL, const uint8_t*, ULONG) { return kOk; }
  virtual HRESULT DynamicMethodJITCompilationFinished(FunctionID, HRESULT, BOOL) { return kOk; }

  // ICorProfilerCallback9
  virtual HRESULT DynamicMethodUnloaded(FunctionID) { return kOk; }

  // ICorProfilerCallback10
  virtual HRESULT EventPipeEventDelivered(uintptr_t, DWORD, DWORD, ULONG, const uint8_t*, ULONG, const uint8_t*,
                                          const Guid*, const Guid*, ThreadID, ULONG, uintptr_t*) {
    return kOk;
  }
  virtual HRESULT EventPipeProviderCreated(uintptr_t) { return kOk; }

  // ICorProfilerCallback11
  virtual HRESULT LoadAsNotificationOnly(BOOL* notificationOnly) {
    *notificationOnly = 0;
    return kOk;
  }
};

// The interfaces that this object implements, apart from IUnknown.
constexpr Guid kProfilerCallbackIids[] = {
    {0x176FBED1, 0xA55C, 0x4796, {0x98, 0xCA, 0xA9, 0xDA, 0x0E, 0xF8, 0x83, 0xE7}},
    {0x8A8CC829, 0xCCF2, 0x49FE, {0xBB, 0xAE, 0x0F, 0x02, 0x22, 0x28, 0x07, 0x1A}},
    {0x4FD2ED52, 0x7731, 0x4B8D, {0x94, 0x69, 0x03, 0xD2, 0xCC, 0x30, 0x86, 0xC5}},
    {0x7B63B2E3, 0x107D, 0x4D48, {0xB2, 0xF6, 0xF6, 0x1E, 0x22, 0x94, 0x70, 0xD2}},
    {0x8DFBA405, 0x8C9F, 0x45F8, {0xBF, 0xFA, 0x83, 0xB1, 0x4C, 0xEF, 0x78, 0xB5}},
    {0xFC13DF4B, 0x4448, 0x4F4F, {0x95, 0x0C, 0xBA, 0x8D, 0x19, 0xD0, 0x0C, 0x36}},
    {0xF76A2DBA, 0x1D52, 0x4539, {0x86, 0x6C, 0x2A, 0xA5, 0x18, 0xF9, 0xEF, 0xC3}},
    {0x5BED9B15, 0xC079, 0x4D47, {0xBF, 0xE2, 0x21, 0x5A, 0x14, 0x0C, 0x07, 0xE0}},
    {0x27583EC3, 0xC8F5, 0x482F, {0x80, 0x52, 0x19, 0x4B, 0x8C, 0xE4, 0x70, 0x5A}},
    {0xCEC5B60E, 0xC69C, 0x495F, {0x87, 0xF6, 0x84, 0xD2, 0x8E, 0xE1, 0x6F, 0xFB}},
    {0x42350846, 0xAAED, 0x47F7, {0xB1, 0x28, 0xFD, 0x0C, 0x98, 0x88, 0x1C, 0xDE}},
};

}  // namespace tiptoe::cor
