// SPDX-License-Identifier: Apache-2.0
//
// The CLR's profiling interfaces, from corprof.idl of dotnet/runtime: the slot of each method, counted from that of
// QueryInterface, its name, and the bytes of each of its parameters: 1, 2, 4, or 8, which pointers, references and IDs
// have; v is a struct by value. Newer interfaces go on where the older ones end.

#pragma once

// clang-format off

#define TIPTOE_CALLBACK_METHODS(METHOD) \
  /* ICorProfilerCallback */ \
  METHOD(3, Initialize, "8") \
  METHOD(4, Shutdown, "") \
  METHOD(5, AppDomainCreationStarted, "8") \
  METHOD(6, AppDomainCreationFinished, "84") \
  METHOD(7, AppDomainShutdownStarted, "8") \
  METHOD(8, AppDomainShutdownFinished, "84") \
  METHOD(9, AssemblyLoadStarted, "8") \
  METHOD(10, AssemblyLoadFinished, "84") \
  METHOD(11, AssemblyUnloadStarted, "8") \
  METHOD(12, AssemblyUnloadFinished, "84") \
  METHOD(13, ModuleLoadStarted, "8") \
  METHOD(14, ModuleLoadFinished, "84") \
  METHOD(15, ModuleUnloadStarted, "8") \
  METHOD(16, ModuleUnloadFinished, "84") \
  METHOD(17, ModuleAttachedToAssembly, "88") \
  METHOD(18, ClassLoadStarted, "8") \
  METHOD(19, ClassLoadFinished, "84") \
  METHOD(20, ClassUnloadStarted, "8") \
  METHOD(21, ClassUnloadFinished, "84") \
  METHOD(22, FunctionUnloadStarted, "8") \
  METHOD(23, JITCompilationStarted, "84") \
  METHOD(24, JITCompilationFinished, "844") \
  METHOD(25, JITCachedFunctionSearchStarted, "88") \
  METHOD(26, JITCachedFunctionSearchFinished, "84") \
  METHOD(27, JITFunctionPitched, "8") \
  METHOD(28, JITInlining, "888") \
  METHOD(29, ThreadCreated, "8") \
  METHOD(30, ThreadDestroyed, "8") \
  METHOD(31, ThreadAssignedToOSThread, "84") \
  METHOD(32, RemotingClientInvocationStarted, "") \
  METHOD(33, RemotingClientSendingMessage, "84") \
  METHOD(34, RemotingClientReceivingReply, "84") \
  METHOD(35, RemotingClientInvocationFinished, "") \
  METHOD(36, RemotingServerReceivingMessage, "84") \
  METHOD(37, RemotingServerInvocationStarted, "") \
  METHOD(38, RemotingServerInvocationReturned, "") \
  METHOD(39, RemotingServerSendingReply, "84") \
  METHOD(40, UnmanagedToManagedTransition, "84") \
  METHOD(41, ManagedToUnmanagedTransition, "84") \
  METHOD(42, RuntimeSuspendStarted, "4") \
  METHOD(43, RuntimeSuspendFinished, "") \
  METHOD(44, RuntimeSuspendAborted, "") \
  METHOD(45, RuntimeResumeStarted, "") \
  METHOD(46, RuntimeResumeFinished, "") \
  METHOD(47, RuntimeThreadSuspended, "8") \
  METHOD(48, RuntimeThreadResumed, "8") \
  METHOD(49, MovedReferences, "4888") \
  METHOD(50, ObjectAllocated, "88") \
  METHOD(51, ObjectsAllocatedByClass, "488") \
  METHOD(52, ObjectReferences, "8848") \
  METHOD(53, RootReferences, "48") \
  METHOD(54, ExceptionThrown, "8") \
  METHOD(55, ExceptionSearchFunctionEnter, "8") \
  METHOD(56, ExceptionSearchFunctionLeave, "") \
  METHOD(57, ExceptionSearchFilterEnter, "8") \
  METHOD(58, ExceptionSearchFilterLeave, "") \
  METHOD(59, ExceptionSearchCatcherFound, "8") \
  METHOD(60, ExceptionOSHandlerEnter, "8") \
  METHOD(61, ExceptionOSHandlerLeave, "8") \
  METHOD(62, ExceptionUnwindFunctionEnter, "8") \
  METHOD(63, ExceptionUnwindFunctionLeave, "") \
  METHOD(64, ExceptionUnwindFinallyEnter, "8") \
  METHOD(65, ExceptionUnwindFinallyLeave, "") \
  METHOD(66, ExceptionCatcherEnter, "88") \
  METHOD(67, ExceptionCatcherLeave, "") \
  METHOD(68, COMClassicVTableCreated, "8884") \
  METHOD(69, COMClassicVTableDestroyed, "888") \
  METHOD(70, ExceptionCLRCatcherFound, "") \
  METHOD(71, ExceptionCLRCatcherExecute, "") \
  /* ICorProfilerCallback2 */ \
  METHOD(72, ThreadNameChanged, "848") \
  METHOD(73, GarbageCollectionStarted, "484") \
  METHOD(74, SurvivingReferences, "488") \
  METHOD(75, GarbageCollectionFinished, "") \
  METHOD(76, FinalizeableObjectQueued, "48") \
  METHOD(77, RootReferences2, "48888") \
  METHOD(78, HandleCreated, "88") \
  METHOD(79, HandleDestroyed, "8") \
  /* ICorProfilerCallback3 */ \
  METHOD(80, InitializeForAttach, "884") \
  METHOD(81, ProfilerAttachComplete, "") \
  METHOD(82, ProfilerDetachSucceeded, "") \
  /* ICorProfilerCallback4 */ \
  METHOD(83, ReJITCompilationStarted, "884") \
  METHOD(84, GetReJITParameters, "848") \
  METHOD(85, ReJITCompilationFinished, "8844") \
  METHOD(86, ReJITError, "8484") \
  METHOD(87, MovedReferences2, "4888") \
  METHOD(88, SurvivingReferences2, "488") \
  /* ICorProfilerCallback5 */ \
  METHOD(89, ConditionalWeakTableElementReferences, "4888") \
  /* ICorProfilerCallback6 */ \
  METHOD(90, GetAssemblyReferences, "88") \
  /* ICorProfilerCallback7 */ \
  METHOD(91, ModuleInMemorySymbolsUpdated, "8") \
  /* ICorProfilerCallback8 */ \
  METHOD(92, DynamicMethodJITCompilationStarted, "8484") \
  METHOD(93, DynamicMethodJITCompilationFinished, "844") \
  /* ICorProfilerCallback9 */ \
  METHOD(94, DynamicMethodUnloaded, "8") \
  /* ICorProfilerCallback10 */ \
  METHOD(95, EventPipeEventDelivered, "844484888848") \
  METHOD(96, EventPipeProviderCreated, "8") \
  /* ICorProfilerCallback11 */ \
  METHOD(97, LoadAsNotificationOnly, "8")

