// SPDX-License-Identifier: Apache-2.0
//
// The life cycle of a thread of the agent: start, wake, stop, and join. One lock guards the life cycle and the state
// that the thread shares with its owner, so neither a wake nor a stop is lost between the thread's check and its wait.
//
// Thread-safe. A function with a Locked parameter is called with lock() held.

#pragma once

#include <stdint.h>

#include <atomic>

#include "os/threads.h"

namespace tiptoe::os {

class Worker {
 public:
  // How long a thread is given to end. One that waits in the runtime may never end: a runtime that shuts down does not
  // release all threads.
  static constexpr uint64_t kPatience = 2'000'000'000;

  Mutex& lock() { return lock_; }

  // Runs the work on a new thread, unless one runs already. Returns whether one runs then: false between stop() and
  // resume(), and when the system has no thread left. A running thread is not interrupted, and repeats the work if it
  // is about to end. The name has at most 15 characters.
  template <typename Target, void (Target::*kWork)()>
  bool start(Locked& locked, const char* name, Target* target) {
    return start(locked, name, [](void* self) { (static_cast<Target*>(self)->*kWork)(); }, target);
  }

  // Returns whether the work has been started and has not ended.
  bool running(Locked&) const { return state_ == kRunning; }

  void wake(Locked&) { changed_.wakeAll(); }

  // Requests the thread to end, and wakes it. None is started until resume().
  void stop(Locked&);

  // Waits until the thread has ended and is joined. Returns false if it has not ended at that moment of
  // monotonicNanos(), and is abandoned; true when there is none. Not to be called on the thread itself.
  bool join(uint64_t until);

  // Calls stop() and join() with kPatience.
  bool stopAndJoin();

  // Undoes stop(), whatever join() returned. A thread that has not ended may go on or end; start() makes it go on.
  void resume();

  // For the work: returns whether it should end.
  bool stopping() const { return stopping_; }

  // For the work: waits until the worker is woken or stopped. It may also return for no reason.
  void wait(Locked& locked) { changed_.wait(locked); }

  // The same, but no longer than until that moment of monotonicNanos(). Returns false when it has come.
  bool waitUntil(Locked& locked, uint64_t moment) { return changed_.waitUntil(locked, moment); }

  // For the work: sleeps, but not beyond stop(). Returns false when the work should end.
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
