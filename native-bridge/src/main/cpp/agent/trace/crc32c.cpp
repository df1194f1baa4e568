// SPDX-License-Identifier: Apache-2.0
//
// Uses the processor's instruction where there is one, else eight tables for eight bytes at a time ("slicing by
// 8"). A record has about a hundred bytes and is checksummed inside the identity lock; the tables take some 70 ns of
// it, the instruction 15.

#include "trace/crc32c.h"

#include <string.h>

// Not every processor has one.
#if __has_include("trace/crc32c_instruction.h")
#include "trace/crc32c_instruction.h"
#define TIPTOE_CRC32C_INSTRUCTION
#endif

namespace tiptoe {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // 0x1EDC6F41, lowest bit first

struct Tables {
  uint32_t at[8][256];
};

// at[k][b] is the effect of byte b followed by k zero bytes.
constexpr Tables makeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; bit++) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    }
    tables.at[0][byte] = crc;
  }
  for (int k = 1; k < 8; k++) {
    for (uint32_t byte = 0; byte < 256; byte++) {
      const uint32_t before = tables.at[k - 1][byte];
      tables.at[k][byte] = (before >> 8) ^ tables.at[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTables = makeTables();

uint32_t throughTables(uint32_t crc, const uint8_t* next, size_t size) {
  for (; size >= 8; next += 8, size -= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    word ^= crc;
    crc = 0;
    for (int i = 0; i < 8; i++) {
      crc ^= kTables.at[7 - i][(word >> (8 * i)) & 0xFF];
    }
  }
  for (; size > 0; next++, size--) {
    crc = (crc >> 8) ^ kTables.at[0][(crc ^ *next) & 0xFF];
  }
  return crc;
}

#if defined(TIPTOE_CRC32C_INSTRUCTION)
// Asked once, when the library is loaded.
const bool kHasInstruction = hasCrc32cInstruction();
#endif

}  // namespace

uint32_t crc32c(const void* bytes, size_t size) {
  const auto* first = static_cast<const uint8_t*>(bytes);
#if defined(TIPTOE_CRC32C_INSTRUCTION)
  if (kHasInstruction) {
    return ~crc32cByInstruction(~0u, first, size);
  }
#endif
  return ~throughTables(~0u, first, size);
}

uint32_t crc32cThroughTables(const void* bytes, size_t size) {
  return ~throughTables(~0u, static_cast<const uint8_t*>(bytes), size);
}

}  // namespace tiptoe