#define TIPTOE_INFO_METHODS(METHOD) \
  /* ICorProfilerInfo */ \
  METHOD(3, GetClassFromObject, "88") \
  METHOD(4, GetClassFromToken, "848") \
  METHOD(5, GetCodeInfo, "888") \
  METHOD(6, GetEventMask, "8") \
  METHOD(7, GetFunctionFromIP, "88") \
  METHOD(8, GetFunctionFromToken, "848") \
  METHOD(9, GetHandleFromThread, "88") \
  METHOD(10, GetObjectSize, "88") \
  METHOD(11, IsArrayClass, "8888") \
  METHOD(12, GetThreadInfo, "88") \
  METHOD(13, GetCurrentThreadID, "8") \
  METHOD(14, GetClassIDInfo, "888") \
  METHOD(15, GetFunctionInfo, "8888") \
  METHOD(16, SetEventMask, "4") \
  METHOD(17, SetEnterLeaveFunctionHooks, "888") \
  METHOD(18, SetFunctionIDMapper, "8") \
  METHOD(19, GetTokenAndMetaDataFromFunction, "8888") \
  METHOD(20, GetModuleInfo, "884888") \
  METHOD(21, GetModuleMetaData, "8488") \
  METHOD(22, GetILFunctionBody, "8488") \
  METHOD(23, GetILFunctionBodyAllocator, "88") \
  METHOD(24, SetILFunctionBody, "848") \
  METHOD(25, GetAppDomainInfo, "84888") \
  METHOD(26, GetAssemblyInfo, "848888") \
  METHOD(27, SetFunctionReJIT, "8") \
  METHOD(28, ForceGC, "") \
  METHOD(29, SetILInstrumentedCodeMap, "8448") \
  METHOD(30, GetInprocInspectionInterface, "8") \
  METHOD(31, GetInprocInspectionIThisThread, "8") \
  METHOD(32, GetThreadContext, "88") \
  METHOD(33, BeginInprocDebugging, "48") \
  METHOD(34, EndInprocDebugging, "4") \
  METHOD(35, GetILToNativeMapping, "8488") \
  /* ICorProfilerInfo2 */ \
  METHOD(36, DoStackSnapshot, "884884") \
  METHOD(37, SetEnterLeaveFunctionHooks2, "888") \
  METHOD(38, GetFunctionInfo2, "88888488") \
  METHOD(39, GetStringLayout, "888") \
  METHOD(40, GetClassLayout, "88488") \
  METHOD(41, GetClassIDInfo2, "8888488") \
  METHOD(42, GetCodeInfo2, "8488") \
  METHOD(43, GetClassFromTokenAndTypeArgs, "84488") \
  METHOD(44, GetFunctionFromTokenAndTypeArgs, "848488") \
  METHOD(45, EnumModuleFrozenObjects, "88") \
  METHOD(46, GetArrayObjectInfo, "84888") \
  METHOD(47, GetBoxClassLayout, "88") \
  METHOD(48, GetThreadAppDomain, "88") \
  METHOD(49, GetRVAStaticAddress, "848") \
  METHOD(50, GetAppDomainStaticAddress, "8488") \
  METHOD(51, GetThreadStaticAddress, "8488") \
  METHOD(52, GetContextStaticAddress, "8488") \
  METHOD(53, GetStaticFieldInfo, "848") \
  METHOD(54, GetGenerationBounds, "488") \
  METHOD(55, GetObjectGeneration, "88") \
  METHOD(56, GetNotifiedExceptionClauseInfo, "8") \
  /* ICorProfilerInfo3 */ \
  METHOD(57, EnumJITedFunctions, "8") \
  METHOD(58, RequestProfilerDetach, "4") \
  METHOD(59, SetFunctionIDMapper2, "88") \
  METHOD(60, GetStringLayout2, "88") \
  METHOD(61, SetEnterLeaveFunctionHooks3, "888") \
  METHOD(62, SetEnterLeaveFunctionHooks3WithInfo, "888") \
  METHOD(63, GetFunctionEnter3Info, "88888") \
  METHOD(64, GetFunctionLeave3Info, "8888") \
  METHOD(65, GetFunctionTailcall3Info, "888") \
  METHOD(66, EnumModules, "8") \
  METHOD(67, GetRuntimeInformation, "888888488") \
  METHOD(68, GetThreadStaticAddress2, "84888") \
  METHOD(69, GetAppDomainsContainingModule, "8488") \
  METHOD(70, GetModuleInfo2, "8848888") \
  /* ICorProfilerInfo4 */ \
  METHOD(71, EnumThreads, "8") \
  METHOD(72, InitializeCurrentThread, "") \
  METHOD(73, RequestReJIT, "488") \
  METHOD(74, RequestRevert, "4888") \
  METHOD(75, GetCodeInfo3, "88488") \
  METHOD(76, GetFunctionFromIP2, "888") \
  METHOD(77, GetReJITIDs, "8488") \
  METHOD(78, GetILToNativeMapping2, "88488") \
  METHOD(79, EnumJITedFunctions2, "8") \
  METHOD(80, GetObjectSize2, "88") \
  /* ICorProfilerInfo5 */ \
  METHOD(81, GetEventMask2, "88") \
  METHOD(82, SetEventMask2, "44") \
  /* ICorProfilerInfo6 */ \
  METHOD(83, EnumNgenModuleMethodsInliningThisMethod, "88488") \
  /* ICorProfilerInfo7 */ \
  METHOD(84, ApplyMetaData, "8") \
  METHOD(85, GetInMemorySymbolsLength, "88") \
  METHOD(86, ReadInMemorySymbols, "84848") \
  /* ICorProfilerInfo8 */ \
  METHOD(87, IsFunctionDynamic, "88") \
  METHOD(88, GetFunctionFromIP3, "888") \
  METHOD(89, GetDynamicFunctionInfo, "8888488") \
  /* ICorProfilerInfo9 */ \
  METHOD(90, GetNativeCodeStartAddresses, "88488") \
  METHOD(91, GetILToNativeMapping3, "8488") \
  METHOD(92, GetCodeInfo4, "8488") \
  /* ICorProfilerInfo10 */ \
  METHOD(93, EnumerateObjectReferences, "888") \
  METHOD(94, IsFrozenObject, "88") \
  METHOD(95, GetLOHObjectSizeThreshold, "8") \
  METHOD(96, RequestReJITWithInliners, "4488") \
  METHOD(97, SuspendRuntime, "") \
  METHOD(98, ResumeRuntime, "") \
  /* ICorProfilerInfo11 */ \
  METHOD(99, GetEnvironmentVariable, "8488") \
  METHOD(100, SetEnvironmentVariable, "88") \
  /* ICorProfilerInfo12 */ \
  METHOD(101, EventPipeStartSession, "4848") \
  METHOD(102, EventPipeAddProviderToSession, "8v") \
  METHOD(103, EventPipeStopSession, "8") \
  METHOD(104, EventPipeCreateProvider, "88") \
  METHOD(105, EventPipeGetProviderInfo, "8488") \
  METHOD(106, EventPipeDefineEvent, "88484414488") \
  METHOD(107, EventPipeWriteEvent, "84888") \
  /* ICorProfilerInfo13 */ \
  METHOD(108, CreateHandle, "848") \
  METHOD(109, DestroyHandle, "8") \
  METHOD(110, GetObjectIDFromHandle, "88") \
  /* ICorProfilerInfo14 */ \
  METHOD(111, EnumerateNonGCObjects, "8") \
  METHOD(112, GetNonGCHeapBounds, "488") \
  METHOD(113, EventPipeCreateProvider2, "888") \
  /* ICorProfilerInfo15 */ \
  METHOD(114, EnumerateGCHeapObjects, "88")

