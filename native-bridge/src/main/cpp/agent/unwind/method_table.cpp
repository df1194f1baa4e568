// SPDX-License-Identifier: Apache-2.0

#include "unwind/method_table.h"

#include <string.h>

namespace tiptoe::unwind {

MethodTable::~MethodTable() {
  for (size_t i = 0; i < blocks_.size(); i++) {
    free(blocks_[i]);
  }
}

// Returns the last block that begins no later; kNone when all begin later.
size_t MethodTable::blockOf(uint64_t address) const {
  size_t low = 0;  // blocks before this one begin no later
  size_t high = blocks_.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (blocks_[middle]->methods[0].start <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? kNone : low - 1;
}

// Returns how many methods of a block begin no later than an address.
uint32_t MethodTable::before(const Block& block, uint64_t address) {
  uint32_t low = 0;
  uint32_t high = block.count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (block.methods[middle].start <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const Method* MethodTable::find(uint64_t address) const {
  const size_t at = blockOf(address);
  if (at == kNone) {
    return nullptr;
  }
  const Method& method = blocks_[at]->methods[before(*blocks_[at], address) - 1];
  return address - method.start < method.size ? &method : nullptr;
}

const Method* MethodTable::overlapping(uint64_t start, uint64_t end) const {
  if (const Method* method = find(start); method != nullptr) {
    return method;
  }
  // no method contains the start: the next one may begin before the end
  const size_t at = blockOf(start);
  const Method* next = nullptr;
  if (at == kNone) {
    next = blocks_.size() != 0 ? &blocks_[0]->methods[0] : nullptr;
  } else if (const uint32_t k = before(*blocks_[at], start); k < blocks_[at]->count) {
    next = &blocks_[at]->methods[k];
  } else if (at + 1 < blocks_.size()) {
    next = &blocks_[at + 1]->methods[0];
  }
  return next != nullptr && next->start < end ? next : nullptr;
}

bool MethodTable::addBlock(size_t at, Block*& block) {
  block = static_cast<Block*>(malloc(sizeof(Block)));
  if (block == nullptr || blocks_.extend(1) == nullptr) {
    free(block);
    return false;
  }
  block->count = 0;
  memmove(&blocks_[at + 1], &blocks_[at], (blocks_.size() - at - 1) * sizeof(Block*));
  blocks_[at] = block;
  return true;
}

bool MethodTable::add(const Method& method) {
  size_t at = blockOf(method.start);
  at = at == kNone ? 0 : at;
  Block* block = at < blocks_.size() ? blocks_[at] : nullptr;
  uint32_t place = block != nullptr ? before(*block, method.start) : 0;
  if (block == nullptr || (block->count == Block::kMost && place == Block::kMost)) {
    if (!addBlock(block == nullptr ? at : at + 1, block)) {  // code is made at ascending addresses, mostly
      return false;
    }
    place = 0;
  } else if (block->count == Block::kMost) {
    Block* upper = nullptr;
    if (!addBlock(at + 1, upper)) {
      return false;
    }
    constexpr uint32_t kHalf = Block::kMost / 2;
    memcpy(upper->methods, block->methods + kHalf, (Block::kMost - kHalf) * sizeof(Method));
    upper->count = Block::kMost - kHalf;
    block->count = kHalf;
    if (place > kHalf) {
      block = upper;
      place -= kHalf;
    }
  }
  memmove(block->methods + place + 1, block->methods + place, (block->count - place) * sizeof(Method));
  block->methods[place] = method;
  block->count++;
  size_++;
  return true;
}

void MethodTable::remove(uint64_t start) {
  const size_t at = blockOf(start);
  if (at == kNone) {
    return;
  }
  Block* block = blocks_[at];
  const uint32_t place = before(*block, start) - 1;
  if (block->methods[place].start != start) {
    return;
  }
  memmove(block->methods + place, block->methods + place + 1, (block->count - place - 1) * sizeof(Method));
  size_--;
  if (--block->count == 0) {
    free(block);
    memmove(&blocks_[at], &blocks_[at] + 1, (blocks_.size() - at - 1) * sizeof(Block*));
    blocks_.pop();
  }
}

}  // namespace tiptoe::unwind
