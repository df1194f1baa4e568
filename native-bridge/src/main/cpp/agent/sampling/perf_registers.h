// SPDX-License-Identifier: Apache-2.0
//
// The registers of the kernel's samples as the unwinder has them, of the processor that this is built for.

#pragma once

#if defined(__x86_64__)
#include "sampling/perf_registers_x64.h"
#else
#error "the unwinder does not know the kernel's registers of this processor"
#endif
