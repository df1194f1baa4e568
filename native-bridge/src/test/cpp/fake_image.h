// SPDX-License-Identifier: Apache-2.0
//
// A module's image with a row of Module, some of TypeDef, and numbers of methods: laid out as in a file, or as it is mapped.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <vector>

#include "cor/types.h"

class FakeImage {
 public:
  static constexpr uint32_t kRva = 0x2000;     // of the one section
  static constexpr uint32_t kOffset = 0x1000;  // of it in a file
  static constexpr uint32_t kSize = 0x400;
  static constexpr uint32_t kMethods = 7;
  static constexpr uint16_t kFirstMethods[] = {1, 2, 2, 5};  // of each TypeDef: one for all, none, three, and three
  static constexpr uint32_t kOwners[] = {1, 3, 3, 3, 4, 4, 4};
  static constexpr uint32_t kTypeDefs = 4;
  static constexpr tiptoe::cor::Guid kMvid = {0x11223344, 0x5566, 0x7788, {1, 2, 3, 4, 5, 6, 7, 8}};

  explicit FakeImage(bool flat, bool wide = false) : section_(flat ? kOffset : kRva), bytes_(section_ + kSize) {
    constexpr size_t kPe = 0x80, kOptional = kPe + 24, kOptionalSize = 0xF0;
    put<uint32_t>(0x3C, kPe);
    put<uint32_t>(kPe, 0x4550);
    put<uint16_t>(kPe + 6, 1);
    put<uint16_t>(kPe + 20, kOptionalSize);
    put<uint16_t>(kOptional, 0x20B);
    put<uint32_t>(kOptional + 112 + 14 * 8, kRva);
    constexpr size_t kHeader = kOptional + kOptionalSize;
    put<uint32_t>(kHeader + 8, kSize);
    put<uint32_t>(kHeader + 12, kRva);
    put<uint32_t>(kHeader + 16, kSize);
    put<uint32_t>(kHeader + 20, kOffset);

    constexpr size_t kMetadata = 0x80, kTables = 0x60, kGuids = 0x100, kMetadataSize = 0x140;
    put<uint32_t>(section_ + 8, kRva + kMetadata);
    put<uint32_t>(section_ + 12, kMetadataSize);
    const size_t metadata = section_ + kMetadata;
    put<uint32_t>(metadata, 0x424A5342);
    put<uint32_t>(metadata + 12, 12);  // the length of the version
    put<uint16_t>(metadata + 30, 3);
    size_t at = stream(metadata + 32, 0, 0, "#Strings");
    at = stream(at, kTables, kGuids - kTables, "#~");
    stream(at, kGuids, 32, "#GUID");

    const size_t tables = metadata + kTables;
    put<uint8_t>(tables + 6, wide ? 3 : 0);
    put<uint64_t>(tables + 8, 1 | 1 << 2 | 1 << 6);  // Module, TypeDef and MethodDef
    put<uint32_t>(tables + 24, 1);
    put<uint32_t>(tables + 28, kTypeDefs);
    put<uint32_t>(tables + 32, kMethods);
    const size_t index = wide ? 4 : 2;  // of strings and GUIDs
    const size_t module = tables + 36;
    put<uint16_t>(module + 2 + index, 2);
    size_t typeDef = module + 2 + 4 * index;
    for (const uint16_t first : kFirstMethods) {
      typeDef += 4 + 2 * index + 2 + 2;
      put<uint16_t>(typeDef, first);
      typeDef += 2;
    }
    memcpy(bytes_.data() + metadata + kGuids + 16, &kMvid, sizeof kMvid);
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
