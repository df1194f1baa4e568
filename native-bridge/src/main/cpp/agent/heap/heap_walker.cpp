// SPDX-License-Identifier: Apache-2.0

#include "heap/heap_walker.h"

#include <stdint.h>

#include "base/moments.h"
#include "os/os.h"

namespace tiptoe {
namespace {

using os::Locked;
using os::monotonicNanos;
using Slots = Clr::Slots;

constexpr uint64_t kMostPatience = 10'000'000'000;  // how long stop() waits for a walk, at most
constexpr size_t kMostClasses = 1 << 20;
constexpr int32_t kOldest = 2;
constexpr size_t kAtOnce = 256;  // classes that are described between two appends

}  // namespace

HeapWalker::Answer HeapWalker::begin(uint64_t budget) {
  Locked locked(worker_.lock());
  if (worker_.stopping()) {
    return kAtRest;
  }
  if (worker_.running(locked)) {
    return kUnderWay;
  }
  budget_ = budget;
  return worker_.start<HeapWalker, &HeapWalker::run>(locked, "tiptoe-heap", this) ? kAccepted : kNoThread;
}

bool HeapWalker::finished(Outcome& outcome, uint64_t until) {
  if (!worker_.join(until)) {
    return false;
  }
  Locked locked(worker_.lock());
  outcome = outcome_;
  return true;
}

bool HeapWalker::stop() {
  uint64_t walk;
  {
    Locked locked(worker_.lock());
    worker_.stop(locked);
    walk = sooner(budget_, kMostPatience);
  }
  return worker_.join(monotonicNanos() + os::Worker::kPatience + walk);
}

// The gate is held from before the program stops, so that no ID that the walk meets dies before it is recorded.
void HeapWalker::run() {
  OurTurn ours;
  Outcome outcome{cor::kOutOfMemory, {}};
  {
    Gate::User user(at_.gate);
    HeapWalk walk(at_.clr);
    if (walk.prepare(classes_)) {
      outcome.result = collect(walk);
    }
    if (outcome.result == cor::kOk) {
      writeDown(walk);
      outcome.totals = walk.totals();
    }
    if ((outcome.totals.shortfalls & layout::kTooManyClasses) != 0 && classes_ < kMostClasses) {
      classes_ *= 2;
    }
  }
  Locked locked(worker_.lock());
  outcome_ = outcome;
}

// Forces a collection. Returns kOk when the heap was walked in it, kFalse when none was full.
cor::HRESULT HeapWalker::collect(HeapWalk& walk) {
  cor::HRESULT result = listen(true);
  if (cor::failed(result)) {
    return result;
  }
  walked_ = false;
  full_ = 0;
  standing_ = false;
  walk_ = &walk;
  result = at_.clr.ask(&cor::HeapSlots::ForceGC);
  const bool walked = takeBack();
  listen(false);
  return cor::failed(result) ? result : walked ? cor::kOk : cor::kFalse;
}

// Withdraws the walk, and returns whether it was done. After the collection it was done or will never be, unless
// another collection is walking right now.
bool HeapWalker::takeBack() {
  if (walk_.exchange(nullptr) != nullptr) {
    return false;
  }
  Locked locked(worker_.lock());
  while (!walked_) {
    worker_.wait(locked);
  }
  return true;
}

// Enables or disables the callbacks for a walk; the rest of the event mask stays as it was.
cor::HRESULT HeapWalker::listen(bool on) {
  cor::DWORD low = 0;
  cor::DWORD high = 0;
  const cor::HRESULT result = at_.clr.call(&Slots::GetEventMask2, &low, &high);
  if (cor::failed(result)) {
    return result;
  }
  low = on ? low | cor::kMonitorSuspends : low & ~cor::kMonitorSuspends;
  high = on ? high | cor::kHighBasicGc : high & ~cor::kHighBasicGc;
  return at_.clr.call(&Slots::SetEventMask2, low, high);
}

void HeapWalker::writeDown(HeapWalk& walk) {
  describe(walk.census());
  Batch batch;
  walk.census().forEach([&](const Census::Entry& entry) {
    layout::InstanceSeen seen{};
    seen.classId = entry.classId;
    seen.objects = entry.objects;
    seen.bytes = entry.bytes;
    batch.add(seen);
  });
  const HeapTotals& totals = walk.totals();
  layout::HeapWalked walked{};
  walked.shortfalls = totals.shortfalls;
  walked.generations = totals.generations;
  walked.objects = totals.objects;
  walked.bytes = totals.bytes;
  walked.freeBytes = totals.freeBytes;
  walked.leftOutBytes = totals.leftOutBytes;
  walked.walking = totals.walking;
  walked.collecting = totals.collecting;
  walked.classes = totals.classes;
  batch.add(walked);
  at_.recorder.append(batch);
}

void HeapWalker::describe(const Census& census) {
  Findings findings;
  census.forEach([&](const Census::Entry& entry) {
    at_.recorder.describer().metClass(entry.classId, layout::kOnHeap, findings);
    if (findings.classes.size() >= kAtOnce) {
      at_.recorder.append(findings);
      findings.clear();
    }
  });
  at_.recorder.append(findings);
}

void HeapWalker::suspendStarted(cor::DWORD reason) {
  suspender_ = reason == cor::kSuspendForGc ? pthread_self() : pthread_t{0};
}

void HeapWalker::suspendFinished() { standing_ = suspender_.exchange(0) == pthread_self(); }

void HeapWalker::resumeStarted() { standing_ = false; }

// A concurrent collection begins like a full one. The only difference is that it ends while the program runs.
void HeapWalker::collectionStarted(int32_t generations, const cor::BOOL* collected, cor::DWORD reason) {
  const bool full = reason == cor::kGcInduced && generations > kOldest && collected[kOldest] != 0;
  full_ = full ? monotonicNanos() : 0;
}

void HeapWalker::collectionFinished() {
  const uint64_t began = full_.exchange(0);
  HeapWalk* walk = standing_ && began != 0 ? walk_.exchange(nullptr) : nullptr;
  if (walk == nullptr) {
    return;
  }
  const uint64_t now = monotonicNanos();
  walk->totals().collecting = now - began;
  walk->run(budget_ < UINT64_MAX - now ? now + budget_ : UINT64_MAX);
  Locked locked(worker_.lock());
  walked_ = true;
  worker_.wake(locked);
}

}  // namespace tiptoe
