// SPDX-License-Identifier: Apache-2.0

#include "identity/recorder.h"

namespace tiptoe {

void Recorder::append(Findings& findings) {
  lane_.append(findings.records, [this](const layout::RecordHeader* record) { known_.add(record); });
  for (uint32_t i = 0; i < findings.missing; i++) {
    lane_.lose(static_cast<uint32_t>(findings.reason));
  }
}

}  // namespace tiptoe
