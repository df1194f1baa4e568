// SPDX-License-Identifier: Apache-2.0
//
// The stacks of one round. All memory is asked for before the program is suspended: while it is, frames are only
// stored. Threads that have not run since they were walked last are left standing.

#pragma once

#include "base/buffer.h"
#include "base/span.h"
#include "clr.h"
#include "sampling/stack_table.h"
#include "sampling/standstill.h"
#include "sampling/threads.h"

namespace tiptoe {

class Round {
 public:
  // What came of a thread's turn.
  struct Turn {
    Standstill::Reading reading;
    Standstill::Place place;  // where it still stood, if it was not walked
    bool walked;
    cor::HRESULT result;  // of the walk
    size_t stack;         // that was walked; kNone when no managed frame was met
  };
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // Makes room for a round over about so many threads; whether there is any.
  bool prepare(size_t threads);

  // The threads to look at, to be filled in.
  Threads::Turns& threads() { return threads_; }

  // Whether none of the threads has run since it was walked last: then all have had their turn, else none. The program
  // may run.
  bool allStand(const Standstill& standstill, uint64_t now);

  // Walks the stacks of the threads in turn, the program being suspended since that moment, until it is time to end or
  // the room for frames is used up; one at least. What is stored comes out of the CLR's calls of frame().
  void walk(Clr& clr, const Standstill& standstill, uint64_t standing, uint64_t until);

  // Since when the program runs again, at the latest: it was let go no sooner than that, and it does now. Whoever lets
  // others run may find that they take the processor, and only learn of it when they have had their turn; what they have
  // run by then was behind the pause. Only where all threads that were walked have run, and none was left out: while one
  // takes the processor, others may stand still. Too soon by at most what a thread ran in native code during the walk.
  uint64_t runsSince(uint64_t letGo) const;

  // Both for the calling thread's own stack, inside a callback.
  bool prepareOwn();
  void walkOwn(Clr& clr);

  // The first of the threads had their turn.
  size_t turns() const { return turns_.size(); }
  const Turn& turn(size_t i) const { return turns_[i]; }

  // Stacks that were walked.
  size_t stacks() const { return stacks_.size(); }
  StackTable::Stack stack(size_t i) const;

 private:
  struct Stack {
    cor::HRESULT result;
    uint32_t flags;
    size_t first;
    size_t count;
  };

  static cor::HRESULT frame(cor::FunctionID function, uintptr_t ip, cor::COR_PRF_FRAME_INFO, cor::ULONG contextSize,
                            uint8_t* context, void* self);
  bool store(cor::FunctionID function, uint64_t ip);
  bool take(Clr& clr, const Standstill& standstill, uint64_t standing);
  bool walkOne(Clr& clr, cor::ThreadID thread, Turn& turn);
  static uint64_t ranSince(const Turn& turn);

  Threads::Turns threads_;
  Buffer<uint64_t, 1> functions_;
  Buffer<uint64_t, 1> ips_;
  Buffer<Stack, 64> stacks_;
  Buffer<Turn, 64> turns_;
  size_t first_ = 0;         // of the stack being walked
  bool truncated_ = false;   // the stack being walked
  bool overflowed_ = false;  // the room was too small in this round
};

}  // namespace tiptoe
