// SPDX-License-Identifier: Apache-2.0
//
// ICorProfilerInfo2 with the calls that load types. The agent's own declaration leaves them without names; this one is
// for a process that is about to end anyway.

#pragma once

#include "cor/types.h"

namespace tiptoe::cor {

struct ForbiddenInfo;

// COR_FIELD_OFFSET
struct FieldOffset {
  mdToken field;
  ULONG offset;
};

struct ForbiddenInfoSlots {
  HRESULT (*QueryInterface)(ForbiddenInfo*, const Guid& iid, void** object);
  ULONG (*AddRef)(ForbiddenInfo*);
  ULONG (*Release)(ForbiddenInfo*);
  void* slots3to6[4];
  HRESULT (*GetFunctionFromIP)(ForbiddenInfo*, const uint8_t* ip, FunctionID*);
  HRESULT (*GetFunctionFromToken)(ForbiddenInfo*, ModuleID, mdToken, FunctionID*);
  void* slots9to37[29];
  HRESULT (*GetFunctionInfo2)(ForbiddenInfo*, FunctionID, COR_PRF_FRAME_INFO, ClassID*, ModuleID*, mdToken*,
                              ULONG capacity, ULONG* count, ClassID* typeArgs);
  void* slot39;
  HRESULT (*GetClassLayout)(ForbiddenInfo*, ClassID, FieldOffset* fields, ULONG capacity, ULONG* count, ULONG* size);
  HRESULT (*GetClassIDInfo2)(ForbiddenInfo*, ClassID, ModuleID*, mdTypeDef*, ClassID* parent, ULONG capacity,
                             ULONG* count, ClassID* typeArgs);
  void* slot42;
  HRESULT (*GetClassFromTokenAndTypeArgs)(ForbiddenInfo*, ModuleID, mdTypeDef, ULONG count, const ClassID* typeArgs,
                                          ClassID*);
  HRESULT (*GetFunctionFromTokenAndTypeArgs)(ForbiddenInfo*, ModuleID, mdMethodDef, ClassID, ULONG count,
                                             const ClassID* typeArgs, FunctionID*);
};

#define TIPTOE_SLOT(number, name)                                               \
  static_assert(offsetof(ForbiddenInfoSlots, name) == (number) * sizeof(void*), \
                #name " is in another slot of ICorProfilerInfo2")

TIPTOE_SLOT(7, GetFunctionFromIP);
TIPTOE_SLOT(8, GetFunctionFromToken);
TIPTOE_SLOT(38, GetFunctionInfo2);
TIPTOE_SLOT(40, GetClassLayout);
TIPTOE_SLOT(41, GetClassIDInfo2);
TIPTOE_SLOT(43, GetClassFromTokenAndTypeArgs);
TIPTOE_SLOT(44, GetFunctionFromTokenAndTypeArgs);

#undef TIPTOE_SLOT

// The object that the runtime hands out.
struct ForbiddenInfo {
  const ForbiddenInfoSlots* slots;
};

constexpr Guid kIidProfilerInfo2 = {0xCC0935CD, 0xA518, 0x487D, {0xB0, 0xBB, 0xA9, 0x32, 0x14, 0xE6, 0x54, 0x78}};

}  // namespace tiptoe::cor
