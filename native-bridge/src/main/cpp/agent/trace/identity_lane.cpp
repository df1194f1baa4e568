// SPDX-License-Identifier: Apache-2.0

#include "trace/identity_lane.h"

#include <errno.h>

namespace tiptoe {

using os::Locked;

bool IdentityLane::append(layout::RecordHeader* record) {
  Locked locked(lock_);
  if (ended_) {
    return false;
  }
  if (endPending_) {
    writeEndOfCoverage();
  }
  return write(record);
}

void IdentityLane::lose() { lose(ENOMEM); }

void IdentityLane::lose(uint32_t code) {
  Locked locked(lock_);
  if (!ended_) {
    sequence_++;
    lost_++;
    markCoverageEnded(code);
  }
}

uint64_t IdentityLane::stamp() {
  Locked locked(lock_);
  return nextTime();
}

IdentityLane::Totals IdentityLane::totals() {
  Locked locked(lock_);
  return {sequence_, nextTime(), appended_, lost_};
}

void IdentityLane::end(layout::EndReason reason, uint32_t agentErrors, uint64_t loadsOnOurThreads) {
  Locked locked(lock_);
  if (ended_) {
    return;
  }
  if (endPending_) {
    writeEndOfCoverage();
  }
  layout::TraceEnded ended{};
  ended.reason = reason;
  ended.agentErrors = agentErrors;
  ended.identityRecords = appended_ + 1;
  ended.identityLost = lost_;
  ended.loadsOnOurThreads = loadsOnOurThreads;
  Batch batch;
  batch.add(ended);
  batch.forEach([this](layout::RecordHeader* record) { write(record); });
  ended_ = true;
}

// Returns a strictly increasing time, even when the clock is coarser than the distance of two appends.
uint64_t IdentityLane::nextTime() {
  const uint64_t now = file_.now();
  time_ = now > time_ ? now : time_ + 1;
  return time_;
}

bool IdentityLane::write(layout::RecordHeader* record) {
  record->lane = layout::kIdentity;
  record->sequence = ++sequence_;
  record->time = nextTime();
  const int error = file_.append(record);
  if (error != 0) {
    lost_++;
    markCoverageEnded(static_cast<uint32_t>(error));
    return false;
  }
  appended_++;
  return true;
}

void IdentityLane::markCoverageEnded(uint32_t code) {
  if (!endPending_) {
    endPending_ = true;
    code_ = code;
  }
  if (!reported_) {
    reported_ = true;
    os::say("facts are missing in the trace from here on (0x%x); the program is not affected", code);
  }
}

// A failure to write this record is no loss: it is written later, and its sequence number is free again.
void IdentityLane::writeEndOfCoverage() {
  layout::Coverage coverage{};
  coverage.kinds = layout::kEverything;
  coverage.state = layout::kEnded;
  coverage.code = code_;
  Batch batch;
  batch.add(coverage, text(u"identity records were lost"));
  batch.forEach([this](layout::RecordHeader* record) {
    record->lane = layout::kIdentity;
    record->sequence = sequence_ + 1;
    record->time = nextTime();
    if (file_.append(record) == 0) {
      sequence_++;
      appended_++;
      endPending_ = false;
    }
  });
}

}  // namespace tiptoe
