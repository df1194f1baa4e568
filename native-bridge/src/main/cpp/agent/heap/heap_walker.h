// SPDX-License-Identifier: Apache-2.0
//
// Walks the heap on request: forces a full collection on a thread of its own, and walks the heap at the collection's
// end, while the program is still stopped. The classes that were met are described and recorded after the program goes
// on, but before anything can be unloaded.
//
// The runtime turns a thread that forces a collection into a managed thread, so each walk uses a new thread, and the
// managed thread ends with it. The events of collections and suspensions are enabled only during a walk: they cost
// nothing otherwise, and none prevents a detach.
//
// Thread-safe.

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
  // The parts of the agent that the walker uses; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Recorder& recorder;
  };

  enum Answer {
    kAccepted,  // the walk has begun
    kUnderWay,  // another one is under way
    kAtRest,    // the agent or the program is ending
    kNoThread,  // the system has no thread left
  };

  // The result of a request: kOk; kFalse when the runtime made no collection in which the heap could be walked; or the
  // reason why it made none. There are totals, and records in the trace, only with kOk.
  struct Outcome {
    cor::HRESULT result;
    HeapTotals totals;
  };

  explicit HeapWalker(Surroundings surroundings) : at_(surroundings) {}

  // Begins a walk that may stop the program for at most so many nanoseconds. The collection before the walk is not
  // bounded.
  Answer begin(uint64_t budget);

  // Waits until no walk is under way, or until that moment of monotonicNanos(). Returns whether none is; outcome is
  // then that of the last walk, if there was one.
  bool finished(Outcome& outcome, uint64_t until);

  // Waits for the walk under way, and begins no other. Returns false when it does not end in time, and is abandoned.
  bool stop();

  // Allows walks again after stop(), whatever its result was.
  void resume() { worker_.resume(); }

  // The runtime's callbacks, on any thread that suspends or collects.
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

  // Used by the walker's thread only.
  size_t classes_ = 1 << 14;  // how many classes to make room for; more after a walk that had too little

  // About the collection under way.
  std::atomic<HeapWalk*> walk_{nullptr};  // the thread that exchanges it for null runs it
  std::atomic<pthread_t> suspender_{0};
  std::atomic<bool> standing_{false};     // the program is stopped for a collection
  std::atomic<uint64_t> full_{0};         // when a full collection was forced; 0: none was
};

}  // namespace tiptoe
