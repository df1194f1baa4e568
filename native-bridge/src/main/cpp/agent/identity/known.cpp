// SPDX-License-Identifier: Apache-2.0

#include "identity/known.h"

namespace tiptoe {

using os::Locked;

bool Known::hasClass(uint64_t classId) {
  Locked locked(lock_);
  return classes_.contains(classId);
}

bool Known::hasJitted(uint64_t functionId) {
  Locked locked(lock_);
  return jitted_.contains(functionId);
}

void Known::add(const layout::RecordHeader* record) {
  if (record->type == layout::ClassSeen::kType) {
    const auto* seen = reinterpret_cast<const layout::ClassSeen*>(record);
    Locked locked(lock_);
    classes_.add(seen->classId);
  } else if (record->type == layout::FunctionSeen::kType) {
    const auto* seen = reinterpret_cast<const layout::FunctionSeen*>(record);
    Locked locked(lock_);
    functions_.add(seen->functionId);
    if (seen->source == layout::kJitted) {
      jitted_.add(seen->functionId);
    }
  }
}

void Known::forgetFunction(uint64_t functionId) {
  Locked locked(lock_);
  functions_.remove(functionId);
  jitted_.remove(functionId);
}

void Known::forgetAll() {
  Locked locked(lock_);
  classes_.clear();
  functions_.clear();
  jitted_.clear();
}

}  // namespace tiptoe
