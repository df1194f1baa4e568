// SPDX-License-Identifier: Apache-2.0
//
// The records of a finished trace, found as the format's page describes: mark, length, checksum, and byte by byte past
// damage.

#pragma once

#include <string.h>

#include <string>
#include <vector>

#include "temporary.h"
#include "trace/crc32c.h"
#include "trace/layout.h"

namespace check {

struct Record {
  tiptoe::layout::RecordHeader header;
  Bytes bytes;

  template <typename Fixed>
  Fixed as() const {
    Fixed fixed;
    memcpy(&fixed, bytes.data(), sizeof fixed);
    return fixed;
  }

  // The list behind the fixed part.
  template <typename Fixed>
  std::vector<uint64_t> list() const {
    std::vector<uint64_t> ids(count(sizeof(Fixed)));
    memcpy(ids.data(), bytes.data() + sizeof(Fixed) + 4, 8 * ids.size());
    return ids;
  }

  // The string that stands at an offset.
  std::u16string string(size_t offset) const {
    std::u16string text(count(offset) / 2, u'\0');
    memcpy(text.data(), bytes.data() + offset + 4, 2 * text.size());
    return text;
  }

  uint32_t count(size_t offset) const {
    uint32_t value;
    memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }
};

struct ParsedTrace {
  tiptoe::layout::FileHeader header{};
  std::vector<Record> records;
  size_t damaged = 0;

  explicit ParsedTrace(const Bytes& bytes) {
    if (bytes.size() < sizeof header) {
      return;
    }
    memcpy(&header, bytes.data(), sizeof header);
    for (size_t at = sizeof header; at < bytes.size();) {
      Record record{};
      if (whole(bytes, at, record)) {
        at += record.header.length;
        records.push_back(record);
      } else {
        at++;
        damaged++;
      }
    }
  }

  std::vector<Record> ofType(uint16_t type) const {
    std::vector<Record> found;
    for (const Record& record : records) {
      if (record.header.type == type) {
        found.push_back(record);
      }
    }
    return found;
  }

  // Whether a whole record stands there, which it is then.
  static bool whole(const Bytes& bytes, size_t at, Record& record) {
    if (bytes.size() - at < sizeof record.header) {
      return false;
    }
    memcpy(&record.header, bytes.data() + at, sizeof record.header);
    const uint32_t length = record.header.length;
    if (record.header.mark != tiptoe::layout::kMark || length < sizeof record.header || length > bytes.size() - at ||
        record.header.crc != tiptoe::crc32c(bytes.data() + at + 8, length - 8)) {
      return false;
    }
    record.bytes.assign(bytes.begin() + static_cast<long>(at), bytes.begin() + static_cast<long>(at + length));
    return true;
  }
};

}  // namespace check
