// SPDX-License-Identifier: Apache-2.0

#include "identity/recorder.h"

namespace tiptoe {

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

}  // namespace tiptoe
