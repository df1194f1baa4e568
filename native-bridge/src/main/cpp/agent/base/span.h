// SPDX-License-Identifier: Apache-2.0
//
// A view of items with another owner.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe {

template <typename T>
struct Span {
  const T* items = nullptr;
  size_t size = 0;
};

using Ids = Span<uint64_t>;
using Octets = Span<uint8_t>;
using Text = Span<char16_t>;

// Returns the text of a literal, without its terminator.
template <size_t kSize>
constexpr Text text(const char16_t (&literal)[kSize]) {
  return {literal, kSize - 1};
}

}  // namespace tiptoe
