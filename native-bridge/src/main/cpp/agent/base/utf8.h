// SPDX-License-Identifier: Apache-2.0
//
// UTF-8 as the operating system uses it, and the trace's UTF-16.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe {

// One character and the number of bytes it took. Invalid bytes give U+FFFD and take one; a character that was cut takes
// 0.
struct Character {
  uint32_t point;
  size_t bytes;
};

inline Character firstOf(const char* bytes, size_t size) {
  constexpr char16_t kNoCharacter = 0xFFFD;
  const auto first = static_cast<uint8_t>(bytes[0]);
  if (first < 0x80) {
    return {first, 1};
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // the least code point for each length
  const size_t length = first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  uint32_t point = first & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if (i == size) {
      return {0, 0};
    }
    const auto next = static_cast<uint8_t>(bytes[i]);
    if (next >> 6 != 2) {
      return {kNoCharacter, 1};
    }
    point = point << 6 | (next & 0x3F);
  }
  const bool valid = length != 0 && point >= kLeast[length] && point <= 0x10FFFF && point >> 11 != 0x1B;
  return valid ? Character{point, length} : Character{kNoCharacter, 1};
}

// Calls push(char16_t) for each UTF-16 unit, leaving out a character that was cut.
template <typename Push>
void toUtf16(const char* bytes, size_t size, Push push) {
  for (size_t i = 0; i < size;) {
    Character next = firstOf(bytes + i, size - i);
    if (next.bytes == 0) {
      break;
    }
    i += next.bytes;
    if (next.point >= 0x10000) {
      next.point -= 0x10000;
      push(static_cast<char16_t>(0xD800 | next.point >> 10));
      next.point = 0xDC00 | (next.point & 0x3FF);
    }
    push(static_cast<char16_t>(next.point));
  }
}

}  // namespace tiptoe
