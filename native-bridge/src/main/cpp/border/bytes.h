// SPDX-License-Identifier: Apache-2.0
//
// A growing run of bytes on the heap. A failed allocation ends the process, which holds nothing that needs cleaning up.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace tiptoe::border {

class Bytes {
 public:
  Bytes() = default;
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  ~Bytes() { free(bytes_); }

  uint8_t* data() { return bytes_; }
  const uint8_t* data() const { return bytes_; }
  size_t size() const { return size_; }
  void clear() { size_ = 0; }

  // Adds room for so many bytes, whose values are not defined.
  uint8_t* extend(size_t count) {
    if (capacity_ - size_ < count) {
      capacity_ = 2 * (size_ + count);
      bytes_ = static_cast<uint8_t*>(realloc(bytes_, capacity_));
      if (bytes_ == nullptr) {
        _exit(1);
      }
    }
    uint8_t* room = bytes_ + size_;
    size_ += count;
    return room;
  }

  void shrink(size_t size) { size_ = size < size_ ? size : size_; }

  void append(const void* bytes, size_t count) {
    if (count != 0) {
      memcpy(extend(count), bytes, count);
    }
  }

  template <typename Number>
  void put(Number number) {
    append(&number, sizeof number);  // little-endian, as every CPU that this runs on
  }

 private:
  uint8_t* bytes_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace tiptoe::border
