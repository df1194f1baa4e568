// SPDX-License-Identifier: Apache-2.0
//
// The trace as an append-only file of whole records. Any thread may append; the kernel keeps appends apart.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "os/os.h"
#include "trace/batch.h"
#include "trace/layout.h"

namespace tiptoe {

// How bytes and times are had; other than the system's own only in tests.
struct TraceSystem {
  int64_t (*append)(int file, const void* bytes, size_t size) = os::append;
  uint64_t (*monotonicNanos)() = os::monotonicNanos;
};

class TraceFile {
 public:
  explicit TraceFile(TraceSystem system = {}) : system_(system) {}
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  ~TraceFile();

  // Creates the file and writes its header, whose checksum it fills in. 0 or an errno; EEXIST when there is one. A
  // file without a whole header does not stay.
  int create(const char* path, layout::FileHeader header);

  // Appends one record, whose checksum it fills in: 0 or an errno. What the system takes in part is damage that
  // readers pass over, and the whole record follows it again.
  int append(layout::RecordHeader* record);

  // Appends all records of a batch, in one go where the system takes them so; how many of them are not in the file.
  size_t append(Batch& batch);

  // How many bytes it has by now, at least.
  uint64_t size() const { return os::sizeOf(file_); }

  // Nanoseconds since the header was written.
  uint64_t now() const { return system_.monotonicNanos() - began_; }

 private:
  int appendSealed(const layout::RecordHeader* record);

  TraceSystem system_;
  int file_ = -1;
  uint64_t began_ = 0;
};

// A header for a trace that begins now, in this process.
layout::FileHeader headerOfNow();

}  // namespace tiptoe
