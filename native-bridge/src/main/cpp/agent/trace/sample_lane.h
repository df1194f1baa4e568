// SPDX-License-Identifier: Apache-2.0
//
// The lane of samples. It may lose records, which it counts. For one thread at a time, the sampler.

#pragma once

#include <stdint.h>

#include "trace/batch.h"
#include "trace/trace_file.h"

namespace tiptoe {

class SampleLane {
 public:
  explicit SampleLane(TraceFile& file) : file_(file) {}

  // Appends all records of a batch with one time, that of their round.
  void append(Batch& batch, uint64_t time);

  // A sample that never became a record.
  void drop() { dropped_++; }

  uint64_t dropped() const { return dropped_; }

 private:
  TraceFile& file_;
  uint64_t sequence_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace tiptoe
