// SPDX-License-Identifier: Apache-2.0
//
// A module's image with a row of Module, some of TypeDef, and numbers of what others have: laid out as in a file, or as
// it is mapped.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <map>
#include <vector>

#include "cor/types.h"

class FakeImage {
 public:
  static constexpr uint32_t kRva = 0x2000;     // of the one section
  static constexpr uint32_t kOffset = 0x1000;  // of it in a file
  static constexpr uint32_t kSize = 0x400;     // of it, in the least image
  static constexpr uint32_t kMethods = 7;
  static constexpr uint16_t kFirstMethods[] = {1, 2, 2, 5};  // of each TypeDef: one for all, none, three, and three
  static constexpr uint32_t kOwners[] = {1, 3, 3, 3, 4, 4, 4};
  static constexpr uint32_t kTypeDefs = 4;
  static constexpr tiptoe::cor::Guid kMvid = {0x11223344, 0x5566, 0x7788, {1, 2, 3, 4, 5, 6, 7, 8}};

  // Where indexes of a table are wide, rows get longer: how long those of TypeRef are, where MethodList is in those of
  // TypeDef, and how wide it is.
  struct Layout {
    size_t typeRef = 6;
    size_t methodList = 12;
    size_t methodIndex = 2;
  };

  explicit FakeImage(bool flat, bool wide = false)
      : FakeImage(flat, wide, {}, wide ? Layout{10, 16, 2} : Layout{}) {}

  // With so many rows of other tables, too, which must make the rows that long.
  FakeImage(bool flat, bool wide, std::map<int, uint32_t> rows, Layout layout)
      : section_(flat ? kOffset : kRva) {
    rows.emplace(0, 1);
    rows.emplace(2, kTypeDefs);
    rows.emplace(6, kMethods);
    const size_t index = wide ? 4 : 2;  // of strings and GUIDs
    const size_t head = 24 + 4 * rows.size();
    const size_t typeDefSize = layout.methodList + layout.methodIndex;
    const size_t typeRefs = (rows.count(1) != 0 ? rows[1] : 0) * layout.typeRef;
    const size_t tablesSize = (head + 2 + 4 * index + typeRefs + rows[2] * typeDefSize + 15) / 16 * 16;
    const size_t size = kSize + tablesSize;
    bytes_.resize(section_ + size);
    constexpr size_t kPe = 0x80, kOptional = kPe + 24, kOptionalSize = 0xF0;
    put<uint32_t>(0x3C, kPe);
    put<uint32_t>(kPe, 0x4550);
    put<uint16_t>(kPe + 6, 1);
    put<uint16_t>(kPe + 20, kOptionalSize);
    put<uint16_t>(kOptional, 0x20B);
    put<uint32_t>(kOptional + 112 + 14 * 8, kRva);
    constexpr size_t kHeader = kOptional + kOptionalSize;
    put<uint32_t>(kHeader + 8, static_cast<uint32_t>(size));
    put<uint32_t>(kHeader + 12, kRva);
    put<uint32_t>(kHeader + 16, static_cast<uint32_t>(size));
    put<uint32_t>(kHeader + 20, kOffset);

    constexpr size_t kMetadata = 0x80, kTables = 0x60;
    const size_t guids = kTables + tablesSize;
    put<uint32_t>(section_ + 8, kRva + kMetadata);
    put<uint32_t>(section_ + 12, static_cast<uint32_t>(guids + 0x40));
    const size_t metadata = section_ + kMetadata;
    put<uint32_t>(metadata, 0x424A5342);
    put<uint32_t>(metadata + 12, 12);  // the length of the version
    put<uint16_t>(metadata + 30, 3);
    size_t at = stream(metadata + 32, 0, 0, "#Strings");
    at = stream(at, kTables, tablesSize, "#~");
    stream(at, guids, 32, "#GUID");

    const size_t tables = metadata + kTables;
    put<uint8_t>(tables + 6, wide ? 3 : 0);
    uint64_t present = 0;
    size_t number = tables + 24;
    for (const auto& [table, count] : rows) {
      present |= uint64_t{1} << table;
      put<uint32_t>(number, count);
      number += 4;
    }
    put<uint64_t>(tables + 8, present);
    const size_t module = number;
    put<uint16_t>(module + 2 + index, 2);
    const size_t typeDefs = module + 2 + 4 * index + typeRefs;
    for (size_t row = 0; row < rows[2]; row++) {
      const uint32_t first = row < kTypeDefs ? kFirstMethods[row] : rows[6] + 1;
      const size_t at = typeDefs + row * typeDefSize + layout.methodList;
      layout.methodIndex == 4 ? put<uint32_t>(at, first) : put<uint16_t>(at, static_cast<uint16_t>(first));
    }
    memcpy(bytes_.data() + metadata + guids + 16, &kMvid, sizeof kMvid);
  }

  const uint8_t* base() const { return bytes_.data(); }
  std::vector<uint8_t>& bytes() { return bytes_; }

 private:
  template <typename Number>
  void put(size_t at, Number number) {
    memcpy(bytes_.data() + at, &number, sizeof number);
  }

  // Where the next header is to be.
  size_t stream(size_t at, size_t offset, size_t size, const char* name) {
    put<uint32_t>(at, static_cast<uint32_t>(offset));
    put<uint32_t>(at + 4, static_cast<uint32_t>(size));
    strcpy(reinterpret_cast<char*>(bytes_.data()) + at + 8, name);
    return at + 8 + (strlen(name) + 4) / 4 * 4;
  }

  size_t section_;
  std::vector<uint8_t> bytes_;
};
