// SPDX-License-Identifier: Apache-2.0
//
// A set of run-time IDs: open addressing with linear probing over one array, 0 marking a free place. Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe {

class IdSet {
 public:
  IdSet() = default;
  IdSet(const IdSet&) = delete;
  IdSet& operator=(const IdSet&) = delete;
  ~IdSet();

  size_t size() const { return size_; }
  bool contains(uint64_t id) const { return id != 0 && places_[find(id)] == id; }

  // Returns whether the ID is new. 0 is never new. When memory is refused, the ID is not kept and counts as new.
  bool add(uint64_t id);

  // Returns whether the ID was there.
  bool remove(uint64_t id);

  // Removes the IDs and keeps the memory.
  void clear();

  // Calls visit(id) for each, in no particular order.
  template <typename Visit>
  void forEach(Visit visit) const {
    for (size_t i = 0; i < capacity_; i++) {
      if (places_[i] != 0) {
        visit(places_[i]);
      }
    }
  }

 private:
  static constexpr size_t kInline = 16;

  size_t home(uint64_t id) const;
  size_t find(uint64_t id) const;
  bool grow();

  uint64_t inline_[kInline] = {};
  uint64_t* places_ = inline_;
  size_t capacity_ = kInline;  // a power of two, never full
  size_t size_ = 0;
};

}  // namespace tiptoe
