// SPDX-License-Identifier: Apache-2.0
//
// The lane of records that say what IDs mean. Its only lock is a leaf: while it is held, the CLR is not called and no
// other lock is taken. Sequence number and time are assigned under it, so that the order in the file, the sequence
// numbers and the times agree. Thread-safe.

#pragma once

#include <stdint.h>

#include "os/threads.h"
#include "trace/batch.h"
#include "trace/trace_file.h"

namespace tiptoe {

class IdentityLane {
 public:
  explicit IdentityLane(TraceFile& file) : file_(file) {}

  // Appends one record. Returns whether it is in the trace. A record that is not is counted as lost and ends the
  // coverage, which a record states as soon as writing works again. After end() nothing is appended and nothing is
  // lost.
  bool append(layout::RecordHeader* record);

  // Appends all records of a batch, and calls appended(record) for each that is in the trace. Records that the batch
  // could not hold count as lost, like those that could not be written.
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

  // Counts a fact for which no record could be made.
  void lose(uint32_t code);
  void lose();  // The same, because memory was refused.

  // Returns a time later than all records that were appended before and earlier than all that will be.
  uint64_t stamp();

  // The lane's counters; everything that was appended before is in them.
  struct Totals {
    uint64_t sequence;
    uint64_t time;  // a time of stamp()
    uint64_t appended;
    uint64_t lost;
  };
  Totals totals();

  // Appends the last record.
  void end(layout::EndReason reason, uint32_t agentErrors, uint64_t loadsOnOurThreads);

 private:
  uint64_t nextTime();
  bool write(layout::RecordHeader* record);
  void markCoverageEnded(uint32_t code);
  void writeEndOfCoverage();

  TraceFile& file_;
  os::Mutex lock_;
  uint64_t sequence_ = 0;
  uint64_t time_ = 0;
  uint64_t appended_ = 0;
  uint64_t lost_ = 0;
  uint32_t code_ = 0;  // the reason why the coverage ended
  bool endPending_ = false;  // the record that ends the coverage is still to be written
  bool reported_ = false;    // stderr has a message about it
  bool ended_ = false;
};

}  // namespace tiptoe
