// SPDX-License-Identifier: Apache-2.0

#include "heap/census.h"

#include <stdlib.h>

namespace tiptoe {

Census::~Census() { free(entries_); }

bool Census::prepare(size_t classes) {
  size_t capacity = 64;
  while (3 * capacity < 4 * classes) {
    capacity *= 2;
  }
  entries_ = static_cast<Entry*>(calloc(capacity, sizeof *entries_));
  capacity_ = entries_ != nullptr ? capacity : 0;
  last_ = entries_;
  return entries_ != nullptr;
}

// ClassIDs are aligned addresses, as in base/id_set.cpp.
bool Census::find(cor::ClassID classId) {
  size_t place = static_cast<size_t>((classId * 0x9E3779B97F4A7C15u) >> 32) & (capacity_ - 1);
  while (entries_[place].classId != classId) {
    if (entries_[place].classId == 0) {
      if (4 * (classes_ + 1) > 3 * capacity_) {
        return false;
      }
      entries_[place].classId = classId;
      classes_++;
      break;
    }
    place = (place + 1) & (capacity_ - 1);
  }
  last_ = &entries_[place];
  return true;
}

}  // namespace tiptoe
