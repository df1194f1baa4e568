// SPDX-License-Identifier: Apache-2.0
//
// A PE image that the runtime holds in memory, as far as the way to its metadata: headers, section table, CLI header
// (ECMA-335 II.25). The runtime tells where it lies and not how long it is, so every byte is read in a way that
// survives when there is none.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

namespace tiptoe {

class LoadedImage {
 public:
  enum Layout { kFlat, kMapped };  // as in the file, or as the sections' addresses say

  LoadedImage(const uint8_t* base, Layout layout) : base_(reinterpret_cast<uint64_t>(base)), layout_(layout) {}

  // Finds the metadata; whether the image is what it should be.
  bool find();

  // How long it is, once found.
  size_t size() const { return size_; }

  // Appends it; whether all of it could be read, and begins as metadata does.
  template <size_t kInline>
  bool read(Buffer<uint8_t, kInline>& bytes) const {
    uint8_t* room = bytes.extend(size_);
    return room != nullptr && readMetadata(room);
  }

 private:
  bool readMetadata(uint8_t* room) const;
  uint64_t addressOf(uint32_t rva) const;

  uint64_t base_;
  Layout layout_;
  uint64_t sections_ = 0;  // address of the section table
  unsigned sectionCount_ = 0;
  uint64_t metadata_ = 0;  // its address
  size_t size_ = 0;
};

}  // namespace tiptoe
