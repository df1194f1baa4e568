// SPDX-License-Identifier: Apache-2.0
//
// The lists of callers that the trace has defined, each with a number, so that a later sample needs only the number.
// The table is bounded: when it is full it must be cleared, and lists are defined again as they are met. Numbers are
// never reused. Not thread-safe.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/span.h"

namespace tiptoe {

class CallersTable {
 public:
  struct Place {
    uint32_t number;  // 0 when the table is full or memory is refused
    bool isNew;       // whether it has to be defined
  };

  // Numbers begin with the given one.
  explicit CallersTable(uint32_t first = 1) : oldest_(first) {}
  CallersTable(const CallersTable&) = delete;
  CallersTable& operator=(const CallersTable&) = delete;
  ~CallersTable();

  // Finds or adds callers, with a number for everything else that is defined together with them.
  Place place(Ids callers, uint64_t properties);

  void forgetAll();

  // All lower numbers are forgotten.
  uint32_t oldest() const { return oldest_; }

  // Returns the next number that will be used.
  uint32_t next() const { return oldest_ + static_cast<uint32_t>(entries_.size()); }

 private:
  struct Entry {
    uint64_t hash;
    uint64_t properties;
    uint32_t first;
    uint32_t count;
  };

  static constexpr size_t kMostLists = 8192;
  static constexpr size_t kMostCallers = 1 << 18;
  static constexpr size_t kPlaces = 2 * kMostLists;  // a power of two, never full

  bool equal(const Entry& entry, Ids callers, uint64_t properties, uint64_t hash) const;
  Place add(Ids callers, uint64_t properties, uint64_t hash, uint32_t& place);

  uint32_t* places_ = nullptr;  // the index of an entry, plus 1
  Buffer<Entry, 1> entries_;
  Buffer<uint64_t, 1> callers_;
  uint32_t oldest_;
};

}  // namespace tiptoe
