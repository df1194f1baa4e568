// SPDX-License-Identifier: Apache-2.0
//
// The lane of samples. It may lose records, which it counts. Thread-safe; its lock is a leaf.

#pragma once

#include <stdint.h>

#include "os/threads.h"
#include "trace/batch.h"
#include "trace/trace_file.h"

namespace tiptoe {

class SampleLane {
 public:
  explicit SampleLane(TraceFile& file) : file_(file) {}

  // Appends all records of a batch with one time, that of their round. Returns whether all are in the trace.
  bool append(Batch& batch, uint64_t time);

  // Counts a sample that never became a record.
  void drop();

  uint64_t dropped();

 private:
  TraceFile& file_;
  os::Mutex lock_;
  uint64_t sequence_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace tiptoe
