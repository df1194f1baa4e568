// SPDX-License-Identifier: Apache-2.0
//
// Counts the objects and bytes of each class: open addressing with linear probing over one array, whose size is set in
// advance because no memory is allocated while the program is stopped. For one thread at a time.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cor/types.h"

namespace tiptoe {

class Census {
 public:
  struct Entry {
    cor::ClassID classId;
    uint64_t objects;
    uint64_t bytes;
  };

  Census() = default;
  Census(const Census&) = delete;
  Census& operator=(const Census&) = delete;
  ~Census();

  // Makes room, once, for at least so many classes. Returns whether there is memory.
  bool prepare(size_t classes);

  // Counts an object of a class that is not 0. Returns false when there is no room for another class.
  bool add(cor::ClassID classId, uint64_t bytes) {
    if (last_->classId != classId && !find(classId)) {
      return false;
    }
    last_->objects++;
    last_->bytes += bytes;
    return true;
  }

  size_t classes() const { return classes_; }

  // Calls visit(entry) for each class, in no particular order.
  template <typename Visit>
  void forEach(Visit visit) const {
    for (size_t i = 0; i < capacity_; i++) {
      if (entries_[i].classId != 0) {
        visit(entries_[i]);
      }
    }
  }

 private:
  // Finds the class and makes it the last one met.
  bool find(cor::ClassID classId);

  Entry* entries_ = nullptr;
  Entry* last_ = nullptr;  // objects of one class often lie together
  size_t capacity_ = 0;    // a power of two
  size_t classes_ = 0;
};

}  // namespace tiptoe
