// SPDX-License-Identifier: Apache-2.0
//
// The stacks that the trace has defined, each with a number, so that a later sample needs only the number. The table is
// bounded: when it is full it must be cleared, and stacks are defined again as they are met. An unload must clear it
// too, since an ID on a stack may change its meaning. Numbers are never reused. Not thread-safe.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/span.h"

namespace tiptoe {

class StackTable {
 public:
  // One stack, leaf first. Stacks that differ only in the leaf's IP are the same stack.
  struct Stack {
    const uint64_t* functions;
    const uint64_t* ips;
    size_t count;  // at least 1
    uint32_t result;
    uint32_t flags;
  };

  struct Place {
    uint32_t number;      // 0 when the table is full or memory is refused
    int32_t leafForward;  // the leaf's IP minus that of the definition
    bool isNew;           // whether it has to be defined
  };

  StackTable() = default;
  StackTable(const StackTable&) = delete;
  StackTable& operator=(const StackTable&) = delete;
  ~StackTable();

  Place place(const Stack& stack);

  void forgetAll();

  // All lower numbers are forgotten.
  uint32_t oldest() const { return oldest_; }

 private:
  struct Entry {
    uint64_t hash;
    uint64_t leaf;  // the leaf's IP in the definition
    uint32_t first;
    uint32_t count;
    uint32_t result;
    uint32_t flags;
  };

  static constexpr size_t kMostStacks = 8192;
  static constexpr size_t kMostFrames = 1 << 18;
  static constexpr size_t kPlaces = 2 * kMostStacks;  // a power of two, never full

  static uint64_t hashOf(const Stack& stack);
  bool equal(const Entry& entry, const Stack& stack, uint64_t hash) const;
  Place add(const Stack& stack, uint64_t hash, uint32_t& place);

  uint32_t* places_ = nullptr;  // the index of an entry, plus 1
  Buffer<Entry, 1> entries_;
  Buffer<uint64_t, 1> functions_;
  Buffer<uint64_t, 1> ips_;
  uint32_t oldest_ = 1;
};

}  // namespace tiptoe
