// SPDX-License-Identifier: Apache-2.0
//
// The slots of ICorProfilerInfo that a heap walk needs, and no others. They are apart because objects may be looked at
// only while a collection holds the program, and a collection is expensive. Only the heap walk includes this.

#pragma once

#include "cor/profiler_info.h"

namespace tiptoe::cor {

#define RESERVED uintptr_t : 8 * sizeof(void*)

struct HeapSlots {
  RESERVED; RESERVED; RESERVED;  // 0 to 2
  HRESULT (*GetClassFromObject)(ProfilerInfo*, ObjectID, ClassID*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 4 to 27
  HRESULT (*ForceGC)(ProfilerInfo*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED;  // 29 to 53
  HRESULT (*GetGenerationBounds)(ProfilerInfo*, ULONG capacity, ULONG* count, COR_PRF_GC_GENERATION_RANGE*);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED;  // 55 to 79
  HRESULT (*GetObjectSize2)(ProfilerInfo*, ObjectID, size_t* size);
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 81 to 111
  // Of ICorProfilerInfo14: only where Clr::hasInfo14().
  HRESULT (*GetNonGCHeapBounds)(ProfilerInfo*, ULONG capacity, ULONG* count, COR_PRF_NONGC_HEAP_RANGE*);
};

#undef RESERVED

static_assert(offsetof(HeapSlots, GetClassFromObject) == 3 * sizeof(void*), "GetClassFromObject is in slot 3");
static_assert(offsetof(HeapSlots, ForceGC) == 28 * sizeof(void*), "ForceGC is in slot 28");
static_assert(offsetof(HeapSlots, GetGenerationBounds) == 54 * sizeof(void*), "GetGenerationBounds is in slot 54");
static_assert(offsetof(HeapSlots, GetObjectSize2) == 80 * sizeof(void*), "GetObjectSize2 is in slot 80");
static_assert(offsetof(HeapSlots, GetNonGCHeapBounds) == 112 * sizeof(void*), "GetNonGCHeapBounds is in slot 112");

}  // namespace tiptoe::cor
