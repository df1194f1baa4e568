// SPDX-License-Identifier: Apache-2.0
//
// The lane of records that tell what IDs mean. Its one lock is a leaf: whoever holds it asks the CLR nothing and
// takes no other lock. Sequence and time are given under it, so that the lane's order in the file, its sequence and
// its time are the same order. For any number of threads.

#pragma once

#include <stdint.h>

#include "os/threads.h"
#include "trace/batch.h"
#include "trace/trace_file.h"

namespace tiptoe {

class IdentityLane {
 public:
  explicit IdentityLane(TraceFile& file) : file_(file) {}

  // Appends one record; whether it is in the trace. A record that is not is counted as lost and ends the coverage,
  // which the trace says as soon as writing works again. After end() nothing is appended and nothing is lost.
  bool append(layout::RecordHeader* record);

  // Appends all records of a batch, and calls appended(record) for each that is in the trace. Records that the batch
  // could not hold are lost like those that could not be written.
  template <typename Appended>
  void append(Batch& batch, Appended appended) {
    batch.forEach([&](layout::RecordHeader* record) {
      if (append(record)) {
        appended(record);
      }
    });
    for (size_t i = 0; i < batch.refused(); i++) {
      lose();
    }
  }
  void append(Batch& batch) {
    append(batch, [](layout::RecordHeader*) {});
  }

  // A fact that should have become a record cannot.
  void lose(uint32_t code);
  void lose();  // for want of memory

  // A moment later than all records that were appended before and earlier than all that will be.
  uint64_t stamp();

  // How it stands: everything that was appended before is in it.
  struct Totals {
    uint64_t sequence;
    uint64_t time;  // as stamp() gives it
    uint64_t appended;
    uint64_t lost;
  };
  Totals totals();

  // Appends the last record.
  void end(layout::EndReason reason, uint32_t agentErrors, uint64_t loadsOnOurThreads);

 private:
  uint64_t nextTime();
  bool write(layout::RecordHeader* record);
  void oweEndOfCoverage(uint32_t code);
  void tellEndOfCoverage();

  TraceFile& file_;
  os::Mutex lock_;
  uint64_t sequence_ = 0;
  uint64_t time_ = 0;
  uint64_t appended_ = 0;
  uint64_t lost_ = 0;
  uint32_t code_ = 0;  // why the coverage ended
  bool owing_ = false;  // the trace has not been told that the coverage ended
  bool told_ = false;  // stderr has
  bool ended_ = false;
};

}  // namespace tiptoe
