// SPDX-License-Identifier: Apache-2.0
//
// The stacks of one round. All memory is allocated before the program is suspended; during the suspension frames are
// only stored. Threads that have not run since their last walk are not walked again.

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
  // The result of a thread's turn.
  struct Turn {
    Standstill::Reading reading;
    Standstill::Place place;  // where it still stood, if it was not walked
    bool walked;
    cor::HRESULT result;  // of the walk
    size_t stack;         // the stack that was walked; kNone when no managed frame was met
  };
  static constexpr size_t kNone = static_cast<size_t>(-1);

  // Makes room for a round over about so many threads. Returns whether there is memory.
  bool prepare(size_t threads);

  // Returns the threads to look at, to be filled in.
  Threads::Turns& threads() { return threads_; }

  // Returns whether no thread has run since its last walk. If so, all threads have had their turn, else none has. The
  // program may be running.
  bool allStand(const Standstill& standstill, uint64_t now);

  // Walks the stacks of the threads in turn, at least one, until that moment or until the room for frames is used up.
  // standing is the moment since which the program is suspended. The CLR's calls of frame() store the frames.
  void walk(Clr& clr, const Standstill& standstill, uint64_t standing, uint64_t until);

  // Returns the moment since which the program runs again, at the latest: not before letGo, and it runs now. The thread
  // that resumes others may lose the processor to them and find out only after their turn; what they have run by then
  // lies after the pause. This is used only where all walked threads have run and none was left out: while one uses the
  // processor, others may still be stopped. The result is early by at most what a thread ran in native code during the
  // walk.
  uint64_t runsSince(uint64_t letGo) const;

  // Both are for the calling thread's own stack, inside a callback.
  bool prepareOwn();
  void walkOwn(Clr& clr);

  // Returns how many threads, from the first on, had their turn.
  size_t turns() const { return turns_.size(); }
  const Turn& turn(size_t i) const { return turns_[i]; }

  // Returns the number of stacks that were walked.
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
