// SPDX-License-Identifier: Apache-2.0

#include "unwind/ready_to_run.h"

#include <string.h>

namespace tiptoe::unwind {
namespace {

// ECMA-335 II.25.2 and II.25.3.
constexpr size_t kPeOffsetAt = 0x3C;
constexpr size_t kDosHeader = 0x40;
constexpr uint32_t kFarthestPe = 2048;
constexpr uint32_t kPeSignature = 0x4550;
constexpr size_t kOptionalHeader = 24;
constexpr uint16_t kPe32Plus = 0x20B;
constexpr size_t kSizeOfImage = 56;
constexpr size_t kCliHeaderDirectory = 112 + 14 * 8;
constexpr size_t kSectionHeader = 40;
constexpr size_t kFirstPage = 4096;  // the headers of an image with precompiled code fit
constexpr uint32_t kCliHeaderSize = 72;
constexpr size_t kManagedNativeHeader = 64;

// The R2R header.
constexpr uint32_t kReadyToRunSignature = 0x00525452;
constexpr size_t kReadyToRunHeader = 16;
constexpr size_t kReadyToRunSection = 12;
constexpr uint32_t kRuntimeFunctions = 102;
constexpr uint32_t kMostReadyToRunSections = 256;

constexpr size_t kFunctionSize = 12;

template <typename Number>
Number number(Octets bytes, size_t offset) {
  Number value = 0;
  if (offset <= bytes.size && sizeof value <= bytes.size - offset) {
    memcpy(&value, bytes.items + offset, sizeof value);
  }
  return value;
}

}  // namespace

ReadyToRun::ReadyToRun(const uint8_t* base) : base_(base) {
  if (base != nullptr) {
    read();
  }
}

// Reads no header beyond the first page: a smaller image has no code either.
void ReadyToRun::read() {
  const Octets dos{base_, kDosHeader};
  const auto peOffset = number<uint32_t>(dos, kPeOffsetAt);
  if (base_[0] != 'M' || base_[1] != 'Z' || peOffset > kFarthestPe) {
    return;
  }
  const Octets pe{base_ + peOffset, kFirstPage - peOffset};
  const auto sections = number<uint16_t>(pe, 6);
  const size_t sectionsAt = kOptionalHeader + number<uint16_t>(pe, 20);
  if (number<uint32_t>(pe, 0) != kPeSignature || number<uint16_t>(pe, kOptionalHeader) != kPe32Plus ||
      sections > kMostSections || sectionsAt + sections * kSectionHeader > pe.size) {
    return;
  }
  size_ = number<uint32_t>(pe, kOptionalHeader + kSizeOfImage);
  for (size_t i = 0; i < sections; i++) {
    const size_t header = sectionsAt + i * kSectionHeader;
    const auto size = number<uint32_t>(pe, header + 8);
    const auto inFile = number<uint32_t>(pe, header + 16);
    const auto begin = number<uint32_t>(pe, header + 12);
    const uint32_t readable = size < inFile ? size : inFile;
    if (begin < size_ && readable <= size_ - begin) {
      sections_[sectionCount_++] = {begin, readable};
    }
  }
  const Octets cli = at(number<uint32_t>(pe, kOptionalHeader + kCliHeaderDirectory), kCliHeaderSize);
  const Octets header = at(number<uint32_t>(cli, kManagedNativeHeader), kFirstPage);
  const auto parts = number<uint32_t>(header, 12);
  if (number<uint32_t>(header, 0) != kReadyToRunSignature || parts > kMostReadyToRunSections) {
    return;
  }
  for (size_t i = 0; i < parts; i++) {
    const size_t part = kReadyToRunHeader + i * kReadyToRunSection;
    if (number<uint32_t>(header, part) == kRuntimeFunctions) {
      const auto size = number<uint32_t>(header, part + 8);
      const Octets table = at(number<uint32_t>(header, part + 4), size);
      table_ = table.items;
      functions_ = static_cast<uint32_t>(table.size / kFunctionSize);
    }
  }
  while (functions_ != 0 && beginOf(functions_ - 1) == UINT32_MAX) {  // ends with a sentinel
    functions_--;
  }
}

uint32_t ReadyToRun::beginOf(uint32_t index) const {
  return number<uint32_t>({table_ + index * kFunctionSize, kFunctionSize}, 0);
}

Octets ReadyToRun::at(uint32_t rva, size_t most) const {
  for (size_t i = 0; i < sectionCount_; i++) {
    if (rva >= sections_[i].begin && rva - sections_[i].begin < sections_[i].size) {
      const size_t left = sections_[i].size - (rva - sections_[i].begin);
      return {base_ + rva, left < most ? left : most};
    }
  }
  return {};
}

bool ReadyToRun::find(uint32_t rva, Function& function) const {
  uint32_t low = 0;  // functions before this one begin no later
  uint32_t high = functions_;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (beginOf(middle) <= rva) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) {
    return false;
  }
  const Octets entry{table_ + (low - 1) * kFunctionSize, kFunctionSize};
  function = {number<uint32_t>(entry, 0), number<uint32_t>(entry, 4), number<uint32_t>(entry, 8)};
  return rva < function.end;
}

}  // namespace tiptoe::unwind
