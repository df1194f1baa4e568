// SPDX-License-Identifier: Apache-2.0
//
// The life of a thread of the agent: it is started, woken, told to stop, and joined when it has ended. One lock guards
// that life and what the thread shares with its owner, so that neither a wake nor a stop falls between the thread's look
// and its wait.
//
// For any number of threads; whatever takes a Locked is called with lock() held.

#pragma once

#include <stdint.h>

#include <atomic>

#include "os/threads.h"

namespace tiptoe::os {

class Worker {
 public:
  // How long a thread is usually given to end. One that waits in the runtime may never: a runtime that is ending does
  // not let everybody go.
  static constexpr uint64_t kPatience = 2'000'000'000;

  Mutex& lock() { return lock_; }

  // Runs the work on a new thread, if none runs; whether one runs then. False from stop() to resume(), and where the
  // system has no thread left. A thread that runs is not interrupted, and runs the work again if it is about to end. The
  // name has at most 15 characters.
  template <typename Target, void (Target::*kWork)()>
  bool start(Locked& locked, const char* name, Target* target) {
    return start(locked, name, [](void* self) { (static_cast<Target*>(self)->*kWork)(); }, target);
  }

  // Whether the work has been started and has not ended.
  bool running(Locked&) const { return state_ == kRunning; }

  void wake(Locked&) { changed_.wakeAll(); }

  // Tells the thread to end, and wakes it. None is started until resume().
  void stop(Locked&);

  // Waits until the thread has ended and is gone: false if it has not ended at a moment of monotonicNanos(), and is left
  // to itself. True when there is none. Not for the thread itself.
  bool join(uint64_t until);

  // Both, within the usual patience.
  bool stopAndJoin();

  // Takes stop() back, whatever came of it. A thread that has not ended may go on or end; start() has it go on.
  void resume();

  // For the work: whether it is to end.
  bool stopping() const { return stopping_; }

  // For the work: waits until somebody wakes it, or it is to end. It may also return for no reason.
  void wait(Locked& locked) { changed_.wait(locked); }

  // The same, but no longer than until a moment of monotonicNanos(); false when it has come.
  bool waitUntil(Locked& locked, uint64_t moment) { return changed_.waitUntil(locked, moment); }

  // For the work: sleeps, but not beyond stop(); false when it is to end.
  bool sleep(uint64_t nanos);

 private:
  bool start(Locked&, const char* name, void (*work)(void*), void* target);
  void run();
  bool ends();
  void joinEnded();

  Thread thread_;
  Mutex lock_;
  Condition changed_;
  enum { kOff, kRunning, kEnded } state_ = kOff;
  std::atomic<bool> stopping_{false};  // changes with the lock held
  bool again_ = false;
  void (*work_)(void*) = nullptr;
  void* target_ = nullptr;
};

}  // namespace tiptoe::os
