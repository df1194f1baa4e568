// SPDX-License-Identifier: Apache-2.0

#include "identity/mapped_image.h"

#include <string.h>

#include <initializer_list>

namespace tiptoe {
namespace {

// ECMA-335 II.25.2 and II.25.3.
constexpr size_t kPeOffsetAt = 0x3C;
constexpr size_t kDosHeader = 0x40;
constexpr size_t kFarthestPe = 4096;
constexpr uint32_t kPeSignature = 0x4550;
constexpr uint16_t kPe32Plus = 0x20B;
constexpr size_t kCoffHeader = 4;
constexpr size_t kOptionalHeader = kCoffHeader + 20;
constexpr size_t kDirectories = 96;
constexpr size_t kDirectoriesPlus = 112;
constexpr size_t kCliHeaderDirectory = 14 * 8;
constexpr size_t kSectionHeader = 40;
constexpr uint32_t kCliHeaderSize = 72;

// II.24.2.
constexpr uint32_t kMetadataSignature = 0x424A5342;
constexpr size_t kFirstRows = 24;
constexpr uint8_t kWideStrings = 1;
constexpr uint8_t kWideGuids = 2;
constexpr uint8_t kExtraData = 0x40;
constexpr size_t kGuid = 16;

// II.22: the tables up to TypeDef, those that its rows refer to, and the pointer tables, which only "#-" has.
enum Table : uint8_t {
  kModule = 0,
  kTypeRef = 1,
  kTypeDef = 2,
  kFieldPtr = 3,
  kField = 4,
  kMethodPtr = 5,
  kMethodDef = 6,
  kModuleRef = 26,
  kTypeSpec = 27,
  kAssemblyRef = 35,
};

size_t least(size_t one, size_t other) { return one < other ? one : other; }

}  // namespace

MappedImage::Bytes MappedImage::Bytes::from(size_t offset, size_t count) const {
  return offset <= size && count <= size - offset ? Bytes{at + offset, count} : Bytes{};
}

// Reads a number; 0 where there is none. No number that is read here may be 0 and mean something.
template <typename Number>
Number MappedImage::number(Bytes bytes, size_t offset) {
  Number number = 0;
  const Bytes found = bytes.from(offset, sizeof number);
  if (found.at != nullptr) {
    memcpy(&number, found.at, sizeof number);
  }
  return number;
}

cor::HRESULT MappedImage::of(Clr& clr, cor::ModuleID module, MappedImage& image) {
  const uint8_t* base = nullptr;
  cor::DWORD flags = 0;
  Name path;
  const cor::HRESULT result = Clr::name(path, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return clr.ask(&Clr::Slots::GetModuleInfo2, module, &base, capacity, length, text,
                   static_cast<cor::AssemblyID*>(nullptr), &flags);
  });
  image = reported(base, flags);
  return result;
}

MappedImage::MappedImage(const uint8_t* base, bool flat) : base_(base), flat_(flat) {
  if (base != nullptr && readHeaders(base)) {
    readMetadata();
  }
}

// Reads no more than an accepted image must have: a small one may end right behind its headers.
bool MappedImage::readHeaders(const uint8_t* base) {
  const auto peOffset = number<uint32_t>({base, kDosHeader}, kPeOffsetAt);
  if (peOffset > kFarthestPe || number<uint32_t>({base + peOffset, kOptionalHeader}, 0) != kPeSignature) {
    return false;
  }
  const Bytes coff{base + peOffset, kOptionalHeader};
  const auto sections = number<uint16_t>(coff, kCoffHeader + 2);
  const auto optionalSize = number<uint16_t>(coff, kCoffHeader + 16);
  const Bytes pe{coff.at, kOptionalHeader + optionalSize + sections * kSectionHeader};
  const bool plus = number<uint16_t>(pe, kOptionalHeader) == kPe32Plus;
  const size_t directory = kOptionalHeader + (plus ? kDirectoriesPlus : kDirectories) + kCliHeaderDirectory;
  sections_ = pe.from(kOptionalHeader + optionalSize, sections * kSectionHeader);
  const Bytes cli = atRva(number<uint32_t>(pe, directory), kCliHeaderSize);
  metadata_ = atRva(number<uint32_t>(cli, 8), number<uint32_t>(cli, 12));
  if (number<uint32_t>(metadata_, 0) != kMetadataSignature) {
    metadata_ = {};
  }
  return metadata_.at != nullptr;
}

void MappedImage::readMetadata() {
  size_t next = 16 + size_t{number<uint32_t>(metadata_, 12)};
  const auto streams = number<uint16_t>(metadata_, next + 2);
  next += 4;
  for (uint16_t i = 0; i < streams; i++) {
    const Bytes header = metadata_.from(next, 8 + 4);
    if (header.at == nullptr) {
      return;
    }
    const char* name = reinterpret_cast<const char*>(header.at) + 8;
    const Bytes stream = metadata_.from(number<uint32_t>(header, 0), number<uint32_t>(header, 4));
    if (memcmp(name, "#~", 3) == 0 || memcmp(name, "#-", 3) == 0) {
      tables_ = stream;
    } else if (memcmp(name, "#GUI", 4) == 0) {
      guids_ = stream;
    }
    // the name ends within its last four bytes
    next += 8;
    Bytes word;
    do {
      word = metadata_.from(next, 4);
      next += 4;
    } while (word.at != nullptr && memchr(word.at, 0, 4) == nullptr);
  }
  const auto present = number<uint64_t>(tables_, 8);
  const Bytes rows = tables_.from(kFirstRows, 4 * static_cast<size_t>(__builtin_popcountll(present)));
  rows_ = rows.at;
  findMethodLists();
}

