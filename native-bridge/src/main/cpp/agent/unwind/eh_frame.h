// SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of a library from its sections .eh_frame_hdr and .eh_frame (Linux Standard Base Core 5.0, 10.6; DWARF
// 5, 6.4). The bytes may be damaged: nothing outside of them is read, and the work is bounded by their size.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "unwind/row_table.h"

namespace tiptoe::unwind {

// Bytes that are, or were, at an address.
struct Section {
  uint64_t address = 0;
  Octets bytes;
};

class EhFrameHeader {
 public:
  static constexpr size_t kFixed = 12;  // the bytes before the table, in the form that linkers write
  static constexpr size_t kEntry = 8;   // of the table: the address of the code, that of its FDE

  // Reads the bytes before the table. Returns false for another form than that which linkers write.
  bool read(const Section& fixed);

  uint32_t entries() const { return entries_; }

  // Returns where .eh_frame begins.
  uint64_t frames() const { return frames_; }

  // Reads entry i of the table: where code begins, and its FDE (frame description entry).
  void entry(const Section& table, uint32_t i, uint64_t& code, uint64_t& fde) const;

 private:
  uint64_t address_ = 0;
  uint64_t frames_ = 0;
  uint32_t entries_ = 0;
};

// Adds the rows of all functions in the table that lie in [start, end), as offsets from start. Returns the number of
// entries that could not be read.
size_t readRows(const EhFrameHeader& header, const Section& table, const Section& frames, uint64_t start, uint64_t end,
                RowTable& rows);

}  // namespace tiptoe::unwind