// All enumerators have one shape.
#define TIPTOE_ENUMERATOR_METHODS(METHOD) \
  /* ICorProfilerModuleEnum */ \
  METHOD(3, Skip, "4") \
  METHOD(4, Reset, "") \
  METHOD(5, Clone, "8") \
  METHOD(6, GetCount, "8") \
  METHOD(7, Next, "488")

// The name of each interface, the slot of its last method, and its IID.
#define TIPTOE_CALLBACK_INTERFACES \
  {"ICorProfilerCallback", 71, {0x176FBED1, 0xA55C, 0x4796, {0x98, 0xCA, 0xA9, 0xDA, 0x0E, 0xF8, 0x83, 0xE7}}}, \
  {"ICorProfilerCallback2", 79, {0x8A8CC829, 0xCCF2, 0x49FE, {0xBB, 0xAE, 0x0F, 0x02, 0x22, 0x28, 0x07, 0x1A}}}, \
  {"ICorProfilerCallback3", 82, {0x4FD2ED52, 0x7731, 0x4B8D, {0x94, 0x69, 0x03, 0xD2, 0xCC, 0x30, 0x86, 0xC5}}}, \
  {"ICorProfilerCallback4", 88, {0x7B63B2E3, 0x107D, 0x4D48, {0xB2, 0xF6, 0xF6, 0x1E, 0x22, 0x94, 0x70, 0xD2}}}, \
  {"ICorProfilerCallback5", 89, {0x8DFBA405, 0x8C9F, 0x45F8, {0xBF, 0xFA, 0x83, 0xB1, 0x4C, 0xEF, 0x78, 0xB5}}}, \
  {"ICorProfilerCallback6", 90, {0xFC13DF4B, 0x4448, 0x4F4F, {0x95, 0x0C, 0xBA, 0x8D, 0x19, 0xD0, 0x0C, 0x36}}}, \
  {"ICorProfilerCallback7", 91, {0xF76A2DBA, 0x1D52, 0x4539, {0x86, 0x6C, 0x2A, 0xA5, 0x18, 0xF9, 0xEF, 0xC3}}}, \
  {"ICorProfilerCallback8", 93, {0x5BED9B15, 0xC079, 0x4D47, {0xBF, 0xE2, 0x21, 0x5A, 0x14, 0x0C, 0x07, 0xE0}}}, \
  {"ICorProfilerCallback9", 94, {0x27583EC3, 0xC8F5, 0x482F, {0x80, 0x52, 0x19, 0x4B, 0x8C, 0xE4, 0x70, 0x5A}}}, \
  {"ICorProfilerCallback10", 96, {0xCEC5B60E, 0xC69C, 0x495F, {0x87, 0xF6, 0x84, 0xD2, 0x8E, 0xE1, 0x6F, 0xFB}}}, \
  {"ICorProfilerCallback11", 97, {0x42350846, 0xAAED, 0x47F7, {0xB1, 0x28, 0xFD, 0x0C, 0x98, 0x88, 0x1C, 0xDE}}}

