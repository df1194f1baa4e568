// SPDX-License-Identifier: Apache-2.0
//
// The stacks of one round. All memory is asked for before the program is suspended: while it is, frames are only
// stored.

#pragma once

#include "base/buffer.h"
#include "base/span.h"
#include "clr.h"
#include "sampling/stack_table.h"
#include "sampling/threads.h"

namespace tiptoe {

class Round {
 public:
  // Makes room for a round over about so many threads; whether there is any.
  bool prepare(size_t threads);

  // The threads to walk, to be filled in.
  Threads::List& threads() { return threads_; }

  // Walks the stacks of the threads in turn, the program being suspended, until it is time to end or the room for
  // frames is used up; one at least. What is stored comes out of the CLR's calls of frame().
  void walk(Clr& clr, uint64_t until);

  // Both for the calling thread's own stack, inside a callback.
  bool prepareOwn();
  void walkOwn(Clr& clr);

  // Threads that were walked, and what DoStackSnapshot said to each; whether a stack came of it or not.
  size_t walked() const { return results_.size(); }
  cor::HRESULT result(size_t i) const { return results_[i]; }

  // Stacks that came of it.
  size_t stacks() const { return stacks_.size(); }
  cor::ThreadID threadOf(size_t i) const { return stacks_[i].thread; }
  StackTable::Stack stack(size_t i) const;

 private:
  struct Stack {
    cor::ThreadID thread;
    cor::HRESULT result;
    uint32_t flags;
    size_t first;
    size_t count;
  };

  static cor::HRESULT frame(cor::FunctionID function, uintptr_t ip, cor::COR_PRF_FRAME_INFO, cor::ULONG contextSize,
                            uint8_t* context, void* self);
  bool store(cor::FunctionID function, uint64_t ip);
  bool walkOne(Clr& clr, cor::ThreadID thread);

  Threads::List threads_;
  Buffer<uint64_t, 1> functions_;
  Buffer<uint64_t, 1> ips_;
  Buffer<Stack, 64> stacks_;
  Buffer<cor::HRESULT, 64> results_;
  size_t first_ = 0;         // of the stack being walked
  bool truncated_ = false;   // the stack being walked
  bool overflowed_ = false;  // the room was too small in this round
};

}  // namespace tiptoe
