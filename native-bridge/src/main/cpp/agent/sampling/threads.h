// SPDX-License-Identifier: Apache-2.0
//
// The living managed threads, whose turn it is, and whether they are being walked. A ThreadID dies when its
// ThreadDestroyed callback returns, so that callback waits here for the end of a walk.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/id_set.h"
#include "os/threads.h"

namespace tiptoe {

class Threads {
 public:
  using List = Buffer<uint64_t, 64>;

  // IDs are used again, lives are not.
  struct Living {
    uint64_t id;
    uint64_t life;
  };
  using Turns = Buffer<Living, 64>;

  // Fine for one that is there already.
  void created(uint64_t threadId);

  // Returns when no walk uses the ID any more; those that begin from now on do not.
  void destroyed(uint64_t threadId);

  size_t count();

  // The threads that lived before the agent came: between beginListing(), which notes who dies from now on, and
  // beginUse(), the runtime lists them. What died meanwhile is taken out of the list, what is left lives at least until
  // endUse(). Not one step: the runtime's list has a lock that a dying thread may hold while it waits here. They may be
  // used several times, until endListing().
  void beginListing();
  void beginUse(List& listed);
  void endUse();
  void endListing();

  // Begins a walk over the threads living now, in turn, as many as there is room for; how many live. The runtime
  // is suspended already: suspending takes a lock that a dying thread may hold, so a walk that began earlier could
  // wait for a thread that waits for the walk.
  size_t beginWalk(Turns& inTurn);

  // Ends it: none of the ThreadIDs is used any more, and the time of their samples is taken. So many had their turn;
  // the next walk begins behind them.
  void endWalk(const Turns& inTurn, size_t walked);

 private:
  // Whoever uses ThreadIDs, since when. Not two of a kind at once.
  struct Use {
    uint64_t since = 0;  // 0: not now
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
  uint64_t last_ = 0;  // that had its turn; turns go round in ascending order
  IdSet died_;         // since the listing began
  bool listing_ = false;
  bool inserted_ = false;  // the listed ones are among the living
  Use walk_;
  Use listed_;
  uint64_t moments_ = 0;
};

}  // namespace tiptoe
