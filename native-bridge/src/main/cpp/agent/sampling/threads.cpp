// SPDX-License-Identifier: Apache-2.0

#include "sampling/threads.h"

namespace tiptoe {

using os::Locked;

void Threads::created(uint64_t threadId) {
  Locked locked(lock_);
  living_.add(threadId);
}

void Threads::destroyed(uint64_t threadId) {
  Locked locked(lock_);
  living_.remove(threadId);
  while (walking_) {
    walkEnded_.wait(locked);
  }
}

size_t Threads::count() {
  Locked locked(lock_);
  return living_.size();
}

void Threads::beginWalk(List& living) {
  Locked locked(lock_);
  walking_ = true;
  living.clear();
  living_.forEach([&](uint64_t threadId) {
    if (living.size() < living.capacity()) {
      living.push(threadId);
    }
  });
}

void Threads::endWalk() {
  Locked locked(lock_);
  walking_ = false;
  walkEnded_.wakeAll();
}

}  // namespace tiptoe
