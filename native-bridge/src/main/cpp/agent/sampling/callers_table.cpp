// SPDX-License-Identifier: Apache-2.0

#include "sampling/callers_table.h"

#include <stdlib.h>
#include <string.h>

namespace tiptoe {
namespace {

uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

uint64_t hashOf(Ids callers, uint64_t properties) {
  uint64_t hash = mixed(callers.size, properties);
  for (size_t i = 0; i < callers.size; i++) {
    hash = mixed(hash, callers.items[i]);
  }
  return hash;
}

}  // namespace

CallersTable::~CallersTable() { free(places_); }

CallersTable::Place CallersTable::place(Ids callers, uint64_t properties) {
  if (places_ == nullptr) {
    places_ = static_cast<uint32_t*>(calloc(kPlaces, sizeof *places_));
    if (places_ == nullptr) {
      return {};
    }
  }
  const uint64_t hash = hashOf(callers, properties);
  for (size_t at = hash & (kPlaces - 1);; at = (at + 1) & (kPlaces - 1)) {
    if (places_[at] == 0) {
      return add(callers, properties, hash, places_[at]);
    }
    const uint32_t index = places_[at] - 1;
    if (equal(entries_[index], callers, properties, hash)) {
      return {oldest_ + index, false};
    }
  }
}

CallersTable::Place CallersTable::add(Ids callers, uint64_t properties, uint64_t hash, uint32_t& place) {
  const size_t first = callers_.size();
  const bool full = entries_.size() == kMostLists || first + callers.size > kMostCallers ||
                    oldest_ + entries_.size() >= UINT32_MAX;
  if (full || !entries_.reserve(entries_.size() + 1) || !callers_.reserve(first + callers.size)) {
    return {};
  }
  callers_.append(callers.items, callers.size);
  entries_.push({hash, properties, static_cast<uint32_t>(first), static_cast<uint32_t>(callers.size)});
  place = static_cast<uint32_t>(entries_.size());
  return {oldest_ + place - 1, true};
}

void CallersTable::forgetAll() {
  if (entries_.size() != 0) {
    oldest_ += static_cast<uint32_t>(entries_.size());
    entries_.clear();
    callers_.clear();
    memset(places_, 0, kPlaces * sizeof *places_);
  }
}

// Compares the callers; the hash only rules out most of the others, so no two lists are confused.
bool CallersTable::equal(const Entry& entry, Ids callers, uint64_t properties, uint64_t hash) const {
  return entry.hash == hash && entry.properties == properties && entry.count == callers.size &&
         (callers.size == 0 ||
          memcmp(callers_.data() + entry.first, callers.items, callers.size * sizeof(uint64_t)) == 0);
}

}  // namespace tiptoe
