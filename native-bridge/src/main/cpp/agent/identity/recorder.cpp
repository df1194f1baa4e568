// SPDX-License-Identifier: Apache-2.0

#include "identity/recorder.h"

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
  listing_ = true;
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
  return record->type == layout::FunctionSeen::kType &&
         (all_ || ended_.contains(reinterpret_cast<const layout::FunctionSeen*>(record)->functionId));
}

void Recorder::endListing() {
  Locked locked(dynamic_);
  listing_ = false;
  ended_.clear();
}

void Recorder::dynamicFunctionEnded(cor::FunctionID id) {
  layout::UnloadStarted started{};
  started.kind = layout::kDynamicFunction;
  started.id = id;
  Batch batch;
  batch.add(started);
  Locked locked(dynamic_);
  if (listing_) {
    ended_.add(id);
    all_ = all_ || !ended_.contains(id);
  }
  known_.unloaded(layout::kDynamicFunction, id);
  lane_.append(batch);
}

}  // namespace tiptoe
