// SPDX-License-Identifier: Apache-2.0

#include "os/worker.h"

#include "os/os.h"

namespace tiptoe::os {
namespace {

constexpr uint64_t kPatience = 2'000'000'000;

}  // namespace

bool Worker::start(const char* name, void (*work)(void*), void* target) {
  Locked locked(lock_);
  stopping_ = false;
  if (state_ == kRunning) {
    again_ = true;
    return true;
  }
  if (state_ == kEnded) {
    thread_.join();
  }
  work_ = work;
  target_ = target;
  const bool started = thread_.start<Worker, &Worker::run>(name, this);
  state_ = started ? kRunning : kOff;
  return started;
}

void Worker::run() {
  do {
    work_(target_);
  } while (!isOver());
}

bool Worker::isOver() {
  Locked locked(lock_);
  if (again_ && !stopping_) {
    again_ = false;
    return false;
  }
  again_ = false;
  state_ = kEnded;
  changed_.wakeAll();
  return true;
}

bool Worker::stop() {
  {
    Locked locked(lock_);
    if (state_ == kOff) {
      return true;
    }
    stopping_ = true;
    changed_.wakeAll();
    const uint64_t giveUp = monotonicNanos() + kPatience;
    while (state_ == kRunning) {
      if (!changed_.waitUntil(locked, giveUp) && state_ == kRunning) {
        return false;
      }
    }
    state_ = kOff;
  }
  thread_.join();
  return true;
}

bool Worker::stopping() {
  Locked locked(lock_);
  return stopping_;
}

bool Worker::sleep(uint64_t nanos) {
  Locked locked(lock_);
  const uint64_t until = monotonicNanos() + nanos;
  while (!stopping_ && changed_.waitUntil(locked, until)) {
  }
  return !stopping_;
}

}  // namespace tiptoe::os
