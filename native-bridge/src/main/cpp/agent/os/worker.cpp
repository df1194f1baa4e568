// SPDX-License-Identifier: Apache-2.0

#include "os/worker.h"

#include "os/os.h"

namespace tiptoe::os {

bool Worker::start(Locked&, const char* name, void (*work)(void*), void* target) {
  if (stopping_) {
    return false;
  }
  if (state_ == kRunning) {
    again_ = true;
    return true;
  }
  joinEnded();
  work_ = work;
  target_ = target;
  state_ = thread_.start<Worker, &Worker::run>(name, this) ? kRunning : kOff;
  return state_ == kRunning;
}

void Worker::run() {
  do {
    work_(target_);
  } while (!ends());
}

bool Worker::ends() {
  Locked locked(lock_);
  const bool again = again_ && !stopping_;
  again_ = false;
  if (!again) {
    state_ = kEnded;
    changed_.wakeAll();
  }
  return !again;
}

void Worker::stop(Locked& locked) {
  stopping_ = true;
  wake(locked);
}

bool Worker::join(uint64_t until) {
  Locked locked(lock_);
  while (state_ == kRunning) {
    if (!waitUntil(locked, until) && state_ == kRunning) {
      return false;
    }
  }
  joinEnded();
  return true;
}

// Joins with the lock held, so that a thread counts as gone only after its last steps. These take no lock of ours, or,
// where the runtime tracks the end of threads, only leaf locks.
void Worker::joinEnded() {
  if (state_ == kEnded) {
    thread_.join();
    state_ = kOff;
  }
}

bool Worker::stopAndJoin() {
  {
    Locked locked(lock_);
    stop(locked);
  }
  return join(monotonicNanos() + kPatience);
}

void Worker::resume() {
  Locked locked(lock_);
  stopping_ = false;
}

bool Worker::sleep(uint64_t nanos) {
  Locked locked(lock_);
  const uint64_t until = monotonicNanos() + nanos;
  while (!stopping_ && waitUntil(locked, until)) {
  }
  return !stopping_;
}

}  // namespace tiptoe::os
