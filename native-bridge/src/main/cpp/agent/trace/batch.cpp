// SPDX-License-Identifier: Apache-2.0

#include "trace/batch.h"

namespace tiptoe {

void Batch::put(Text string) {
  const size_t units = string.size < layout::kLongestText ? string.size : layout::kLongestText;
  const auto size = static_cast<uint32_t>(units * sizeof *string.items);
  bytes_.append(reinterpret_cast<const uint8_t*>(&size), sizeof size);
  bytes_.append(reinterpret_cast<const uint8_t*>(string.items), size);
}

void Batch::put(Octets octets) {
  const auto size = static_cast<uint32_t>(octets.size);
  bytes_.append(reinterpret_cast<const uint8_t*>(&size), sizeof size);
  bytes_.append(octets.items, octets.size);
}

void Batch::end() {
  const size_t length = bytes_.size() - start_;
  if (bytes_.refused() || length > layout::kLongestRecord) {
    bytes_.rewind(start_);
    refused_++;
    return;
  }
  auto* header = reinterpret_cast<layout::RecordHeader*>(bytes_.data() + start_);
  header->mark = layout::kMark;
  header->length = static_cast<uint32_t>(length);
  header->type = type_;
  records_++;
}

}  // namespace tiptoe
