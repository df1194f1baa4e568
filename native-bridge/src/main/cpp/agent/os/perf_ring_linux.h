// SPDX-License-Identifier: Apache-2.0
//
// A ring that the kernel writes the records of one processor into. One thread opens, reads and closes it.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "os/perf_records_linux.h"

namespace tiptoe::os {

class PerfRing {
 public:
  // Opens a ring of so many bytes, a power of two that pages divide. Returns 0 or an errno.
  int open(uint32_t processor, size_t bytes);
  void close();

  uint32_t processor() const { return processor_; }

  // The event that other events of the same processor are redirected to. It counts nothing.
  int event() const { return event_; }

  // Notes how far the kernel has written.
  void mark();

  // Passes on the records up to the mark, and gives their room back. The room for a copy has at least PerfRecords::kLongest bytes and
  // is aligned to 8. Returns the number of samples.
  size_t read(PerfRecords& records, uint8_t* copy, PerfReceiver& receiver, const PerfPatience* patience);

  // The memory that a ring of so many bytes takes.
  static size_t memory(size_t bytes);

 private:
  int event_ = -1;
  uint32_t processor_ = 0;
  size_t bytes_ = 0;
  uint64_t mark_ = 0;
  uint8_t* memory_ = nullptr;  // a page that describes the ring, and the ring behind it
};

}  // namespace tiptoe::os
