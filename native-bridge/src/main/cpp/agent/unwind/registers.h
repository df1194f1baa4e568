// SPDX-License-Identifier: Apache-2.0
//
// The registers of an interrupted thread, of the processor that this is built for.

#pragma once

#if defined(__x86_64__)
#include "unwind/registers_x64.h"
#else
#error "unwind/ has no registers for this processor"
#endif