// Finds the column MethodList, which lies behind the tables Module and TypeRef. An index is wide when the table it
// refers to has more rows than the remaining bits of 16 can count.
void MappedImage::findMethodLists() {
  if (!found() || rows(kTypeDef) == 0 || rows(kFieldPtr) + rows(kMethodPtr) != 0) {
    return;
  }
  const auto width = [this](std::initializer_list<Table> named, int tagBits) -> size_t {
    for (const Table table : named) {
      if (rows(table) >= uint32_t{1} << (16 - tagBits)) {
        return 4;
      }
    }
    return 2;
  };
  const auto sizes = number<uint8_t>(tables_, 6);
  const size_t string = (sizes & kWideStrings) != 0 ? 4 : 2;
  const size_t guid = (sizes & kWideGuids) != 0 ? 4 : 2;
  const size_t module = 2 + string + 3 * guid;
  const size_t typeRef = width({kModule, kModuleRef, kAssemblyRef, kTypeRef}, 2) + 2 * string;
  const size_t methodList = 4 + 2 * string + width({kTypeDef, kTypeRef, kTypeSpec}, 2) + width({kField}, 0);
  wideMethods_ = width({kMethodDef}, 0) == 4;
  typeDefSize_ = methodList + (wideMethods_ ? 4 : 2);
  const size_t first = firstRow() + rows(kModule) * module + rows(kTypeRef) * typeRef;
  methodLists_ = tables_.from(first + methodList, rows(kTypeDef) * typeDefSize_ - methodList);
}

uint32_t MappedImage::firstMethodOf(uint32_t typeDef) const {
  const size_t at = (typeDef - 1) * typeDefSize_;
  return wideMethods_ ? number<uint32_t>(methodLists_, at) : number<uint16_t>(methodLists_, at);
}

// Returns the last TypeDef whose run begins no later; a run ends where the next begins. In lists that do not ascend,
// the result is still a run that contains the method.
uint32_t MappedImage::ownerOf(uint32_t methodDef) const {
  if (!hasOwners() || methodDef == 0 || methodDef > rows(kMethodDef)) {
    return 0;
  }
  uint32_t low = 0;  // the row that begins no later
  uint32_t high = rows(kTypeDef) + 1;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    (firstMethodOf(middle) <= methodDef ? low : high) = middle;
  }
  return low;
}

// Finds bytes in a section as far as the file has it: what a mapping has beyond that is no metadata, and may not be
// readable.
MappedImage::Bytes MappedImage::atRva(uint32_t rva, uint32_t size) const {
  for (size_t at = 0; at < sections_.size; at += kSectionHeader) {
    const auto begin = number<uint32_t>(sections_, at + 12);
    const auto virtualSize = number<uint32_t>(sections_, at + 8);
    const auto rawSize = number<uint32_t>(sections_, at + 16);
    if (rva >= begin && rva - begin < least(virtualSize, rawSize)) {
      const size_t start = flat_ ? number<uint32_t>(sections_, at + 20) : begin;
      return Bytes{base_ + start, least(virtualSize, rawSize)}.from(rva - begin, size);
    }
  }
  return {};
}

uint32_t MappedImage::rows(uint8_t table) const {
  const auto present = number<uint64_t>(tables_, 8);
  if (!found() || table >= 64 || (present >> table & 1) == 0) {
    return 0;
  }
  const uint64_t before = present & ((uint64_t{1} << table) - 1);
  return number<uint32_t>(tables_, kFirstRows + 4 * static_cast<size_t>(__builtin_popcountll(before)));
}

size_t MappedImage::firstRow() const {
  const auto present = number<uint64_t>(tables_, 8);
  const bool extra = (number<uint8_t>(tables_, 6) & kExtraData) != 0;
  return kFirstRows + 4 * static_cast<size_t>(__builtin_popcountll(present)) + (extra ? 4 : 0);
}

// Module (II.22.30) is the first table: its only row follows the row counts.
bool MappedImage::mvid(cor::Guid& mvid) const {
  if (rows(kModule) == 0) {
    return false;
  }
  const auto sizes = number<uint8_t>(tables_, 6);
  const size_t column = firstRow() + 2 + ((sizes & kWideStrings) != 0 ? 4 : 2);
  const size_t index = (sizes & kWideGuids) != 0 ? number<uint32_t>(tables_, column) : number<uint16_t>(tables_, column);
  const Bytes guid = index != 0 ? guids_.from((index - 1) * kGuid, kGuid) : Bytes{};
  if (guid.at == nullptr) {
    return false;
  }
  memcpy(&mvid, guid.at, sizeof mvid);
  return true;
}

}  // namespace tiptoe
