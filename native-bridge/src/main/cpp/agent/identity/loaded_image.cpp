// SPDX-License-Identifier: Apache-2.0

#include "identity/loaded_image.h"

#include <string.h>

#include "os/os.h"

namespace tiptoe {
namespace {

constexpr uint32_t kMetadataSignature = 0x424A5342;  // "BSJB"
constexpr uint32_t kPeSignature = 0x00004550;        // "PE"
constexpr uint16_t kPe32 = 0x10B;
constexpr uint16_t kPe32Plus = 0x20B;
constexpr unsigned kMostSections = 96;
constexpr uint32_t kLeastMetadata = 20;

// ECMA-335 II.25.2.1 to II.25.3.3: where the fields are.
constexpr uint64_t kLfanew = 0x3C;
constexpr uint64_t kSectionCount = 4 + 2;
constexpr uint64_t kOptionalSize = 4 + 16;
constexpr uint64_t kOptional = 4 + 20;
constexpr uint64_t kDirectoryOfPe32 = 96;
constexpr uint64_t kDirectoryOfPe32Plus = 112;
constexpr uint64_t kCliHeaderEntry = 14 * 8;
constexpr uint64_t kMetadataEntry = 8;

struct Section {
  uint8_t name[8];
  uint32_t virtualSize;
  uint32_t virtualAddress;
  uint32_t rawSize;
  uint32_t rawPointer;
  uint8_t others[16];
};
static_assert(sizeof(Section) == 40, "II.25.3");

struct Directory {
  uint32_t rva;
  uint32_t size;
};

template <typename Value>
bool readAt(uint64_t address, Value& value) {
  return os::readMemory(address, &value, sizeof value);
}

}  // namespace

bool LoadedImage::find() {
  uint32_t lfanew = 0;
  uint32_t signature = 0;
  uint16_t sections = 0;
  uint16_t optionalSize = 0;
  uint16_t magic = 0;
  if (base_ == 0 || !readAt(base_ + kLfanew, lfanew)) {
    return false;
  }
  const uint64_t pe = base_ + lfanew;
  if (!readAt(pe, signature) || signature != kPeSignature || !readAt(pe + kSectionCount, sections) ||
      !readAt(pe + kOptionalSize, optionalSize) || !readAt(pe + kOptional, magic) || sections > kMostSections ||
      (magic != kPe32 && magic != kPe32Plus)) {
    return false;
  }
  sectionCount_ = sections;
  sections_ = pe + kOptional + optionalSize;
  Directory cli{};
  Directory metadata{};
  const uint64_t directories = pe + kOptional + (magic == kPe32 ? kDirectoryOfPe32 : kDirectoryOfPe32Plus);
  if (!readAt(directories + kCliHeaderEntry, cli) || !readAt(addressOf(cli.rva) + kMetadataEntry, metadata)) {
    return false;
  }
  metadata_ = addressOf(metadata.rva);
  size_ = metadata.size;
  return metadata_ != 0 && size_ >= kLeastMetadata;
}

// 0 where no section has it.
uint64_t LoadedImage::addressOf(uint32_t rva) const {
  if (layout_ == kMapped) {
    return base_ + rva;
  }
  for (unsigned i = 0; i < sectionCount_; i++) {
    Section section;
    if (!readAt(sections_ + i * sizeof section, section)) {
      return 0;
    }
    if (rva >= section.virtualAddress && rva - section.virtualAddress < section.rawSize) {
      return base_ + section.rawPointer + (rva - section.virtualAddress);
    }
  }
  return 0;
}

bool LoadedImage::readMetadata(uint8_t* room) const {
  uint32_t signature = 0;
  if (!os::readMemory(metadata_, room, size_)) {
    return false;
  }
  memcpy(&signature, room, sizeof signature);
  return signature == kMetadataSignature;
}

}  // namespace tiptoe
