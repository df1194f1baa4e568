// SPDX-License-Identifier: Apache-2.0
//
// The gate between those who use IDs and the unloading that ends them: any number of users are inside at once, or
// one that unloads. An ID dies when its UnloadStarted callback returns; that callback closes the gate, which waits
// until the users have left. Only callbacks in preemptive mode may close it: a user may be suspending the runtime.
//
// A callback that announces an ID need not enter: until it returns, the loader keeps alive what it announces and what that
// is made of. A dynamic method dies in a callback in cooperative mode, which must not wait here; the CLR leaves such methods
// out of stacks, so no walk meets one.

#pragma once

#include "os/threads.h"

namespace tiptoe {

class Gate {
 public:
  // Is inside while it lives.
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

 private:
  void enter();
  void leave();
  void close();
  void open();

  os::Mutex lock_;
  os::Condition changed_;
  int users_ = 0;
  int closing_ = 0;  // who closes, or waits to; users let them go first
  bool closed_ = false;
};

}  // namespace tiptoe
