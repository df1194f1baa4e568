// SPDX-License-Identifier: Apache-2.0

#include "os/perf_records_linux.h"

#include <linux/perf_event.h>
#include <string.h>

#include "os/perf_registers.h"

namespace tiptoe::os {

// Reads the fields of a record in their order. Every read is checked against the record's end.
class PerfRecords::Fields {
 public:
  Fields(const uint8_t* at, size_t size) : at_(at), left_(size) {}

  template <typename Number>
  Number number() {
    Number number = 0;
    const uint8_t* from = take(sizeof number);
    if (from != nullptr) {
      memcpy(&number, from, sizeof number);
    }
    return number;
  }

  // Returns null, and ends the reading, when there are not so many bytes.
  const uint8_t* take(uint64_t size) {
    if (size > left_) {
      whole_ = false;
      left_ = 0;
      return nullptr;
    }
    const uint8_t* from = at_;
    at_ += size;
    left_ -= static_cast<size_t>(size);
    return from;
  }

  // Takes numbers of 8 bytes.
  Ids numbers(uint64_t count) {
    const uint8_t* from = take(count <= kLongest ? count * sizeof(uint64_t) : UINT64_MAX);
    return {reinterpret_cast<const uint64_t*>(from), from != nullptr ? static_cast<size_t>(count) : 0};
  }

  // Takes the bytes up to a zero, or to the end.
  Octets text() {
    const void* end = memchr(at_, 0, left_);
    const size_t size = end != nullptr ? static_cast<size_t>(static_cast<const uint8_t*>(end) - at_) : left_;
    return {take(size), size};
  }

  bool whole() const { return whole_; }

 private:
  const uint8_t* at_;
  size_t left_;
  bool whole_ = true;
};

bool PerfRecords::receive(const uint8_t* record, size_t size, PerfReceiver& receiver) {
  perf_event_header header;
  if (size < sizeof header) {
    totals_.damaged++;
    return false;
  }
  memcpy(&header, record, sizeof header);
  Fields fields(record + sizeof header, size - sizeof header);
  switch (header.type) {
    case PERF_RECORD_SAMPLE:
      return sample(fields, receiver);
    case PERF_RECORD_LOST:
      fields.number<uint64_t>();  // the event
      totals_.lost += fields.number<uint64_t>();
      return false;
    case PERF_RECORD_THROTTLE:
      totals_.throttled++;
      return false;
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
    case PERF_RECORD_COMM:
      thread(header.type, fields, receiver);
      return false;
    default:
      return false;
  }
}

void PerfRecords::thread(uint32_t type, Fields fields, PerfReceiver& receiver) {
  const auto process = fields.number<uint32_t>();
  if (type != PERF_RECORD_COMM) {
    fields.number<uint32_t>();  // the process that created it
  }
  const auto thread = fields.number<uint32_t>();
  uint64_t time = 0;
  if (type != PERF_RECORD_COMM) {
    fields.number<uint32_t>();  // the thread that created it
    time = fields.number<uint64_t>();
  }
  if (!fields.whole()) {
    totals_.damaged++;
  } else if (process == contents_.process) {
    type == PERF_RECORD_FORK   ? receiver.threadBegan(thread, time)
    : type == PERF_RECORD_EXIT ? receiver.threadEnded(thread, time)
                               : receiver.threadNamed(thread, fields.text());
  }
}

bool PerfRecords::sample(Fields fields, PerfReceiver& receiver) {
  PerfSample sample{};
  sample.address = fields.number<uint64_t>();
  const auto process = fields.number<uint32_t>();
  sample.thread = fields.number<uint32_t>();
  sample.time = fields.number<uint64_t>();
  sample.event = fields.number<uint64_t>();
  if (contents_.chain) {
    sample.chain = fields.numbers(fields.number<uint64_t>());
  }
  const auto abi = fields.number<uint64_t>();
  if (abi == PERF_SAMPLE_REGS_ABI_64) {
    sample.registers = fields.numbers(PerfRegisters::kCount).items;
  } else if (abi != PERF_SAMPLE_REGS_ABI_NONE) {
    totals_.damaged++;
    return false;
  }
  if (contents_.stack) {
    const auto room = fields.number<uint64_t>();
    const uint8_t* stack = fields.take(room);
    const uint64_t copied = room != 0 ? fields.number<uint64_t>() : 0;
    sample.stack = {stack, stack != nullptr ? static_cast<size_t>(copied < room ? copied : room) : 0};
  }
  const bool ours = process == contents_.process;
  totals_.damaged += !fields.whole();
  totals_.foreign += fields.whole() && !ours;
  if (!fields.whole() || !ours) {
    return false;
  }
  receiver.sampled(sample);
  return true;
}

}  // namespace tiptoe::os
