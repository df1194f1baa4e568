// SPDX-License-Identifier: Apache-2.0

#include "base/id_set.h"

#include <stdlib.h>
#include <string.h>

namespace tiptoe {

IdSet::~IdSet() {
  if (places_ != inline_) {
    free(places_);
  }
}

// IDs are aligned addresses: their low bits say little, so the place comes from the product's high bits.
size_t IdSet::home(uint64_t id) const {
  return static_cast<size_t>((id * 0x9E3779B97F4A7C15u) >> 32) & (capacity_ - 1);
}

// Returns the place of the ID, or the free place where it belongs.
size_t IdSet::find(uint64_t id) const {
  size_t place = home(id);
  while (places_[place] != 0 && places_[place] != id) {
    place = (place + 1) & (capacity_ - 1);
  }
  return place;
}

bool IdSet::add(uint64_t id) {
  if (id == 0 || contains(id)) {
    return false;
  }
  if (4 * (size_ + 1) > 3 * capacity_ && !grow()) {
    return true;
  }
  places_[find(id)] = id;
  size_++;
  return true;
}

bool IdSet::remove(uint64_t id) {
  if (!contains(id)) {
    return false;
  }
  // Closes the gap: an entry behind it moves up when its home is not behind the gap.
  size_t gap = find(id);
  for (size_t next = (gap + 1) & (capacity_ - 1); places_[next] != 0; next = (next + 1) & (capacity_ - 1)) {
    const size_t fromHome = (next - home(places_[next])) & (capacity_ - 1);
    const size_t fromGap = (next - gap) & (capacity_ - 1);
    if (fromHome >= fromGap) {
      places_[gap] = places_[next];
      gap = next;
    }
  }
  places_[gap] = 0;
  size_--;
  return true;
}

void IdSet::clear() {
  if (size_ != 0) {
    memset(places_, 0, capacity_ * sizeof *places_);
    size_ = 0;
  }
}

bool IdSet::grow() {
  uint64_t* old = places_;
  const size_t oldCapacity = capacity_;
  uint64_t* places = static_cast<uint64_t*>(calloc(2 * oldCapacity, sizeof *places));
  if (places == nullptr) {
    return false;
  }
  places_ = places;
  capacity_ = 2 * oldCapacity;
  for (size_t i = 0; i < oldCapacity; i++) {
    if (old[i] != 0) {
      places_[find(old[i])] = old[i];
    }
  }
  if (old != inline_) {
    free(old);
  }
  return true;
}

}  // namespace tiptoe
