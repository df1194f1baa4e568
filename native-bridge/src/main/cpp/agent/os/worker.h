// SPDX-License-Identifier: Apache-2.0
//
// A thread of the agent with a piece of work, that can be told to end and is waited for. Started and stopped by one
// thread at a time.

#pragma once

#include <stdint.h>

#include "os/threads.h"

namespace tiptoe::os {

class Worker {
 public:
  // Whether it runs now. The name has at most 15 characters. One that was told to stop and has not ended goes on, and
  // when it ends begins once more.
  template <typename Target, void (Target::*kRun)()>
  bool start(const char* name, Target* target) {
    return start(name, [](void* self) { (static_cast<Target*>(self)->*kRun)(); }, target);
  }

  // Tells it to end and waits until its thread is gone; false when it does not come to its end within a patience, and
  // is then left to itself. Fine when it never ran.
  bool stop();

  // For the work itself: whether it is time to end.
  bool stopping();

  // For the work itself: sleeps, and no longer than until it is time to end; false when it is.
  bool sleep(uint64_t nanos);

 private:
  bool start(const char* name, void (*work)(void*), void* target);
  void run();
  bool isOver();

  Thread thread_;
  Mutex lock_;
  Condition changed_;
  enum { kOff, kRunning, kEnded } state_ = kOff;
  bool stopping_ = false;
  bool again_ = false;
  void (*work_)(void*) = nullptr;
  void* target_ = nullptr;
};

}  // namespace tiptoe::os
