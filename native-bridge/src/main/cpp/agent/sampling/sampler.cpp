// SPDX-License-Identifier: Apache-2.0

#include "sampling/sampler.h"

#include "os/os.h"

namespace tiptoe {
namespace {

using os::Locked;
using os::monotonicNanos;
using Slots = Clr::Slots;

constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kPatience = 2 * kSecond;

uint64_t later(uint64_t one, uint64_t other) { return one > other ? one : other; }

}  // namespace

bool Sampler::start(uint64_t period) {
  period_ = period;
  Locked locked(lock_);
  const bool started = thread_.start<Sampler, &Sampler::run>("tiptoe-sampler", this);
  state_ = started ? kRunning : kOff;
  return started;
}

bool Sampler::stop() {
  {
    Locked locked(lock_);
    if (state_ == kOff) {
      return true;
    }
    stopping_ = true;
    changed_.wakeAll();
    // The runtime may be ending in the middle of a suspension, and then never lets the sampler go.
    const uint64_t giveUp = monotonicNanos() + kPatience;
    while (state_ == kRunning) {
      if (!changed_.waitUntil(locked, giveUp) && state_ == kRunning) {
        return false;
      }
    }
    state_ = kOff;
  }
  thread_.join();
  return true;
}

void Sampler::run() {
  OurTurn ours;
  at_.clr.call(&Slots::InitializeCurrentThread);
  uint64_t next = monotonicNanos() + period_;
  uint64_t nextBooks = next + kSecond;
  while (sleepUntil(next)) {
    sampleOnce();
    const uint64_t now = monotonicNanos();
    // On time, without catching up; and the program runs at least as long as the round held it up.
    next = later(next + period_, now + pause_);
    if (now >= nextBooks) {
      writeBooks();
      nextBooks = now + kSecond;
    }
  }
  writeBooks();
  Locked locked(lock_);
  state_ = kEnded;
  changed_.wakeAll();
}

// False when it is time to end.
bool Sampler::sleepUntil(uint64_t moment) {
  Locked locked(lock_);
  while (!stopping_) {
    if (!changed_.waitUntil(locked, moment)) {
      return !stopping_;
    }
  }
  return false;
}

// From before the suspension until the time of the samples is taken no ID of code or types may die: the gate is
// held. And no ThreadID, from the walk on: another thread may be given it at once, and the samples would be taken
// for its own.
void Sampler::sampleOnce() {
  pause_ = 0;
  if (!round_.prepare(at_.threads.count())) {
    at_.faults.other("no memory for a round of samples");
    return;
  }
  uint64_t time;
  uint64_t suspending;
  uint64_t standing;
  {
    Gate::User user(at_.gate);
    const uint64_t asked = monotonicNanos();
    if (cor::failed(at_.clr.ask(&Slots::SuspendRuntime))) {
      books_.refusedSuspensions++;
      return;
    }
    const uint64_t stopped = monotonicNanos();
    whileStopped();
    const uint64_t done = monotonicNanos();
    at_.clr.call(&Slots::ResumeRuntime);
    suspending = stopped - asked;
    standing = done - stopped;
    pause_ = suspending + standing;
    at_.recorder.append(findings_);
    time = at_.identity.stamp();
    at_.threads.endWalk();
  }
  batch_.clear();
  round_.encode(batch_);
  at_.samples.append(batch_, time);
  books_.rounds++;
  books_.stacks += round_.stacks();
  books_.failedWalks += round_.failed();
  books_.stoppedTotal += standing;
  books_.stoppedLongest = later(books_.stoppedLongest, standing);
  books_.suspendingTotal += suspending;
  books_.suspendingLongest = later(books_.suspendingLongest, suspending);
}

// Functions are described before the program goes on: a dynamic method can die without passing the gate, because
// its callback comes in cooperative mode. Appending the records waits until it does: that needs no stopped program.
// (Memory may be asked for here: threads stop where the collector may run, which is never inside malloc.)
void Sampler::whileStopped() {
  findings_.clear();
  unknown_.clear();
  at_.threads.beginWalk(round_.threads());
  for (size_t i = 0; i < round_.threads().size(); i++) {
    round_.walk(at_.clr, round_.threads()[i]);
  }
  at_.recorder.known().forUnknownFunctions(round_.frames(), [this](uint64_t id) { unknown_.add(id); });
  unknown_.forEach([this](uint64_t id) { at_.recorder.describer().function(id, layout::kOnStack, findings_); });
}

void Sampler::writeBooks() {
  books_.droppedSamples = at_.samples.dropped();
  batch_.clear();
  batch_.add(books_);
  at_.samples.append(batch_, at_.identity.stamp());
}

}  // namespace tiptoe
