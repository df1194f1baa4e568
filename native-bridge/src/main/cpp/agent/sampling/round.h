// SPDX-License-Identifier: Apache-2.0
//
// The stacks of one round. All memory is asked for before the program is suspended: while it is, frames are only
// stored.

#pragma once

#include "base/buffer.h"
#include "base/span.h"
#include "clr.h"
#include "sampling/threads.h"
#include "trace/batch.h"

namespace tiptoe {

class Round {
 public:
  // Makes room for a round over about so many threads; whether there is any.
  bool prepare(size_t threads);

  // The threads to walk, to be filled in.
  Threads::List& threads() { return threads_; }

  // Walks the stack of a thread of the suspended program. What is stored comes out of the CLR's calls of frame().
  void walk(Clr& clr, cor::ThreadID thread);

  // All frames of the round, 0 for each run of unmanaged ones.
  Ids frames() const { return {frames_.data(), frames_.size()}; }

  // Walks that gave a stack, and walks that gave none.
  size_t stacks() const { return stacks_.size(); }
  size_t failed() const { return failed_; }

  // Encodes the stacks as samples.
  void encode(Batch& batch) const;

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
  bool store(cor::FunctionID function);

  Threads::List threads_;
  Buffer<uint64_t, 1> frames_;
  Buffer<Stack, 64> stacks_;
  size_t first_ = 0;        // of the stack being walked
  size_t failed_ = 0;
  bool truncated_ = false;  // the stack being walked
  bool overflowed_ = false; // the room was too small in this round
};

}  // namespace tiptoe
