// SPDX-License-Identifier: Apache-2.0
//
// Methods by address, none overlapping another. Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "unwind/processor.h"

namespace tiptoe::unwind {

// The code of a method that the JIT compiled.
struct Method {
  uint64_t start;
  uint64_t born;      // 0: before everything
  uint64_t home;      // what it is freed with: a collectible module or itself, a dynamic method; 0: it never is
  uint32_t size;
  uint32_t funclets;  // where the first funclet begins, from the start; the size when there is none
  uint16_t prologue;  // bytes
  bool framed;        // the rule starts from the frame pointer
  Rule rule;          // behind the prologue

  uint64_t end() const { return start + size; }
};

// Sorted blocks of methods, sorted: a method is added by moving at most a block's.
class MethodTable {
 public:
  MethodTable() = default;
  MethodTable(const MethodTable&) = delete;
  MethodTable& operator=(const MethodTable&) = delete;
  ~MethodTable();

  // Returns the method at an address; null without one. The pointer is valid until the table changes.
  const Method* find(uint64_t address) const;

  // Returns a method that overlaps [start, end); null without one.
  const Method* overlapping(uint64_t start, uint64_t end) const;

  // Adds a method that overlaps none. Returns false when memory is refused.
  bool add(const Method& method);

  // Removes the method that begins at an address.
  void remove(uint64_t start);

  // Removes the methods for which remove(method) returns true.
  template <typename Remove>
  void removeIf(Remove remove) {
    size_t kept = 0;
    for (size_t i = 0; i < blocks_.size(); i++) {
      Block& block = *blocks_[i];
      uint32_t left = 0;
      for (uint32_t k = 0; k < block.count; k++) {
        if (!remove(block.methods[k])) {
          block.methods[left++] = block.methods[k];
        }
      }
      size_ -= block.count - left;
      block.count = left;
      if (left == 0) {
        free(blocks_[i]);
      } else {
        blocks_[kept++] = blocks_[i];
      }
    }
    blocks_.rewind(kept);
  }

  size_t size() const { return size_; }
  size_t retained() const { return blocks_.size() * sizeof(Block) + blocks_.capacity() * sizeof(Block*); }

 private:
  struct Block {
    static constexpr uint32_t kMost = 64;

    uint32_t count;  // never 0
    Method methods[kMost];
  };

  static constexpr size_t kNone = static_cast<size_t>(-1);

  size_t blockOf(uint64_t address) const;
  static uint32_t before(const Block& block, uint64_t address);
  bool addBlock(size_t at, Block*& block);

  Buffer<Block*, 1> blocks_;
  size_t size_ = 0;
};

}  // namespace tiptoe::unwind
