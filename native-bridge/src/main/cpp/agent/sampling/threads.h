// SPDX-License-Identifier: Apache-2.0
//
// The living managed threads, and whether they are being walked. A ThreadID dies when its ThreadDestroyed callback
// returns, so that callback waits here for the end of a walk.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/id_set.h"
#include "os/threads.h"

namespace tiptoe {

class Threads {
 public:
  using List = Buffer<uint64_t, 64>;

  void created(uint64_t threadId);

  // Returns when no walk uses the ID any more.
  void destroyed(uint64_t threadId);

  size_t count();

  // Begins a walk over the threads living now, as many as the list has room for; the runtime is suspended already.
  // Suspending takes a lock that a dying thread may hold, so a walk that began earlier could wait for a thread that
  // waits for the walk.
  void beginWalk(List& living);
  // Ends it: no ThreadID of the list is used any more, and the time of its samples is taken.
  void endWalk();

 private:
  os::Mutex lock_;
  os::Condition walkEnded_;
  IdSet living_;
  bool walking_ = false;
};

}  // namespace tiptoe
