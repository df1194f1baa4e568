// SPDX-License-Identifier: Apache-2.0
//
// Names the slot CALL of the interface OF. It compiles for the slots the agent may call, and must not for any other:
// those have no name.

#include "cor/heap_info.h"
#include "cor/metadata_emit.h"
#include "cor/metadata_import.h"
#include "cor/probe_info.h"
#include "cor/profiler_info.h"

constexpr auto kSlot = &tiptoe::cor::OF::CALL;
