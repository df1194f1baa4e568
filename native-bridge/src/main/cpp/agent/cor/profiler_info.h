// SPDX-License-Identifier: Apache-2.0
//
// ICorProfilerInfo10, as far as it is safe: the slots of calls that never load a type, and a hole without a name for
// every other. GetClassFromToken, GetFunctionFromTokenAndTypeArgs and their like cannot be called by mistake: they have
// no name.

#pragma once

#include "cor/enumerator.h"
#include "cor/types.h"

namespace tiptoe::cor {

struct ProfilerInfo;

using StackSnapshotCallback = HRESULT(FunctionID, uintptr_t ip, COR_PRF_FRAME_INFO, ULONG contextSize,
                                      uint8_t* context, void* clientData);

// A bit-field without a name takes a slot's place and cannot be referred to.
#define RESERVED uintptr_t : 8 * sizeof(void*)

struct ProfilerInfoSlots {
  HRESULT (*QueryInterface)(ProfilerInfo*, const Guid& iid, void** object);
  ULONG (*AddRef)(ProfilerInfo*);
  ULONG (*Release)(ProfilerInfo*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 3 to 10
  HRESULT (*IsArrayClass)(ProfilerInfo*, ClassID, CorElementType* elementType, ClassID* element, ULONG* rank);
  HRESULT (*GetThreadInfo)(ProfilerInfo*, ThreadID, DWORD* osThreadId);
  HRESULT (*GetCurrentThreadID)(ProfilerInfo*, ThreadID*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 14 to 20
  HRESULT (*GetModuleMetaData)(ProfilerInfo*, ModuleID, DWORD openFlags, const Guid& iid, void** metadata);
  RESERVED; RESERVED; RESERVED;  // 22 to 24
  HRESULT (*GetAppDomainInfo)(ProfilerInfo*, AppDomainID, ULONG capacity, ULONG* length, WCHAR* name,
                              ProcessID*);
  HRESULT (*GetAssemblyInfo)(ProfilerInfo*, AssemblyID, ULONG capacity, ULONG* length, WCHAR* name,
                             AppDomainID*, ModuleID*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED;  // 27 to 35
  HRESULT (*DoStackSnapshot)(ProfilerInfo*, ThreadID, StackSnapshotCallback*, ULONG flags, void* clientData,
                             uint8_t* context, ULONG contextSize);
  RESERVED;  // 37
  HRESULT (*GetFunctionInfo2)(ProfilerInfo*, FunctionID, COR_PRF_FRAME_INFO, ClassID*, ModuleID*, mdToken*,
                              ULONG capacity, ULONG* count, ClassID* typeArgs);
  RESERVED;  // 39
  HRESULT (*GetClassLayout)(ProfilerInfo*, ClassID, COR_FIELD_OFFSET* fields, ULONG capacity, ULONG* count,
                            ULONG* classSize);
  HRESULT (*GetClassIDInfo2)(ProfilerInfo*, ClassID, ModuleID*, mdTypeDef*, ClassID* parent, ULONG capacity,
                             ULONG* count, ClassID* typeArgs);
  HRESULT (*GetCodeInfo2)(ProfilerInfo*, FunctionID, ULONG capacity, ULONG* count, COR_PRF_CODE_INFO*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 43 to 57
  HRESULT (*RequestProfilerDetach)(ProfilerInfo*, DWORD expectedMilliseconds);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 59 to 65
  HRESULT (*EnumModules)(ProfilerInfo*, Enumerator<ModuleID>**);
  HRESULT (*GetRuntimeInformation)(ProfilerInfo*, USHORT* instance, DWORD* kind, USHORT* major, USHORT* minor,
                                   USHORT* build, USHORT* qfe, ULONG capacity, ULONG* length, WCHAR* version);
  RESERVED; RESERVED;  // 68 to 69
  HRESULT (*GetModuleInfo2)(ProfilerInfo*, ModuleID, const uint8_t** base, ULONG capacity, ULONG* length,
                            WCHAR* name, AssemblyID*, DWORD* flags);
  HRESULT (*EnumThreads)(ProfilerInfo*, Enumerator<ThreadID>**);
  HRESULT (*InitializeCurrentThread)(ProfilerInfo*);
  RESERVED; RESERVED; RESERVED; RESERVED;  // 73 to 76
  HRESULT (*GetReJITIDs)(ProfilerInfo*, FunctionID, ULONG capacity, ULONG* count, ReJITID*);
  RESERVED;  // 78
  HRESULT (*EnumJITedFunctions2)(ProfilerInfo*, Enumerator<COR_PRF_FUNCTION>**);
  RESERVED;  // 80
  HRESULT (*GetEventMask2)(ProfilerInfo*, DWORD* low, DWORD* high);
  HRESULT (*SetEventMask2)(ProfilerInfo*, DWORD low, DWORD high);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 83 to 87
  HRESULT (*GetFunctionFromIP3)(ProfilerInfo*, const uint8_t* ip, FunctionID*, ReJITID*);
  HRESULT (*GetDynamicFunctionInfo)(ProfilerInfo*, FunctionID, ModuleID*, const uint8_t** signature,
                                    ULONG* signatureLength, ULONG capacity, ULONG* length, WCHAR* name);
  HRESULT (*GetNativeCodeStartAddresses)(ProfilerInfo*, FunctionID, ReJITID, ULONG capacity, ULONG* count,
                                         uintptr_t* addresses);
  HRESULT (*GetILToNativeMapping3)(ProfilerInfo*, uintptr_t codeStart, ULONG capacity, ULONG* count,
                                   COR_DEBUG_IL_TO_NATIVE_MAP*);
  HRESULT (*GetCodeInfo4)(ProfilerInfo*, uintptr_t codeStart, ULONG capacity, ULONG* count, COR_PRF_CODE_INFO*);
  RESERVED; RESERVED; RESERVED; RESERVED;  // 93 to 96
  HRESULT (*SuspendRuntime)(ProfilerInfo*);
  HRESULT (*ResumeRuntime)(ProfilerInfo*);
};

#undef RESERVED

#define TIPTOE_SLOT(number, name)                                              \
  static_assert(offsetof(ProfilerInfoSlots, name) == (number) * sizeof(void*), \
                #name " is in another slot of ICorProfilerInfo10")

TIPTOE_SLOT(11, IsArrayClass);
TIPTOE_SLOT(12, GetThreadInfo);
TIPTOE_SLOT(13, GetCurrentThreadID);
TIPTOE_SLOT(21, GetModuleMetaData);
TIPTOE_SLOT(25, GetAppDomainInfo);
TIPTOE_SLOT(26, GetAssemblyInfo);
TIPTOE_SLOT(36, DoStackSnapshot);
TIPTOE_SLOT(38, GetFunctionInfo2);
TIPTOE_SLOT(40, GetClassLayout);
TIPTOE_SLOT(41, GetClassIDInfo2);
TIPTOE_SLOT(42, GetCodeInfo2);
TIPTOE_SLOT(58, RequestProfilerDetach);
TIPTOE_SLOT(66, EnumModules);
TIPTOE_SLOT(67, GetRuntimeInformation);
TIPTOE_SLOT(70, GetModuleInfo2);
TIPTOE_SLOT(71, EnumThreads);
TIPTOE_SLOT(72, InitializeCurrentThread);
TIPTOE_SLOT(77, GetReJITIDs);
TIPTOE_SLOT(79, EnumJITedFunctions2);
TIPTOE_SLOT(81, GetEventMask2);
TIPTOE_SLOT(82, SetEventMask2);
TIPTOE_SLOT(88, GetFunctionFromIP3);
TIPTOE_SLOT(89, GetDynamicFunctionInfo);
TIPTOE_SLOT(90, GetNativeCodeStartAddresses);
TIPTOE_SLOT(91, GetILToNativeMapping3);
TIPTOE_SLOT(92, GetCodeInfo4);
TIPTOE_SLOT(97, SuspendRuntime);
TIPTOE_SLOT(98, ResumeRuntime);
static_assert(sizeof(ProfilerInfoSlots) == 99 * sizeof(void*), "ICorProfilerInfo10 has 99 slots");

#undef TIPTOE_SLOT

// The object that the runtime hands out.
struct ProfilerInfo {
  const ProfilerInfoSlots* slots;
};

constexpr Guid kIidProfilerInfo10 = {0x2F1B5152, 0xC869, 0x40C9, {0xAA, 0x5F, 0x3A, 0xBE, 0x02, 0x6B, 0xD7, 0x20}};
constexpr Guid kIidProfilerInfo14 = {0xF460E352, 0xD76D, 0x4FE9, {0x83, 0x5F, 0xF6, 0xAF, 0x9D, 0x6E, 0x86, 0x2D}};

}  // namespace tiptoe::cor
