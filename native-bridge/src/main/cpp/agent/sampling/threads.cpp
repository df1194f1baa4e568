// SPDX-License-Identifier: Apache-2.0

#include "sampling/threads.h"

namespace tiptoe {

using os::Locked;

void Threads::created(uint64_t threadId) {
  Locked locked(lock_);
  insert(threadId);
}

void Threads::insert(uint64_t threadId) {
  const size_t at = firstAbove(threadId);
  const bool known = at != 0 && living_[at - 1].id == threadId;
  if (threadId == 0 || known || living_.extend(1) == nullptr) {
    return;
  }
  memmove(living_.data() + at + 1, living_.data() + at, (living_.size() - 1 - at) * sizeof living_[at]);
  living_[at] = {threadId, ++lives_};
}

void Threads::destroyed(uint64_t threadId) {
  Locked locked(lock_);
  const size_t behind = firstAbove(threadId);
  if (behind != 0 && living_[behind - 1].id == threadId) {
    memmove(living_.data() + behind - 1, living_.data() + behind, (living_.size() - behind) * sizeof living_[behind]);
    living_.pop();
  }
  if (listing_) {
    died_.add(threadId);
  }
  const uint64_t now = ++moments_;
  while (isUsedSinceBefore(now)) {
    walkEnded_.wait(locked);
  }
}

void Threads::begin(Use& use) { use.since = ++moments_; }

void Threads::end(Use& use) {
  use.since = 0;
  walkEnded_.wakeAll();
}

bool Threads::isUsedSinceBefore(uint64_t moment) const {
  return (walk_.since != 0 && walk_.since < moment) || (listed_.since != 0 && listed_.since < moment);
}

size_t Threads::count() {
  Locked locked(lock_);
  return living_.size();
}

void Threads::beginListing() {
  Locked locked(lock_);
  died_.clear();
  listing_ = true;
  inserted_ = false;
}

void Threads::beginUse(List& listed) {
  Locked locked(lock_);
  begin(listed_);
  size_t left = 0;
  for (size_t i = 0; i < listed.size(); i++) {
    if (!died_.contains(listed[i])) {
      if (!inserted_) {
        insert(listed[i]);
      }
      listed[left++] = listed[i];
    }
  }
  inserted_ = true;
  listed.rewind(left);
}

void Threads::endUse() {
  Locked locked(lock_);
  end(listed_);
}

void Threads::endListing() {
  Locked locked(lock_);
  listing_ = false;
}

size_t Threads::beginWalk(Turns& inTurn) {
  Locked locked(lock_);
  begin(walk_);
  inTurn.clear();
  const size_t first = firstAbove(last_);
  const size_t count = living_.size() < inTurn.capacity() ? living_.size() : inTurn.capacity();
  for (size_t i = 0; i < count; i++) {
    inTurn.push(living_[(first + i) % living_.size()]);
  }
  return living_.size();
}

void Threads::endWalk(const Turns& inTurn, size_t walked) {
  Locked locked(lock_);
  last_ = walked != 0 ? inTurn[walked - 1].id : last_;
  end(walk_);
}

size_t Threads::firstAbove(uint64_t threadId) const {
  size_t low = 0;
  size_t high = living_.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (living_[middle].id <= threadId) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace tiptoe
