// SPDX-License-Identifier: Apache-2.0

#include "identity/recorder.h"

#include "os/os.h"

namespace tiptoe {

using os::Locked;

void Recorder::append(Findings& findings) {
  Buffer<const layout::RecordHeader*, 64> appended;
  lane_.append(findings.records, [&](const layout::RecordHeader* record) {
    appended.push(record);
    copies_.note(record);
  });
  known_.add({appended.data(), appended.size()});
  for (uint32_t i = 0; i < findings.missing; i++) {
    lane_.lose(static_cast<uint32_t>(findings.reason));
  }
}

void Recorder::beginListing() {
  Locked locked(dynamic_);
  listings_++;
}

void Recorder::appendListed(Findings& dynamicFunctions) {
  dynamicFunctions.records.forEach([&](layout::RecordHeader* record) {
    Locked locked(dynamic_);
    if (!hasEnded(record) && lane_.append(record)) {
      const layout::RecordHeader* appended = record;
      copies_.note(appended);
      known_.add({&appended, 1});
    }
  });
  for (size_t i = 0; i < dynamicFunctions.records.refused(); i++) {
    lane_.lose();
  }
}

bool Recorder::hasEnded(const layout::RecordHeader* record) const {
  const uint64_t id = record->type == layout::FunctionSeen::kType
                          ? reinterpret_cast<const layout::FunctionSeen*>(record)->functionId
                      : record->type == layout::DynamicMethodSeen::kType
                          ? reinterpret_cast<const layout::DynamicMethodSeen*>(record)->functionId
                          : 0;
  return id != 0 && (all_ || ended_.contains(id));
}

void Recorder::endListing() {
  Locked locked(dynamic_);
  listings_ -= listings_ != 0;
  if (listings_ == 0) {
    ended_.clear();
    all_ = false;
  }
}

Recorder::LastEnd Recorder::lastEnd() {
  Locked locked(dynamic_);
  return lastEnd_;
}

void Recorder::dynamicFunctionEnded(cor::FunctionID id) {
  layout::UnloadStarted started{};
  started.kind = layout::kDynamicFunction;
  started.id = id;
  Batch batch;
  batch.add(started);
  Locked locked(dynamic_);
  lastEnd_.function = id;
  if (!known_.hasJitted(id)) {
    lastEnd_.ofUnknown = os::monotonicNanos();
  }
  if (listings_ != 0) {
    ended_.add(id);
    all_ = all_ || !ended_.contains(id);
  }
  known_.unloaded(layout::kDynamicFunction, id);
  lane_.append(batch);
}

}  // namespace tiptoe
