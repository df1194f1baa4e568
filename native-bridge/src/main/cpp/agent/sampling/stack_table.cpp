// SPDX-License-Identifier: Apache-2.0

#include "sampling/stack_table.h"

#include <stdlib.h>
#include <string.h>

namespace tiptoe {
namespace {

bool fits(uint64_t forward) { return static_cast<uint64_t>(static_cast<int32_t>(forward)) == forward; }

uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

}  // namespace

StackTable::~StackTable() { free(places_); }

StackTable::Place StackTable::place(const Stack& stack) {
  if (places_ == nullptr) {
    places_ = static_cast<uint32_t*>(calloc(kPlaces, sizeof *places_));
    if (places_ == nullptr) {
      return {};
    }
  }
  const uint64_t hash = hashOf(stack);
  for (size_t at = hash & (kPlaces - 1);; at = (at + 1) & (kPlaces - 1)) {
    if (places_[at] == 0) {
      return add(stack, hash, places_[at]);
    }
    const uint32_t index = places_[at] - 1;
    if (equal(entries_[index], stack, hash)) {
      return {oldest_ + index, static_cast<int32_t>(stack.ips[0] - entries_[index].leaf), false};
    }
  }
}

StackTable::Place StackTable::add(const Stack& stack, uint64_t hash, uint32_t& place) {
  const size_t first = functions_.size();
  const bool full = entries_.size() == kMostStacks || first + stack.count > kMostFrames ||
                    oldest_ + entries_.size() >= UINT32_MAX;
  if (full || !entries_.reserve(entries_.size() + 1) || !functions_.reserve(first + stack.count) ||
      !ips_.reserve(first + stack.count)) {
    return {};
  }
  functions_.append(stack.functions, stack.count);
  ips_.append(stack.ips, stack.count);
  entries_.push({hash, stack.ips[0], static_cast<uint32_t>(first), static_cast<uint32_t>(stack.count), stack.result,
                 stack.flags});
  place = static_cast<uint32_t>(entries_.size());
  return {oldest_ + place - 1, 0, true};
}

void StackTable::forgetAll() {
  if (entries_.size() != 0) {
    oldest_ += static_cast<uint32_t>(entries_.size());
    entries_.clear();
    functions_.clear();
    ips_.clear();
    memset(places_, 0, kPlaces * sizeof *places_);
  }
}

uint64_t StackTable::hashOf(const Stack& stack) {
  uint64_t hash = mixed(stack.count, static_cast<uint64_t>(stack.flags) << 32 | stack.result);
  hash = mixed(hash, stack.functions[0]);
  for (size_t i = 1; i < stack.count; i++) {
    hash = mixed(mixed(hash, stack.functions[i]), stack.ips[i]);
  }
  return hash;
}

// Compares the frames; the hash only rules out most of the others, so no two stacks are confused.
bool StackTable::equal(const Entry& entry, const Stack& stack, uint64_t hash) const {
  return entry.hash == hash && entry.count == stack.count && entry.result == stack.result &&
         entry.flags == stack.flags && fits(stack.ips[0] - entry.leaf) &&
         memcmp(functions_.data() + entry.first, stack.functions, stack.count * sizeof(uint64_t)) == 0 &&
         memcmp(ips_.data() + entry.first + 1, stack.ips + 1, (stack.count - 1) * sizeof(uint64_t)) == 0;
}

}  // namespace tiptoe
