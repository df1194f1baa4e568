// SPDX-License-Identifier: Apache-2.0
//
// The living managed threads, whose turn it is, and whether they are being walked. A ThreadID dies when its
// ThreadDestroyed callback returns, so that callback waits here for the end of a walk.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "os/threads.h"

namespace tiptoe {

class Threads {
 public:
  using List = Buffer<uint64_t, 64>;

  // Fine for one that is there already.
  void created(uint64_t threadId);

  // Returns when no walk uses the ID any more.
  void destroyed(uint64_t threadId);

  size_t count();

  // Begins a walk over the threads living now, in turn, as many as the list has room for; how many live. The runtime
  // is suspended already: suspending takes a lock that a dying thread may hold, so a walk that began earlier could
  // wait for a thread that waits for the walk.
  size_t beginWalk(List& inTurn);

  // Ends it: no ThreadID of the list is used any more, and the time of its samples is taken. So many of the list
  // were walked; the next walk begins behind them.
  void endWalk(const List& inTurn, size_t walked);

 private:
  size_t firstAbove(uint64_t threadId) const;

  os::Mutex lock_;
  os::Condition walkEnded_;
  List living_;        // ascending
  uint64_t last_ = 0;  // that had its turn; turns go round in ascending order
  bool walking_ = false;
};

}  // namespace tiptoe
