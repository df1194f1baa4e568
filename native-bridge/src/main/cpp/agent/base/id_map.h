// SPDX-License-Identifier: Apache-2.0
//
// A map from run-time IDs to plain values: open addressing with linear probing over one array, 0 marking a free place.
// Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include "base/buffer.h"

namespace tiptoe {

template <typename Value>
class IdMap {
  static_assert(std::is_trivially_copyable_v<Value>, "moved by assignment, cleared with memset");

 public:
  IdMap() = default;
  IdMap(const IdMap&) = delete;
  IdMap& operator=(const IdMap&) = delete;
  ~IdMap() { free(places_); }

  size_t size() const { return size_; }

  // Returns the value of an ID, or null without one. The pointer is valid until the map changes.
  Value* find(uint64_t id) const {
    if (id == 0 || size_ == 0) {
      return nullptr;
    }
    Place& place = places_[placeOf(id)];
    return place.id == id ? &place.value : nullptr;
  }

  // Sets the value of an ID that is not 0. Returns false when memory is refused, and then keeps nothing.
  bool put(uint64_t id, const Value& value) {
    if (4 * (size_ + 1) > 3 * capacity_ && !grow()) {
      return false;
    }
    Place& place = places_[placeOf(id)];
    size_ += place.id == 0;
    place = {id, value};
    return true;
  }

  // Returns whether the ID was there.
  bool remove(uint64_t id) {
    if (find(id) == nullptr) {
      return false;
    }
    // Closes the gap: an entry behind it moves up when its home is not behind the gap.
    size_t gap = placeOf(id);
    for (size_t next = (gap + 1) & (capacity_ - 1); places_[next].id != 0; next = (next + 1) & (capacity_ - 1)) {
      const size_t fromHome = (next - home(places_[next].id)) & (capacity_ - 1);
      const size_t fromGap = (next - gap) & (capacity_ - 1);
      if (fromHome >= fromGap) {
        places_[gap] = places_[next];
        gap = next;
      }
    }
    places_[gap].id = 0;
    size_--;
    return true;
  }

  // Calls visit(id, value) for each.
  template <typename Visit>
  void forEach(Visit visit) const {
    for (size_t i = 0; i < capacity_; i++) {
      if (places_[i].id != 0) {
        visit(places_[i].id, places_[i].value);
      }
    }
  }

  // Removes the entries for which condition(value) holds, and calls removed(id) for each. Removes all entries when
  // there is no memory to do so.
  template <typename Condition, typename Removed>
  void removeIf(Condition condition, Removed removed) {
    Buffer<uint64_t, 256> ids;
    for (size_t i = 0; i < capacity_; i++) {
      if (places_[i].id != 0 && condition(places_[i].value)) {
        ids.push(places_[i].id);
      }
    }
    if (ids.refused()) {
      for (size_t i = 0; i < capacity_; i++) {
        if (places_[i].id != 0) {
          removed(places_[i].id);
        }
      }
      clear();
      return;
    }
    for (size_t i = 0; i < ids.size(); i++) {
      remove(ids[i]);
      removed(ids[i]);
    }
  }

  // Removes the entries and keeps the memory.
  void clear() {
    if (size_ != 0) {
      memset(static_cast<void*>(places_), 0, capacity_ * sizeof *places_);
      size_ = 0;
    }
  }

 private:
  struct Place {
    uint64_t id;
    Value value;
  };

  static constexpr size_t kFirst = 16;

  // IDs are aligned addresses: their low bits say little, so the place comes from the product's high bits.
  size_t home(uint64_t id) const { return static_cast<size_t>((id * 0x9E3779B97F4A7C15u) >> 32) & (capacity_ - 1); }

  // Returns the place of the ID, or the free place where it belongs.
  size_t placeOf(uint64_t id) const {
    size_t place = home(id);
    while (places_[place].id != 0 && places_[place].id != id) {
      place = (place + 1) & (capacity_ - 1);
    }
    return place;
  }

  bool grow() {
    const size_t capacity = capacity_ == 0 ? kFirst : 2 * capacity_;
    auto* places = static_cast<Place*>(calloc(capacity, sizeof(Place)));
    if (places == nullptr) {
      return false;
    }
    Place* old = places_;
    const size_t oldCapacity = capacity_;
    places_ = places;
    capacity_ = capacity;
    for (size_t i = 0; i < oldCapacity; i++) {
      if (old[i].id != 0) {
        places_[placeOf(old[i].id)] = old[i];
      }
    }
    free(old);
    return true;
  }

  Place* places_ = nullptr;
  size_t capacity_ = 0;  // 0 or a power of two, never full
  size_t size_ = 0;
};

}  // namespace tiptoe
