// SPDX-License-Identifier: Apache-2.0
//
// All that differs from processor to processor: registers, rules, the step to a caller, and what machine code and unwind
// information say. It stands in files that are named after their processor; another one needs files that declare the
// same.

#pragma once

#if defined(__x86_64__)
#include "unwind/code_x64.h"
#include "unwind/eh_frame_x64.h"
#include "unwind/registers_x64.h"
#include "unwind/rule_x64.h"
#include "unwind/step_x64.h"
#include "unwind/unwind_info_x64.h"
#else
#error "unwind/ has no files for this processor"
#endif
