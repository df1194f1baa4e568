// SPDX-License-Identifier: Apache-2.0

#include "unwind/row_table.h"

#include <stdlib.h>
#include <string.h>

namespace tiptoe::unwind {
namespace {

size_t hashOf(const Rule& rule) {
  uint64_t words[3] = {};
  memcpy(words, &rule, sizeof rule);
  uint64_t hash = 0;
  for (const uint64_t word : words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

RowTable::~RowTable() { free(places_); }

// Returns the place of a rule, or the free place where it belongs.
uint16_t* RowTable::placeOf(const Rule& rule) const {
  size_t place = hashOf(rule) & (capacity_ - 1);
  while (places_[place] != 0 && memcmp(&rules_[places_[place] - 1u], &rule, sizeof rule) != 0) {
    place = (place + 1) & (capacity_ - 1);
  }
  return &places_[place];
}

bool RowTable::growPlaces() {
  const size_t capacity = capacity_ == 0 ? 256 : 2 * capacity_;
  auto* places = static_cast<uint16_t*>(calloc(capacity, sizeof(uint16_t)));
  if (places == nullptr) {
    return false;
  }
  free(places_);
  places_ = places;
  capacity_ = capacity;
  for (size_t i = 0; i < rules_.size(); i++) {
    *placeOf(rules_[i]) = static_cast<uint16_t>(i + 1);
  }
  return true;
}

// Returns the number of a rule; when there are too many rules, that of the first, which says nothing.
uint16_t RowTable::numberOf(const Rule& rule) {
  if (rules_.size() == 0) {
    Rule unsupported{};
    unsupported.kind = Rule::kUnsupported;
    rules_.push(unsupported);
  }
  if (2 * (rules_.size() + 1) > capacity_ && !growPlaces()) {
    refused_ = true;
    return 0;
  }
  uint16_t* place = placeOf(rule);
  if (*place != 0) {
    return static_cast<uint16_t>(*place - 1);
  }
  if (rules_.size() == kMostRules) {
    return 0;
  }
  rules_.push(rule);
  if (rules_.refused()) {
    refused_ = true;
    return 0;
  }
  *place = static_cast<uint16_t>(rules_.size());
  return static_cast<uint16_t>(rules_.size() - 1);
}

void RowTable::add(uint32_t offset, const Rule& rule) {
  if (refused_ || (size() != 0 && offset < offsets_[size() - 1])) {
    return;
  }
  const uint16_t number = numberOf(rule);
  if (size() != 0 && offset == offsets_[size() - 1]) {
    numbers_[size() - 1] = number;
    return;
  }
  if (size() != 0 && number == numbers_[size() - 1]) {
    return;
  }
  offsets_.push(offset);
  numbers_.push(number);
  refused_ = refused_ || offsets_.refused() || numbers_.refused();
}

bool RowTable::complete() {
  free(places_);
  places_ = nullptr;
  capacity_ = 0;
  if (refused_) {
    offsets_.release();
    numbers_.release();
    rules_.release();
    return false;
  }
  offsets_.shrink();
  numbers_.shrink();
  rules_.shrink();
  return true;
}

size_t RowTable::rowOf(uint32_t offset) const {
  size_t low = 0;  // rows before this one begin no later
  size_t high = size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (offsets_[middle] <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? kNoRow : low - 1;
}

size_t RowTable::retained() const {
  return offsets_.capacity() * sizeof(uint32_t) + numbers_.capacity() * sizeof(uint16_t) +
         rules_.capacity() * sizeof(Rule);
}

}  // namespace tiptoe::unwind
