// SPDX-License-Identifier: Apache-2.0
//
// The checksum against the vectors of RFC 3720, appendix B.4, and a bit-by-bit version.

#include "check.h"
#include "trace/crc32c.h"

#include <random>
#include <vector>

using tiptoe::crc32c;
using tiptoe::crc32cThroughTables;

namespace {

uint32_t bitByBit(const uint8_t* bytes, size_t size) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
    }
  }
  return ~crc;
}

}  // namespace

TEST(crc32c_vectorsOfTheRfc_agree) {
  uint8_t bytes[32];
  memset(bytes, 0, sizeof bytes);
  CHECK_EQUAL(0x8A9136AAu, crc32c(bytes, sizeof bytes));
  memset(bytes, 0xFF, sizeof bytes);
  CHECK_EQUAL(0x62A8AB43u, crc32c(bytes, sizeof bytes));
  for (uint8_t i = 0; i < 32; i++) {
    bytes[i] = i;
  }
  CHECK_EQUAL(0x46DD794Eu, crc32c(bytes, sizeof bytes));
  for (uint8_t i = 0; i < 32; i++) {
    bytes[i] = static_cast<uint8_t>(31 - i);
  }
  CHECK_EQUAL(0x113FDB5Cu, crc32c(bytes, sizeof bytes));
  CHECK_EQUAL(0xE3069283u, crc32c("123456789", 9));
  CHECK_EQUAL(0u, crc32c("", 0));
}

TEST(crc32c_everyLengthAndAlignment_equalsBitByBit) {
  std::mt19937 random(1);
  std::vector<uint8_t> bytes(300);
  for (uint8_t& byte : bytes) {
    byte = static_cast<uint8_t>(random());
  }
  for (size_t start = 0; start < 9; start++) {
    for (size_t size = 0; size < 280; size++) {
      CHECK_EQUAL(bitByBit(bytes.data() + start, size), crc32c(bytes.data() + start, size));
      CHECK_EQUAL(bitByBit(bytes.data() + start, size), crc32cThroughTables(bytes.data() + start, size));
    }
  }
}

CHECK_MAIN
