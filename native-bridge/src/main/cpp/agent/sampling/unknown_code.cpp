// SPDX-License-Identifier: Apache-2.0

#include "sampling/unknown_code.h"

namespace tiptoe {

using os::Locked;

void UnknownCode::readBy(Reader& reader) {
  Locked locked(lock_);
  reader_ = &reader;
}

void UnknownCode::note(uint64_t address, uint64_t time) {
  Reader* reader = nullptr;
  {
    Locked locked(lock_);
    uint64_t* known = waiting_.find(address);
    if (known != nullptr) {
      *known = time > *known ? time : *known;
    } else if (address != 0 && reader_ != nullptr && waiting_.size() < kMostWaiting && !answered_.contains(address)) {
      reader = waiting_.size() == 0 ? reader_ : nullptr;
      if (!waiting_.put(address, time)) {
        reader = nullptr;
      }
    }
  }
  if (reader != nullptr) {
    reader->addressWaits();
  }
}

void UnknownCode::take(Addresses& taken) {
  Locked locked(lock_);
  waiting_.forEach([&](uint64_t address, uint64_t time) { taken.push({address, time}); });
  waiting_.clear();
}

void UnknownCode::answered(uint64_t address) {
  Locked locked(lock_);
  if (answered_.size() >= kMostAnswered) {
    answered_.clear();
  }
  answered_.add(address);
}

}  // namespace tiptoe
