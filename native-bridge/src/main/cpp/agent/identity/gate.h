// SPDX-License-Identifier: Apache-2.0
//
// A read-write lock between the users of IDs and the unloading that ends them: inside are either any number of users or
// one thread that unloads. An ID dies when its UnloadStarted callback returns. That callback closes the gate, which
// waits until the users have left. Only callbacks in preemptive mode may close it, because a user may be suspending the
// runtime.
//
// A callback that announces an ID need not enter the gate: until it returns, the loader keeps the announced structure
// and its parts alive. A dynamic method dies in a callback in cooperative mode, which must not wait here; the CLR
// leaves such methods out of stacks, so no walk meets one.

#pragma once

#include <stdint.h>

#include "os/threads.h"

namespace tiptoe {

class Gate {
 public:
  // Is inside the gate while it lives.
  class User {
   public:
    explicit User(Gate& gate) : gate_(gate) { gate_.enter(); }
    User(const User&) = delete;
    User& operator=(const User&) = delete;
    ~User() { gate_.leave(); }

   private:
    Gate& gate_;
  };

  // Keeps the gate closed while it lives.
  class Closed {
   public:
    explicit Closed(Gate& gate) : gate_(gate) { gate_.close(); }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;
    ~Closed() { gate_.open(); }

   private:
    Gate& gate_;
  };

  // Returns when an unloading last left the gate, by the monotonic clock; 0: never.
  uint64_t lastUnloading();

 private:
  void enter();
  void leave();
  void close();
  void open();

  os::Mutex lock_;
  os::Condition changed_;
  int users_ = 0;
  int closing_ = 0;  // threads that close the gate or wait to; users let them go first
  bool closed_ = false;
  uint64_t opened_ = 0;
};

}  // namespace tiptoe
