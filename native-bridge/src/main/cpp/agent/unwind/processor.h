// SPDX-License-Identifier: Apache-2.0
//
// All that differs from processor to processor: registers, rules, the step to a caller, and what machine code and unwind
// information say. It is in the folder of the processor, cpu/PROCESSOR/unwind; another one needs files that declare the
// same.

#pragma once

#include "unwind/code.h"
#include "unwind/eh_frame_columns.h"
#include "unwind/registers.h"
#include "unwind/rule.h"
#include "unwind/step.h"
#include "unwind/unwind_info.h"
