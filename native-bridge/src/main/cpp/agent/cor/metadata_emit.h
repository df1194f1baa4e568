// SPDX-License-Identifier: Apache-2.0
//
// IMetaDataEmit, as far as it copies metadata. The metadata of a module that is being made with Reflection.Emit exists
// only in the tables that this interface writes, and only the interface can turn them into bytes. Every other slot,
// including all those that change metadata, is a hole without a name.

#pragma once

#include "cor/metadata_import.h"

namespace tiptoe::cor {

#define RESERVED uintptr_t : 8 * sizeof(void*)

struct MetaDataEmit;

struct MetaDataEmitSlots {
  HRESULT (*QueryInterface)(MetaDataEmit*, const Guid& iid, void** object);
  ULONG (*AddRef)(MetaDataEmit*);
  ULONG (*Release)(MetaDataEmit*);
  RESERVED; RESERVED; RESERVED;  // 3 to 5
  HRESULT (*GetSaveSize)(MetaDataEmit*, DWORD accuracy, DWORD* size);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED;  // 7 to 26
  HRESULT (*SaveToMemory)(MetaDataEmit*, void* room, ULONG size);
};

#undef RESERVED

static_assert(offsetof(MetaDataEmitSlots, GetSaveSize) == 6 * sizeof(void*), "GetSaveSize is in slot 6");
static_assert(offsetof(MetaDataEmitSlots, SaveToMemory) == 27 * sizeof(void*), "SaveToMemory is in slot 27");

struct MetaDataEmit {
  const MetaDataEmitSlots* slots;
};

constexpr Guid kIidMetaDataEmit = {0xBA3FEE4C, 0xECB9, 0x4E41, {0x83, 0xB7, 0x18, 0x3F, 0xA4, 0x1C, 0xD8, 0x59}};

constexpr DWORD kOpenForWriting = 1;  // ofWrite
constexpr DWORD kAccurate = 0;        // cssAccurate

}  // namespace tiptoe::cor
