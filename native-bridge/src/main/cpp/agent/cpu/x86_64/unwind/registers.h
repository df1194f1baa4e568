// SPDX-License-Identifier: Apache-2.0
//
// The registers of an interrupted thread on x64.

#pragma once

#include <stdint.h>

namespace tiptoe::unwind {

// Numbered as DWARF does (System V ABI for x86-64, figure 3.36). 16 is the return address in DWARF, hence RIP.
enum Register : uint8_t {
  kRax,
  kRdx,
  kRcx,
  kRbx,
  kRsi,
  kRdi,
  kRbp,
  kRsp,
  kR8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15,
  kRip,
  kRegisters,
};

struct Registers {
  uint64_t values[kRegisters];

  uint64_t& operator[](Register which) { return values[which]; }
  uint64_t operator[](Register which) const { return values[which]; }

  uint64_t programCounter() const { return values[kRip]; }
  uint64_t stackPointer() const { return values[kRsp]; }
};

}  // namespace tiptoe::unwind