#define TIPTOE_INFO_INTERFACES \
  {"ICorProfilerInfo", 35, {0x28B5557D, 0x3F3F, 0x48B4, {0x90, 0xB2, 0x5F, 0x9E, 0xEA, 0x2F, 0x6C, 0x48}}}, \
  {"ICorProfilerInfo2", 56, {0xCC0935CD, 0xA518, 0x487D, {0xB0, 0xBB, 0xA9, 0x32, 0x14, 0xE6, 0x54, 0x78}}}, \
  {"ICorProfilerInfo3", 70, {0xB555ED4F, 0x452A, 0x4E54, {0x8B, 0x39, 0xB5, 0x36, 0x0B, 0xAD, 0x32, 0xA0}}}, \
  {"ICorProfilerInfo4", 80, {0x0D8FDCAA, 0x6257, 0x47BF, {0xB1, 0xBF, 0x94, 0xDA, 0xC8, 0x84, 0x66, 0xEE}}}, \
  {"ICorProfilerInfo5", 82, {0x07602928, 0xCE38, 0x4B83, {0x81, 0xE7, 0x74, 0xAD, 0xAF, 0x78, 0x12, 0x14}}}, \
  {"ICorProfilerInfo6", 83, {0xF30A070D, 0xBFFB, 0x46A7, {0xB1, 0xD8, 0x87, 0x81, 0xEF, 0x7B, 0x69, 0x8A}}}, \
  {"ICorProfilerInfo7", 86, {0x9AEECC0D, 0x63E0, 0x4187, {0x8C, 0x00, 0xE3, 0x12, 0xF5, 0x03, 0xF6, 0x63}}}, \
  {"ICorProfilerInfo8", 89, {0xC5AC80A6, 0x782E, 0x4716, {0x80, 0x44, 0x39, 0x59, 0x8C, 0x60, 0xCF, 0xBF}}}, \
  {"ICorProfilerInfo9", 92, {0x008170DB, 0xF8CC, 0x4796, {0x9A, 0x51, 0xDC, 0x8A, 0xA0, 0xB4, 0x70, 0x12}}}, \
  {"ICorProfilerInfo10", 98, {0x2F1B5152, 0xC869, 0x40C9, {0xAA, 0x5F, 0x3A, 0xBE, 0x02, 0x6B, 0xD7, 0x20}}}, \
  {"ICorProfilerInfo11", 100, {0x06398876, 0x8987, 0x4154, {0xB6, 0x21, 0x40, 0xA0, 0x0D, 0x6E, 0x4D, 0x04}}}, \
  {"ICorProfilerInfo12", 107, {0x27B24CCD, 0x1CB1, 0x47C5, {0x96, 0xEE, 0x98, 0x19, 0x0D, 0xC3, 0x09, 0x59}}}, \
  {"ICorProfilerInfo13", 110, {0x6E6C7EE2, 0x0701, 0x4EC2, {0x9D, 0x29, 0x2E, 0x87, 0x33, 0xB6, 0x69, 0x34}}}, \
  {"ICorProfilerInfo14", 113, {0xF460E352, 0xD76D, 0x4FE9, {0x83, 0x5F, 0xF6, 0xAF, 0x9D, 0x6E, 0x86, 0x2D}}}, \
  {"ICorProfilerInfo15", 114, {0xB446462D, 0xBD22, 0x41DD, {0x87, 0x2D, 0xDC, 0x71, 0x4C, 0x49, 0xEB, 0x56}}}

// clang-format on
