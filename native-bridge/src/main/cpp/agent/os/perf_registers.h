// SPDX-License-Identifier: Apache-2.0
//
// The registers that samples of the kernel have, of the processor that this is built for.

#pragma once

#if defined(__x86_64__)
#include "os/perf_registers_x64.h"
#else
#error "perf events have no list of registers for this processor"
#endif
