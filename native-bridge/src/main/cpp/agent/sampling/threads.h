// SPDX-License-Identifier: Apache-2.0
//
// The living managed threads, the order in which they are walked, and whether a walk is under way. A ThreadID dies when
// its ThreadDestroyed callback returns, so that callback waits here for the end of a walk.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/id_set.h"
#include "os/threads.h"

namespace tiptoe {

class Threads {
 public:
  using List = Buffer<uint64_t, 64>;

  // IDs are reused, life numbers are not.
  struct Living {
    uint64_t id;
    uint64_t life;
  };
  using Turns = Buffer<Living, 64>;

  // Has no effect for a thread that is there already.
  void created(uint64_t threadId);

  // Returns when no walk uses the ID any more. Walks that begin from now on do not use it.
  void destroyed(uint64_t threadId);

  size_t count();

  // These list the threads that existed before the agent was attached. Between beginListing(), from which on deaths are
  // remembered, and beginUse(), the runtime lists the threads. Those that died meanwhile are taken out of the list; the
  // others live at least until endUse(). It is not one step, because the runtime's list has a lock that a dying thread
  // may hold while it waits here. They may be used several times, until endListing().
  void beginListing();
  void beginUse(List& listed);
  void endUse();
  void endListing();

  // Begins a walk over the threads living now, in turn, as many as there is room for. Returns how many live. The
  // runtime must be suspended already: suspending takes a lock that a dying thread may hold, so a walk that began
  // earlier could wait for a thread that waits for the walk.
  size_t beginWalk(Turns& inTurn);

  // Ends a walk: none of its ThreadIDs is used any more, and the time of their samples is taken. The first walked
  // threads had their turn; the next walk begins behind them.
  void endWalk(const Turns& inTurn, size_t walked);

 private:
  // A use of ThreadIDs and when it began. There is at most one of each kind at a time.
  struct Use {
    uint64_t since = 0;  // 0: none is under way
  };

  void insert(uint64_t threadId);
  void begin(Use& use);
  void end(Use& use);
  bool isUsedSinceBefore(uint64_t moment) const;
  size_t firstAbove(uint64_t threadId) const;

  os::Mutex lock_;
  os::Condition walkEnded_;
  Turns living_;       // ascending
  uint64_t lives_ = 0;
  uint64_t last_ = 0;  // the thread that had its turn last; turns go round in ascending order
  IdSet died_;         // threads that died since the listing began
  bool listing_ = false;
  bool inserted_ = false;  // the listed threads are among the living
  Use walk_;
  Use listed_;
  uint64_t moments_ = 0;
};

}  // namespace tiptoe
