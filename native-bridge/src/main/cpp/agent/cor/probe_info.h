// SPDX-License-Identifier: Apache-2.0
//
// The slot of ICorProfilerInfo that the probe needs, and no others. Contrary to its reputation, GetFunctionFromToken is
// a look-up on CoreCLR: it answers for published types and loads nothing. That was tested only on some runtimes, so
// only the probe includes this.

#pragma once

#include "cor/profiler_info.h"

namespace tiptoe::cor {

#define RESERVED uintptr_t : 8 * sizeof(void*)

struct ProbeSlots {
  RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED; RESERVED;  // 0 to 7
  HRESULT (*GetFunctionFromToken)(ProfilerInfo*, ModuleID, mdToken, FunctionID*);
};

#undef RESERVED

static_assert(offsetof(ProbeSlots, GetFunctionFromToken) == 8 * sizeof(void*), "GetFunctionFromToken is in slot 8");

}  // namespace tiptoe::cor
