// SPDX-License-Identifier: Apache-2.0
//
// Walks the heap when asked to: forces a full collection on a thread of its own, and has the heap walked at its end,
// while the program still stands still. What was met is described and written down after the program goes on, but
// before anything can be unloaded.
//
// The runtime makes a managed thread of the one that forces a collection, so it is a new thread each time, which ends
// with the walk; its managed twin ends with it. The events of collections and suspensions are on for as long as a walk
// takes: they cost nothing otherwise, and none stands against a detach.
//
// For any number of threads.

#pragma once

#include <pthread.h>
#include <stdint.h>

#include <atomic>

#include "clr.h"
#include "heap/heap_walk.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "os/worker.h"

namespace tiptoe {

class HeapWalker {
 public:
  // Where it works; all outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Recorder& recorder;
  };

  enum Answer {
    kAccepted,  // it began
    kUnderWay,  // another one is under way
    kAtRest,    // the agent is leaving, or the program is
    kNoThread,  // the system has none to give
  };

  // What came of a request: kOk; kFalse when the runtime made no collection in which the heap could be walked; or why
  // it made none. Only with kOk there are totals, and records in the trace.
  struct Outcome {
    cor::HRESULT result;
    HeapTotals totals;
  };

  explicit HeapWalker(Surroundings surroundings) : at_(surroundings) {}

  // Begins a walk for which the program shall not stand still longer than so many nanoseconds; the collection before
  // it takes as long as it takes.
  Answer begin(uint64_t budget);

  // Whether no walk is under way by that moment of monotonicNanos(); then outcome is that of the last one, if there
  // was any.
  bool finished(Outcome& outcome, uint64_t until);

  // Waits for the walk under way, and begins no other; false when it does not come to its end, which is then left to
  // itself.
  bool stop();

  // Takes stop() back, whatever came of it: walks may be begun again.
  void resume() { worker_.resume(); }

  // What the runtime says, on whichever thread suspends or collects.
  void suspendStarted(cor::DWORD reason);
  void suspendFinished();
  void resumeStarted();
  void collectionStarted(int32_t generations, const cor::BOOL* collected, cor::DWORD reason);
  void collectionFinished();

 private:
  void run();
  cor::HRESULT collect(HeapWalk& walk);
  cor::HRESULT listen(bool on);
  bool takeBack();
  void writeDown(HeapWalk& walk);
  void describe(const Census& census);

  Surroundings at_;
  os::Worker worker_;

  // Changed with the worker's lock held.
  bool walked_ = false;  // in the collection that this walk forced
  Outcome outcome_{};
  uint64_t budget_ = 0;

  // The thread's own.
  size_t classes_ = 1 << 14;  // to make room for; more, when they were too many for the last walk

  // Of the collection under way.
  std::atomic<HeapWalk*> walk_{nullptr};  // whoever takes it out runs it
  std::atomic<pthread_t> suspender_{0};
  std::atomic<bool> standing_{false};     // the program, for a collection
  std::atomic<uint64_t> full_{0};         // when a full collection was forced, or 0
};

}  // namespace tiptoe
