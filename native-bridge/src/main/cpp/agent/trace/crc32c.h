// SPDX-License-Identifier: Apache-2.0
//
// CRC-32C (Castagnoli), as in iSCSI: RFC 3720, appendix B.4.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe {

uint32_t crc32c(const void* bytes, size_t size);

// The same, computed with tables as where the CPU has no instruction for it.
uint32_t crc32cThroughTables(const void* bytes, size_t size);

}  // namespace tiptoe
