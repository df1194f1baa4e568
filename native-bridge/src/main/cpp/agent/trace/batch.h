// SPDX-License-Identifier: Apache-2.0
//
// Encoded records that are not in the trace yet: they lack the sequence number, the time and the checksum, which a lane
// adds when it appends them. Collecting facts and appending them are two steps, so that no lock is held during calls to
// the CLR.

#pragma once

#include "base/buffer.h"
#include "base/span.h"
#include "trace/layout.h"

namespace tiptoe {

class Batch {
 public:
  // Adds a record: its fixed part, then the lists and the string that its type has.
  template <typename Fixed, typename... Tail>
  void add(const Fixed& fixed, Tail... tail) {
    begin<Fixed>(fixed);
    (put(tail), ...);
    end();
  }
  template <typename Fixed>
  void add(const Fixed& fixed, Octets octets) {
    begin<Fixed>(fixed);
    put(octets);
    end();
  }

  // Adds all records of another batch, or none of them.
  void add(const Batch& other) {
    const size_t before = bytes_.size();
    bytes_.append(other.bytes_.data(), other.bytes_.size());
    const bool taken = !bytes_.refused();
    if (!taken) {
      bytes_.rewind(before);
    }
    records_ += taken ? other.records_ : 0;
    refused_ += other.refused_ + (taken ? 0 : other.records_);
  }

  // Calls visit(layout::RecordHeader*) for each record, in the order of their addition.
  template <typename Visit>
  void forEach(Visit visit) {
    for (size_t at = 0; at < bytes_.size();) {
      auto* record = reinterpret_cast<layout::RecordHeader*>(bytes_.data() + at);
      at += record->length;
      visit(record);
    }
  }

  // Returns all records, one behind the other.
  Octets octets() const { return {bytes_.data(), bytes_.size()}; }

  // Returns how many records could not be encoded, because memory was refused or they would be too long.
  size_t refused() const { return refused_; }

  void clear() {
    bytes_.clear();
    records_ = 0;
    refused_ = 0;
  }

  // Makes room in advance, for when memory must not be allocated.
  bool reserve(size_t bytes) { return bytes_.reserve(bytes); }

 private:
  template <typename Fixed>
  void begin(const Fixed& fixed) {
    start_ = bytes_.size();
    bytes_.append(reinterpret_cast<const uint8_t*>(&fixed), sizeof fixed);
    type_ = Fixed::kType;
  }
  // Appends a count, then the items as they lie in memory.
  template <typename T>
  void put(Span<T> list) {
    const auto count = static_cast<uint32_t>(list.size);
    bytes_.append(reinterpret_cast<const uint8_t*>(&count), sizeof count);
    bytes_.append(reinterpret_cast<const uint8_t*>(list.items), list.size * sizeof(T));
  }
  void put(Text string);
  void put(Octets octets);
  void end();

  Buffer<uint8_t, 1024> bytes_;
  size_t start_ = 0;
  size_t records_ = 0;
  size_t refused_ = 0;
  uint16_t type_ = 0;
};

}  // namespace tiptoe
