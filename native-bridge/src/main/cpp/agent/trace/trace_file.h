// SPDX-License-Identifier: Apache-2.0
//
// The trace as an append-only file of whole records. Any thread may append; the kernel keeps the appends apart.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "os/os.h"
#include "trace/batch.h"
#include "trace/layout.h"

namespace tiptoe {

// The source of time and the sink for bytes; tests replace the system's.
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

  // Creates the file and writes its header, filling in the checksum. Returns 0 or an errno; EEXIST when the file
  // exists. A file without a whole header is removed.
  int create(const char* path, layout::FileHeader header);

  // Appends one record, filling in its checksum. Returns 0 or an errno. A part that the system took is damage that
  // readers skip, and the whole record follows it again.
  int append(layout::RecordHeader* record);

  // Appends all records of a batch, in one call where the system takes them so. Returns how many of them are not in the
  // file.
  size_t append(Batch& batch);

  // Returns the number of bytes in the file, at least.
  uint64_t size() const { return os::sizeOf(file_); }

  // Returns the nanoseconds since the header was written.
  uint64_t now() const { return system_.monotonicNanos() - began_; }

 private:
  int appendSealed(const layout::RecordHeader* record);

  TraceSystem system_;
  int file_ = -1;
  uint64_t began_ = 0;
};

// Returns a header for a trace of this process that begins now.
layout::FileHeader headerOfNow();

}  // namespace tiptoe
