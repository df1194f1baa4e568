// SPDX-License-Identifier: Apache-2.0
//
// Addresses of samples in unknown code, kept for the thread that looks them up in the runtime. An address that was
// looked up is not noted again. Both sets are bounded.
//
// Thread-safe. Its lock is a leaf.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "base/id_map.h"
#include "base/id_set.h"
#include "os/threads.h"

namespace tiptoe {

class UnknownCode {
 public:
  // Is called on the thread that notes an address when none was waiting before, without a lock.
  class Reader {
   public:
    virtual void addressWaits() = 0;

   protected:
    ~Reader() = default;
  };

  struct Met {
    uint64_t address;
    uint64_t time;  // of its last sample, by the monotonic clock
  };
  using Addresses = Buffer<Met, 64>;

  static constexpr size_t kMostWaiting = 1024;
  static constexpr size_t kMostAnswered = 8192;

  // Begins to note addresses. Without a reader there is nothing to note: what is compiled is announced to an agent that
  // was there from the start.
  void readBy(Reader& reader);

  // Notes an address, unless it was answered or too many wait.
  void note(uint64_t address, uint64_t time);

  // Takes the addresses that wait.
  void take(Addresses& taken);

  // Does not note this address again, unless so many were answered meanwhile that all are forgotten.
  void answered(uint64_t address);

 private:
  os::Mutex lock_;
  Reader* reader_ = nullptr;
  IdMap<uint64_t> waiting_;  // and the times
  IdSet answered_;
};

}  // namespace tiptoe
