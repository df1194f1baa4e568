// SPDX-License-Identifier: Apache-2.0
//
// The processor's instruction for CRC-32C: SSE 4.2.

#pragma once

#include <cpuid.h>
#include <nmmintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace tiptoe {

// Takes microseconds in a virtual machine.
inline bool hasCrc32cInstruction() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_SSE4_2) != 0;
}

__attribute__((target("sse4.2"))) inline uint32_t crc32cByInstruction(uint32_t crc, const uint8_t* next, size_t size) {
  uint64_t wide = crc;
  for (; size >= 8; next += 8, size -= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = static_cast<uint32_t>(wide);
  for (; size > 0; next++, size--) {
    crc = _mm_crc32_u8(crc, *next);
  }
  return crc;
}

}  // namespace tiptoe
