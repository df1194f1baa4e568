// SPDX-License-Identifier: Apache-2.0
//
// A growable array of plain values whose first kInline items need no heap.
//
// There are no exceptions here. When memory is refused, the buffer keeps its items, ignores additions, and returns true
// from refused(), so that a sequence of additions needs one check at its end.

#pragma once

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

namespace tiptoe {

template <typename T, size_t kInline>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "moved with memcpy");

 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { release(); }

  T* data() { return items_; }
  const T* data() const { return items_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool refused() const { return refused_; }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }

  // Removes the items and the mark of a refusal, and keeps the memory.
  void clear() { rewind(0); }

  // Removes the items and frees the memory.
  void release() {
    if (items_ != inline_) {
      free(items_);
    }
    items_ = inline_;
    capacity_ = kInline;
    clear();
  }

  bool reserve(size_t capacity) { return capacity <= capacity_ || grow(capacity); }

  // Gives back the memory that the items do not need.
  void shrink() {
    if (items_ == inline_ || size_ == capacity_ || size_ == 0) {
      return;
    }
    if (void* items = realloc(items_, size_ * sizeof(T)); items != nullptr) {
      items_ = static_cast<T*>(items);
      capacity_ = size_;
    }
  }

  void push(const T& item) { append(&item, 1); }

  void append(const T* items, size_t count) {
    T* room = extend(count);
    if (room != nullptr && count != 0) {
      memcpy(room, items, count * sizeof(T));
    }
  }

  // Adds count items whose values are not set yet. Returns null when memory is refused.
  T* extend(size_t count) {
    if (count > capacity_ - size_ && !grow(size_ + count)) {
      return nullptr;
    }
    T* room = items_ + size_;
    size_ += count;
    return room;
  }

  void pop() { size_--; }

  // Shrinks the buffer to the first size items, as if nothing had been added since.
  void rewind(size_t size) {
    size_ = size;
    refused_ = false;
  }

 private:
  bool grow(size_t needed) {
    const size_t capacity = needed > 2 * capacity_ ? needed : 2 * capacity_;
    T* items = needed < size_ || capacity > static_cast<size_t>(-1) / sizeof(T)
                   ? nullptr
                   : static_cast<T*>(realloc(items_ == inline_ ? nullptr : items_, capacity * sizeof(T)));
    if (items == nullptr) {
      refused_ = true;
      return false;
    }
    if (items_ == inline_) {
      memcpy(static_cast<void*>(items), inline_, size_ * sizeof(T));
    }
    items_ = items;
    capacity_ = capacity;
    return true;
  }

  T inline_[kInline];
  T* items_ = inline_;
  size_t size_ = 0;
  size_t capacity_ = kInline;
  bool refused_ = false;
};

}  // namespace tiptoe
