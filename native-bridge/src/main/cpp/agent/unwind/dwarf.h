// SPDX-License-Identifier: Apache-2.0
//
// The operations of DWARF expressions that are understood (DWARF 5, 7.7.1).

#pragma once

#include <stdint.h>

namespace tiptoe::unwind {

enum DwarfOperation : uint8_t {
  kDereference = 0x06,
  kAnd = 0x1A,
  kPlus = 0x22,
  kPlusConstant = 0x23,
  kShiftLeft = 0x24,
  kGreaterOrEqual = 0x2A,
  kLiteral0 = 0x30,
  kBaseRegister0 = 0x70,
};

}  // namespace tiptoe::unwind
