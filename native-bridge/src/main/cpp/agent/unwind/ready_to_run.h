// SPDX-License-Identifier: Apache-2.0
//
// The precompiled code of an image that the runtime has mapped: its table RUNTIME_FUNCTIONS (R2R format, section 102)
// and the unwind information that it refers to, read in place. Only bytes in the image's sections are read, as far as
// the file has them. The image must stay mapped while it is read.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

namespace tiptoe::unwind {

class ReadyToRun {
 public:
  // Code that has one description: a method's body, or one of its funclets.
  struct Function {
    uint32_t begin;   // RVA
    uint32_t end;     // RVA behind it
    uint32_t unwind;  // RVA of its UNWIND_INFO
  };

  ReadyToRun() = default;

  // An image as the runtime lays it out for running. Without precompiled code it has no functions.
  explicit ReadyToRun(const uint8_t* base);

  uint64_t base() const { return reinterpret_cast<uint64_t>(base_); }
  uint64_t size() const { return size_; }
  uint32_t functions() const { return functions_; }

  // Finds the function at an RVA.
  bool find(uint32_t rva, Function& function) const;

  // Returns the bytes at an RVA up to the end of its section, at most `most`; none where there is no section.
  Octets at(uint32_t rva, size_t most) const;

 private:
  static constexpr size_t kMostSections = 16;

  struct Range {
    uint32_t begin;
    uint32_t size;
  };

  void read();
  uint32_t beginOf(uint32_t index) const;

  const uint8_t* base_ = nullptr;
  uint32_t size_ = 0;
  uint32_t functions_ = 0;
  const uint8_t* table_ = nullptr;
  size_t sectionCount_ = 0;
  Range sections_[kMostSections] = {};
};

}  // namespace tiptoe::unwind
