// SPDX-License-Identifier: Apache-2.0

#include "identity/gate.h"

#include "os/os.h"

namespace tiptoe {

using os::Locked;

void Gate::enter() {
  Locked locked(lock_);
  while (closing_ != 0) {
    changed_.wait(locked);
  }
  users_++;
}

void Gate::leave() {
  Locked locked(lock_);
  users_--;
  changed_.wakeAll();
}

void Gate::close() {
  Locked locked(lock_);
  closing_++;
  while (users_ != 0 || closed_) {
    changed_.wait(locked);
  }
  closed_ = true;
}

void Gate::open() {
  Locked locked(lock_);
  closing_--;
  closed_ = false;
  opened_ = os::monotonicNanos();
  changed_.wakeAll();
}

uint64_t Gate::lastUnloading() {
  Locked locked(lock_);
  return opened_;
}

}  // namespace tiptoe
