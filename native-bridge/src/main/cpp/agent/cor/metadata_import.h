// SPDX-License-Identifier: Apache-2.0
//
// IMetaDataImport, as far as it is needed: the scope's name and MVID, and a method's TypeDef. Both calls only read
// metadata tables. Every other slot is a hole without a name, as in cor/profiler_info.h; so is ResolveTypeRef, which
// loads.

#pragma once

#include "cor/types.h"

namespace tiptoe::cor {

struct MetaDataImport;

#define RESERVED uintptr_t : 8 * sizeof(void*)

struct MetaDataImportSlots {
  HRESULT (*QueryInterface)(MetaDataImport*, const Guid& iid, void** object);
  ULONG (*AddRef)(MetaDataImport*);
  ULONG (*Release)(MetaDataImport*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 3 to 9
  HRESULT (*GetScopeProps)(MetaDataImport*, WCHAR* name, ULONG capacity, ULONG* length, Guid* mvid);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED;  // 11 to 29
  HRESULT (*GetMethodProps)(MetaDataImport*, mdMethodDef, mdTypeDef* owner, WCHAR* name, ULONG capacity, ULONG* length,
                            DWORD* attributes, const uint8_t** signature, ULONG* signatureSize, ULONG* rva,
                            DWORD* implFlags);
};

#undef RESERVED

static_assert(offsetof(MetaDataImportSlots, GetScopeProps) == 10 * sizeof(void*), "GetScopeProps is in slot 10");
static_assert(offsetof(MetaDataImportSlots, GetMethodProps) == 30 * sizeof(void*), "GetMethodProps is in slot 30");

struct MetaDataImport {
  const MetaDataImportSlots* slots;
};

constexpr Guid kIidMetaDataImport = {0x7DAC8207, 0xD3AE, 0x4C75, {0x9B, 0x67, 0x92, 0x80, 0x1A, 0x49, 0x7D, 0x44}};

constexpr DWORD kOpenForReading = 0;  // ofRead

}  // namespace tiptoe::cor
