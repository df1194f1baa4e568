// SPDX-License-Identifier: Apache-2.0

#include "sampling/sampler.h"

#include "base/moments.h"
#include "os/os.h"
#include "sampling/pause.h"

namespace tiptoe {
namespace {

using os::Locked;
using os::monotonicNanos;
using Slots = Clr::Slots;

constexpr uint64_t kMicro = 1'000;
constexpr uint64_t kSecond = 1'000'000'000;

// The gate is held meanwhile, and a thread that unloads waits.
constexpr uint64_t kMostForCode = 1'000 * kMicro;

constexpr uint64_t kSlice = 5'000 * kMicro;  // of a quota, that a processor takes at once
constexpr uint64_t kQuotaCheck = 1'000 * kMicro;

// so that a round fits into a record
constexpr size_t kMostInRecord = 60'000;

}  // namespace

bool Sampler::configure(uint64_t period, uint64_t duty) {
  Locked locked(worker_.lock());
  if (worker_.stopping()) {
    return false;
  }
  settings_ = {period, duty};
  configured_ = true;
  worker_.wake(locked);
  const bool rests = period == 0 || duty == 0;
  return rests || worker_.start<Sampler, &Sampler::run>(locked, "tiptoe-sampler", this);
}

Sampler::Status Sampler::status() {
  Locked locked(worker_.lock());
  return {worker_.running(locked) && pace_.active(), settings_.period, settings_.duty, totals_, state()};
}

void Sampler::run() {
  OurTurn ours;
  os::reduceWakeupLatency();
  at_.clr.call(&Slots::InitializeCurrentThread);
  quota_.find();
  while (awaitRound()) {
    if (pace_.active() && hasQuota()) {
      sampleOnce();
    }
    if (monotonicNanos() >= nextBooks_) {
      writeBooks();
    }
  }
  writeBooks();
}

// Waits for a round, or for a change that must be recorded at once. Returns false when it is time to end.
bool Sampler::awaitRound() {
  Locked locked(worker_.lock());
  while (!worker_.stopping()) {
    if (configured_) {
      adopt(monotonicNanos());
      if (!pace_.active()) {
        return true;
      }
    } else if (!pace_.active()) {
      worker_.wait(locked);
    } else if (!worker_.waitUntil(locked, pace_.next())) {
      return !worker_.stopping();
    }
  }
  return false;
}

// Applies new settings. The trace gets them soon, with the next totals.
void Sampler::adopt(uint64_t now) {
  configured_ = false;
  sampledFor_ = sampledUntil(now);
  pace_.set(settings_.period, settings_.duty, now);
  since_ = now;
  nextBooks_ = now;
}

// Returns whether a round may begin. A program that uses up its quota of processor time stands still until the next
// period, and would be suspended until then if that happened in a round. So a round waits until enough is left: some
// milliseconds for each processor that it may run on, which the system hands out in advance, or a half of it all.
bool Sampler::hasQuota() {
  os::Quota::Reading reading{};
  if (quota_.nanos() == 0 || !quota_.read(reading)) {
    return true;
  }
  const uint64_t now = monotonicNanos();
  const uint64_t processors = 2 + 2 * (quota_.nanos() / quota_.period());
  if (quotaLeft_.after(reading, now, quota_.nanos(), quota_.period()) >=
      sooner(quota_.nanos() / 2, processors * kSlice)) {
    return true;
  }
  Locked locked(worker_.lock());
  outcomes_.count(layout::kQuotaLeft, cor::kFalse);
  pace_.postpone(now + kQuotaCheck);
  return false;
}

// The gate is held from before the suspension until the time of the samples is taken, so that no ID of code or types
// dies. From the walk on no ThreadID may die either: another thread could get the same ID at once, and the samples
// would be attributed to it.
void Sampler::sampleOnce() {
  if (!round_.prepare(at_.threads.count())) {
    at_.faults.other("no memory for a round of samples");
    bookRefusal(cor::kOutOfMemory, monotonicNanos());
    return;
  }
  uint64_t time = 0;
  {
    Gate::User user(at_.gate);
    if (lostDefinitions_) {
      stacks_.forgetAll();
    }
    standstill_.begin(at_.threads.count(), stacks_.oldest());
    Times times{};
    size_t due = 0;
    if (!findStanding(times, due) && !walkThreads(times, due)) {
      return;
    }
    batch_.clear();
    findings_.clear();
    described_.clear();
    encode(times, due);
    at_.recorder.append(findings_);
    time = at_.identity.stamp();
    at_.threads.endWalk(round_.threads(), round_.turns());
    count(times, due);
    recordCode(monotonicNanos() + kMostForCode);
  }
  lostDefinitions_ = !at_.samples.append(batch_, time);
}

// Returns whether no thread has run since its last walk: then the program need not be stopped, and the walk is open.
// Makes no call to the CLR until the walk is ended, so a thread that dies waits only for this thread. It is tried where
// it is likely to succeed.
bool Sampler::findStanding(Times& times, size_t& due) {
  if (!quiet_) {
    return false;
  }
  times.asked = monotonicNanos();
  due = at_.threads.beginWalk(round_.threads());
  if (!round_.allStand(standstill_, times.asked)) {
    at_.threads.endWalk(round_.threads(), 0);
    return false;
  }
  times.standing = times.asked;
  times.done = times.asked;
  times.running = times.asked;
  times.looked = monotonicNanos();
  times.counted = times.looked - times.asked;
  return true;
}

// Stops the program and walks. Returns whether it could be stopped. The program runs again afterwards; the walk is
// still open.
bool Sampler::walkThreads(Times& times, size_t& due) {
  const Pause pause;
  times.asked = pause.asked();
  times.stopped = true;
  {
    Clr::Suspension suspension(at_.clr);
    times.standing = monotonicNanos();
    if (cor::failed(suspension.result())) {
      bookRefusal(suspension.result(), times.standing);
      return false;
    }
    due = at_.threads.beginWalk(round_.threads());
    round_.walk(at_.clr, standstill_, times.standing, pace_.walkUntil(times.asked, times.standing));
    times.done = monotonicNanos();
  }
  times.running = round_.runsSince(times.done);
  times.looked = times.running;
  times.counted = pause.counted(times.running);
  return true;
}

// Threads that have not moved come first: the numbers of their stacks are known, and the table may become full later.
void Sampler::encode(const Times& times, size_t due) {
  const uint64_t micros = (times.asked - since_) / kMicro;
  layout::RoundSampled sampled{};
  sampled.interval = micros < UINT32_MAX ? static_cast<uint32_t>(micros) : UINT32_MAX;
  sampled.due = static_cast<uint32_t>(due);
  sampled.walked = static_cast<uint32_t>(round_.turns());
  sampled_.clear();
  taken_ = 0;
  for (size_t i = 0; i < round_.turns(); i++) {
    const Round::Turn& turn = round_.turn(i);
    if (!turn.walked) {
      encodeThread(i, {turn.place.stack, turn.place.leafForward, false}, sampled);
    }
  }
  for (size_t i = 0; i < round_.turns(); i++) {
    if (round_.turn(i).walked) {
      encodeWalked(i, times.standing, sampled);
    }
  }
  encodeRound(sampled);
}

// Writes one record, or more where the table of stacks becomes full: a stack that it forgot must not be referred to
// after that.
void Sampler::encodeWalked(size_t i, uint64_t standing, const layout::RoundSampled& sampled) {
  const Round::Turn& turn = round_.turn(i);
  StackTable::Place place{};
  if (turn.stack != Round::kNone) {
    const StackTable::Stack stack = round_.stack(turn.stack);
    place = stacks_.place(stack);
    if (place.number == 0) {
      encodeRound(sampled);
      stacks_.forgetAll();
      place = stacks_.place(stack);
    }
    if (place.number == 0) {
      at_.samples.drop();
      taken_++;
      return;
    }
    if (place.isNew) {
      define(stack, place.number);
    }
    encodeThread(i, place, sampled);
  }
  // a walk that failed for a reason other than the thread's own position may succeed in the next round
  const bool whole = turn.result == cor::kOk || (turn.result == cor::kFail && place.number == 0);
  const Standstill::Reading reading = whole ? turn.reading : Standstill::Reading{};
  standstill_.walked(round_.threads()[i], reading, standing, {place.number, place.leafForward});
}

void Sampler::encodeThread(size_t i, const StackTable::Place& place, const layout::RoundSampled& sampled) {
  if (sampled_.size() == kMostInRecord) {
    encodeRound(sampled);
  }
  if (place.number != 0) {
    sampled_.push({round_.threads()[i].id, place.number, place.leafForward});
    taken_++;
  }
}

void Sampler::encodeRound(const layout::RoundSampled& sampled) {
  if (sampled_.size() != 0) {
    batch_.add(sampled, Span<layout::SampledThread>{sampled_.data(), sampled_.size()});
    sampled_.clear();
  }
}

// All functions on a defined stack are known: both are forgotten together.
void Sampler::define(const StackTable::Stack& stack, uint32_t number) {
  layout::StackDefined defined{};
  defined.stack = number;
  defined.oldest = stacks_.oldest();
  defined.result = stack.result;
  defined.flags = stack.flags;
  const Ids functions{stack.functions, stack.count};
  batch_.add(defined, functions, Ids{stack.ips, stack.count});
  for (size_t i = 0; i < stack.count; i++) {
    if (metOnStack_.add(stack.functions[i])) {
      awaitingCode_.push(stack.functions[i]);
    }
  }
  unknown_.clear();
  at_.recorder.known().forUnknownFunctions(functions, [this](uint64_t id) {
    if (described_.add(id)) {
      unknown_.push(id);
    }
  });
  for (size_t i = 0; i < unknown_.size(); i++) {
    at_.recorder.describer().function(unknown_[i], layout::kOnStack, findings_);
  }
}

// Records code after the walk and after the samples: readers need it only for positions within a function. What there
// is no time for waits for the next round.
void Sampler::recordCode(uint64_t until) {
  Batch records;
  while (awaitingCode_.size() != 0 && monotonicNanos() < until) {
    at_.code.met(awaitingCode_[awaitingCode_.size() - 1], records);
    awaitingCode_.pop();
  }
  at_.identity.append(records);
}

void Sampler::forgetStacks() {
  stacks_.forgetAll();
  metOnStack_.clear();
  awaitingCode_.clear();
}

void Sampler::count(const Times& times, size_t due) {
  Locked locked(worker_.lock());
  const uint64_t standing = times.done - times.standing;
  const uint64_t suspending = times.standing - times.asked;
  totals_.rounds++;
  totals_.stacks += taken_;
  totals_.failedWalks += round_.turns() - taken_;
  totals_.stoppedTotal += standing;
  totals_.stoppedLongest = later(totals_.stoppedLongest, standing);
  totals_.suspendingTotal += suspending;
  totals_.suspendingLongest = later(totals_.suspendingLongest, suspending);
  if (times.stopped) {
    totals_.longestPause = later(totals_.longestPause, times.looked - times.asked);
    stopped_.add(standing);
    paused_.add(times.counted);
    outcomes_.count(layout::kSuspendRuntime, cor::kOk);
  }
  due_ += due;
  walked_ += round_.turns();
  sampledFor_ = sampledUntil(times.asked);
  since_ = times.asked;
  quiet_ = true;
  for (size_t i = 0; i < round_.turns(); i++) {
    if (round_.turn(i).walked) {
      outcomes_.count(layout::kDoStackSnapshot, round_.turn(i).result);
      quiet_ = false;
    }
  }
  pace_.paused(times.looked, times.counted);
}

void Sampler::bookRefusal(cor::HRESULT result, uint64_t now) {
  Locked locked(worker_.lock());
  outcomes_.count(layout::kSuspendRuntime, result);
  totals_.refusedSuspensions += !pace_.refused(now);
}

void Sampler::writeBooks() {
  batch_.clear();
  {
    Locked locked(worker_.lock());
    totals_.droppedSamples = at_.samples.dropped();
    batch_.add(totals_);
    batch_.add(state(), outcomes_.pairs());
  }
  at_.samples.append(batch_, at_.identity.stamp());
  quota_.find();
  nextBooks_ = monotonicNanos() + kSecond;
}

// Includes the time since the last round: after a long pause the next one may be seconds away.
uint64_t Sampler::sampledUntil(uint64_t now) const { return sampledFor_ + (pace_.active() ? now - since_ : 0); }

// To be called with the lock held.
layout::SamplerState Sampler::state() {
  layout::SamplerState state{};
  state.period = pace_.period();
  state.duty = static_cast<uint32_t>(pace_.duty());
  state.threads = static_cast<uint32_t>(at_.threads.count());
  state.sampling = sampledUntil(monotonicNanos());
  state.due = due_;
  state.walked = walked_;
  state.stoppedMedian = stopped_.permille(500);
  state.stoppedP99 = stopped_.permille(990);
  state.pausedTotal = paused_.total();
  state.pausedMedian = paused_.permille(500);
  state.pausedP99 = paused_.permille(990);
  state.pausedLongest = paused_.greatest();
  state.otherOutcomes = outcomes_.others();
  return state;
}

}  // namespace tiptoe
