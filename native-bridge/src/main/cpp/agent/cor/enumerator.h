// SPDX-License-Identifier: Apache-2.0
//
// ICorProfilerModuleEnum, ICorProfilerThreadEnum and ICorProfilerFunctionEnum, which have one shape: a snapshot of
// items. It keeps none of its IDs alive.

#pragma once

#include "cor/types.h"

namespace tiptoe::cor {

template <typename Item>
struct Enumerator;

template <typename Item>
struct EnumeratorSlots {
  HRESULT (*QueryInterface)(Enumerator<Item>*, const Guid& iid, void** object);
  ULONG (*AddRef)(Enumerator<Item>*);
  ULONG (*Release)(Enumerator<Item>*);
  HRESULT (*Skip)(Enumerator<Item>*, ULONG count);
  HRESULT (*Reset)(Enumerator<Item>*);
  HRESULT (*Clone)(Enumerator<Item>*, Enumerator<Item>** clone);
  HRESULT (*GetCount)(Enumerator<Item>*, ULONG* count);
  HRESULT (*Next)(Enumerator<Item>*, ULONG capacity, Item* items, ULONG* fetched);
};

static_assert(offsetof(EnumeratorSlots<ModuleID>, Next) == 7 * sizeof(void*), "Next is in slot 7");

template <typename Item>
struct Enumerator {
  const EnumeratorSlots<Item>* slots;
};

}  // namespace tiptoe::cor
