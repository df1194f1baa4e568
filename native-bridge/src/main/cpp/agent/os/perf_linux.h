// SPDX-License-Identifier: Apache-2.0
//
// Samples of the process's own running threads, by the kernel's perf events: at every period of a thread's time on a
// processor the kernel writes its user registers and the lowest part of its stack into a ring. Nothing is stopped, and
// no signal is sent.
//
// There is one ring for each processor. Every living thread gets two events for each processor; threads that are created
// later inherit them. Child processes do not, on Linux 5.13 and later; on older kernels their samples are left out.
//
// Of the two events one serves at a time. The kernel's timer for them has a fixed period, which could keep step with
// what a thread does periodically. So the events have different periods, and take turns at random moments; the one that
// rests keeps what it has counted of its period, so no time is lost. Both periods are no simple multiple or part of the
// one that was asked for, which programs are likely to have, too; its rate is that of the two together.
//
// A thread also gets an event that it does not pass on, and that does nothing. While a thread and one that it creates
// have the same events, the kernel exchanges them when it switches from one to the other, and what a thread has counted
// of its period ends with a short-lived one: a thread that creates many would hardly be sampled. Threads that begin
// later get it when the record of their beginning is read, unless they have ended by then.
//
// One thread opens, reads and closes; it is never sampled itself. Neither are the agent's other threads, unless a thread
// of the program creates them.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/id_map.h"
#include "base/id_set.h"
#include "base/jitter.h"
#include "os/os.h"
#include "os/perf_records_linux.h"
#include "os/perf_ring_linux.h"

namespace tiptoe::os {

// Which callers the kernel looks for itself.
enum class PerfChain : uint8_t {
  kNone,
  kUser,    // those outside of it, by their frame pointers
  kKernel,  // its own, where threads are sampled inside of it
};

struct PerfSettings {
  uint64_t period = 10'000'000;    // nanoseconds of processor time, on average
  uint32_t stackBytes = 8 << 10;   // of a stack that are copied at most; a multiple of 8, less than 64 KiB. 0: none
  PerfChain chain = PerfChain::kNone;
  bool kernel = true;              // whether threads are sampled inside the kernel, too, where that is permitted
  size_t ringBytes = 256 << 10;    // of each ring, at most; a power of two
};

class PerfEvents {
 public:
  // What is open.
  struct Extent {
    size_t threads = 0;    // that were opened
    size_t missing = 0;    // that could not be
    size_t ringBytes = 0;  // the memory of all rings together
    bool kernel = false;   // whether threads are sampled inside the kernel, too
  };

  PerfEvents() = default;
  PerfEvents(const PerfEvents&) = delete;
  PerfEvents& operator=(const PerfEvents&) = delete;
  ~PerfEvents() { close(); }

  // Begins to sample all threads of the process but the calling one. Returns 0, or an errno: then nothing is open.
  // ECANCELED: patience was over.
  int open(const PerfSettings& settings, const PerfPatience* patience = nullptr);

  bool isOpen() const { return rings_.size() != 0; }

  // Notes how far the rings are filled.
  void mark();

  // Passes on what is in the rings up to the last mark, but for samples of a thread that is sampled twice. Returns the
  // number of samples.
  size_t read(PerfReceiver& receiver, const PerfPatience* patience = nullptr);

  // Of a thread, on one processor.
  static constexpr size_t kMostTurns = 64;

  // Lets the other event of each thread serve, perhaps: by chance, and not so often that it would take much time. Of many
  // threads it changes the events of some, at most kMostTurns, and those of the others in later calls. To be called after
  // each reading. Returns how many it has changed.
  size_t takeTurns();

  // Returns for how long the rings have room when every processor is busy, in nanoseconds.
  uint64_t patience() const;

  // Calls visit(thread) for each thread that lived when they were opened.
  template <typename Visit>
  void forEachOpened(Visit visit) const {
    opened_.forEach([&visit](uint64_t thread) { visit(static_cast<uint32_t>(thread)); });
  }

  const Extent& extent() const { return extent_; }
  const PerfRecords::Totals& totals() const { return records_.totals(); }

  // Ends all sampling, that of later threads included, and gives all memory and descriptors back.
  void close();

  // Returns the meaning of an error of open().
  static const char16_t* reason(int error);

 private:
  using Threads = Buffer<uint32_t, 64>;

  struct Origin {
    uint32_t thread;  // that the event was opened for
    uint64_t period;
  };
  static constexpr size_t kTurns = 2;

  class Once;

  int findProcessors();
  int openRings();
  int openRings(size_t bytes);
  int openThreads(const PerfPatience* patience);
  int findNew(bool first, Threads& found);
  int openThread(uint32_t thread);
  int openEvent(uint32_t thread, const PerfRing& ring, size_t turn);
  bool hasRoom(size_t more) const;
  void keepApart(uint32_t thread);
  void forget(uint32_t thread);
  void forgetEnded();
  bool askForLess(int error);
  void askForChain(PerfChain chain);
  void closeEvents(size_t from);

  PerfSettings settings_;
  Extent extent_;
  bool excludeKernel_ = false;
  bool threadsOnly_ = true;  // the kernel can keep child processes out
  size_t ringBytes_ = 0;
  Buffer<uint32_t, 64> processors_;
  Buffer<PerfRing, 8> rings_;
  Buffer<int, 64> events_;    // of each thread and processor, the one of each turn
  IdMap<int> apart_;          // by a thread, the event that it does not pass on
  size_t nextLook_ = 0;
  size_t mostDescriptors_ = 0;
  size_t turn_ = 0;           // whose events serve
  size_t toTurn_ = 0;         // pairs of events, the last ones, of which the other one still does
  uint64_t nextTurn_ = 0;     // not before that
  Jitter jitter_{monotonicNanos()};
  IdSet opened_;  // threads that were opened or are not to be
  IdSet begun_;   // threads that began since the last reading and have not ended
  IdMap<Origin> origins_;  // of an event, by its ID
  IdMap<uint32_t> sampledBy_;  // by a thread, the owner of the events that count
  PerfRecords records_;
  Buffer<uint64_t, 1> copy_;
};

}  // namespace tiptoe::os
