// SPDX-License-Identifier: Apache-2.0
//
// The rules of one library by code address: each row holds from its address up to that of the next row. A row takes six
// bytes, since few rules are distinct. Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "unwind/processor.h"

namespace tiptoe::unwind {

class RowTable {
 public:
  RowTable() = default;
  RowTable(const RowTable&) = delete;
  RowTable& operator=(const RowTable&) = delete;
  ~RowTable();

  // Adds the row behind those added so far. A row at the same offset as the last one replaces it; one that lies before
  // it is ignored.
  void add(uint32_t offset, const Rule& rule);

  // Gives back the memory that only additions need. Returns false when memory was refused; the table is then empty.
  bool complete();

  static constexpr size_t kNoRow = static_cast<size_t>(-1);

  // Returns the index of the row for an offset; kNoRow before the first row.
  size_t rowOf(uint32_t offset) const;

  size_t size() const { return offsets_.size(); }
  size_t ruleCount() const { return rules_.size(); }

  // Returns the offset of the last row; 0 without one.
  uint32_t end() const { return size() == 0 ? 0 : offsets_[size() - 1]; }

  uint32_t offsetAt(size_t row) const { return offsets_[row]; }
  const Rule& ruleAt(size_t row) const { return rules_[numbers_[row]]; }

  // Returns the bytes that the table retains.
  size_t retained() const;

 private:
  static constexpr size_t kMostRules = UINT16_MAX;

  uint16_t numberOf(const Rule& rule);
  bool growPlaces();
  uint16_t* placeOf(const Rule& rule) const;

  Buffer<uint32_t, 1> offsets_;
  Buffer<uint16_t, 1> numbers_;
  Buffer<Rule, 1> rules_;
  uint16_t* places_ = nullptr;  // by hash: the number of a rule plus 1; only until complete
  size_t capacity_ = 0;         // 0 or a power of two
  bool refused_ = false;
};

}  // namespace tiptoe::unwind
