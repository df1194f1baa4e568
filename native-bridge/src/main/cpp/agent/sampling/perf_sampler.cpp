// SPDX-License-Identifier: Apache-2.0

#include "sampling/perf_sampler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <new>

#include "base/moments.h"
#include "os/os.h"
#include "sampling/perf_registers.h"

namespace tiptoe {
namespace {

using os::Locked;
using os::monotonicNanos;

constexpr uint64_t kMilli = 1'000'000;
constexpr uint64_t kSecond = 1'000 * kMilli;

constexpr uint32_t kMostStackBytes = 60 << 10;
constexpr size_t kFewest = 4;       // stacks beyond their copies
constexpr size_t kTolerated = 100;  // one in so many
constexpr size_t kRare = 500;       // one in so many needs more than half of its copy
constexpr size_t kWindow = 1'000;

// Each ring has room for so long, where it need not be larger than what one process of a user may lock by default.
constexpr uint64_t kRoom = 120 * kMilli;
constexpr size_t kLeastRing = 128 << 10;
constexpr size_t kMostRing = 512 << 10;

constexpr uint64_t kShortestInterval = 2 * kMilli;
constexpr uint64_t kLongestInterval = 100 * kMilli;
constexpr uint64_t kRestingInterval = kSecond;

// so long are the rings read when it is time to end
constexpr uint64_t kLastRound = 200 * kMilli;

// before the kernel is asked again for what it has refused
constexpr uint64_t kRetry = 10 * kSecond;

// so that the samples fit into a record
constexpr size_t kMostInRecord = 40'000;

// Samples share a record while these are few and none is old.
constexpr size_t kFewSamples = 32;
constexpr uint64_t kOldSample = 200 * kMilli;
constexpr uint64_t kKernel = uint64_t{1} << 63;

layout::WalkEnd endOf(unwind::End end) {
  switch (end) {
    case unwind::End::kWhole:
      return layout::kThreadBase;
    case unwind::End::kTooDeep:
      return layout::kTooDeep;
    case unwind::End::kCopyEnds:
      return layout::kBeyondCopy;
    case unwind::End::kUnknownCode:
      return layout::kUnknownCode;
    case unwind::End::kNoRule:
      return layout::kNoRule;
    case unwind::End::kHijacked:
      return layout::kHijacked;
    case unwind::End::kImplausible:
      return layout::kImplausible;
  }
  return layout::kImplausible;
}

Text textOf(const char16_t* units) {
  size_t size = 0;
  while (units[size] != 0) {
    size++;
  }
  return {units, size};
}

// Returns the processor time of the program's threads.
uint64_t programNanos() {
  const uint64_t all = os::processNanos();
  const uint64_t ours = os::ourThreadsNanos();
  return all > ours ? all - ours : 0;
}

}  // namespace

bool PerfSampler::configure(uint64_t period) {
  Locked locked(worker_.lock());
  if (worker_.stopping()) {
    return false;
  }
  period_ = period == 0 ? 0 : sooner(later(period, kShortestPeriod), kLongestPeriod);
  configured_ = true;
  worker_.wake(locked);
  return worker_.start<PerfSampler, &PerfSampler::run>(locked, "tiptoe-perf", this);
}

PerfSampler::Status PerfSampler::status() {
  Locked locked(worker_.lock());
  return status_;
}

// A thread that is started again begins anew, with the period that is set then.
void PerfSampler::run() {
  os::reduceWakeupLatency();
  void* memory = malloc(sizeof(Walking));
  if (memory == nullptr) {
    at_.faults.other("no memory for the sampler of running threads");
    return;
  }
  walking_ = new (memory) Walking(at_, oldest_);
  work();
  oldest_ = walking_->table.next();
  walking_->~Walking();
  free(memory);
  walking_ = nullptr;
}

void PerfSampler::work() {
  while (awaitRound()) {
    round();
  }
  lastUntil_ = monotonicNanos() + kLastRound;
  if (events().isOpen()) {
    if (walking_->libraries.listed()) {
      collect();
    }
    forgetThreads();
    flush();
    countUsed();
    close();
  }
  walking_->kernel.finish(*this);
  lastUntil_ = 0;
  totals_.condition = totals_.condition == layout::kServing ? layout::kOff : totals_.condition;
  writeState();
}

// Waits until the rings are to be read, and applies new settings. Returns false when it is time to end.
bool PerfSampler::awaitRound() {
  uint64_t period = 0;
  {
    Locked locked(worker_.lock());
    const uint64_t next = monotonicNanos() + interval();
    while (!configured_ && !worker_.stopping() && worker_.waitUntil(locked, next)) {
    }
    if (worker_.stopping()) {
      return false;
    }
    if (!configured_) {
      return true;
    }
    configured_ = false;
    period = period_;
  }
  adopt(period);
  return true;
}

// A quarter of the time for which the rings have room. While nothing is sampled, only the news of the code map are
// taken over.
uint64_t PerfSampler::interval() const {
  return events().isOpen() ? sooner(later(events().patience() / 4, kShortestInterval), kLongestInterval)
                           : kRestingInterval;
}

void PerfSampler::adopt(uint64_t period) {
  if (events().isOpen()) {
    collect();
    forgetThreads();
    flush();
    countUsed();
    close();
  }
  nextState_ = 0;
  sampling_ = period;
  totals_.period = period;
  totals_.code = 0;
  totals_.condition = layout::kOff;
  refusal_ = u"";
  if (period != 0) {
    open();
  }
}

// The rings have room for kRoom where they need not be too large for that.
os::PerfSettings PerfSampler::settings(uint32_t stackBytes) const {
  os::PerfSettings settings;
  settings.period = sampling_;
  settings.stackBytes = stackBytes;
  settings.kernel = kernel_;
  settings.chain = kernel_ ? os::PerfChain::kKernel : os::PerfChain::kNone;
  settings.ringBytes = kLeastRing;
  while (settings.ringBytes < kMostRing && settings.ringBytes / stackBytes * sampling_ < kRoom) {
    settings.ringBytes *= 2;
  }
  return settings;
}

void PerfSampler::open() {
  const os::PerfSettings wanted = settings(stackBytes_);
  const int error = events().open(wanted, this);
  if (error == ECANCELED) {
    return;
  }
  since_ = 0;
  ringBytes_ = wanted.ringBytes;
  usedBefore_ = programNanos();
  totals_.condition = error == 0 ? layout::kServing : layout::kRefused;
  totals_.code = static_cast<uint32_t>(error);
  refusal_ = error == 0 ? u"" : os::PerfEvents::reason(error);
  opened(stackBytes_);
  if (error != 0) {
    fallback_.refused();
  } else {
    nameAll();
  }
}

void PerfSampler::opened(uint32_t stackBytes) {
  stackBytes_ = stackBytes;
  seen_ = 0;
  tooSmall_ = 0;
  moreThanHalf_ = 0;
  totals_.rings = events().extent().ringBytes;
  totals_.threads = static_cast<uint32_t>(events().extent().threads);
  totals_.missing = static_cast<uint32_t>(events().extent().missing);
  totals_.copied = stackBytes;
}

void PerfSampler::close() {
  lostBefore_ += events().totals().lost;
  events().close();
}

void PerfSampler::round() {
  collect();
  at_.code.forget(monotonicNanos() - 2 * kSecond);
  if (pending_.size() >= kFewSamples || hasOldSample() || monotonicNanos() >= nextState_) {
    flush();
  }
  if (monotonicNanos() >= nextState_) {
    countUsed();
    writeState();
  }
  if (events().isOpen()) {
    walking_->kernel.work();
    events().takeTurns();
    adaptCopies();
  }
}

// The rings are marked before the news of the code map and of the libraries are taken over: what a sample up to the mark
// executes was published before the sample was taken.
//
// The gate is held from before the news of the code map are taken over until all stacks are walked, so that no image
// is unmapped meanwhile. When it is time to end, libraries that came since the last time are not looked for.
void PerfSampler::collect() {
  if (lostDefinitions_) {
    walking_->table.forgetAll();
    lostDefinitions_ = false;
  }
  events().mark();
  if (events().isOpen() && !worker_.stopping() && walking_->libraries.update()) {
    walking_->walker.forget();
  }
  {
    Gate::User user(at_.gate);
    if (at_.code.takeOver()) {
      walking_->walker.forget();
    }
    events().read(*this, this);
  }
  nameBegun();
  forgetEnded();
}

bool PerfSampler::hasOldSample() const {
  return pending_.size() != 0 && monotonicNanos() > pending_[0].time + kOldSample;
}

// Copies that turned out to be too small are never made that small again: so their size does not go to and fro.
void PerfSampler::adaptCopies() {
  if (tooSmall_ >= kFewest && tooSmall_ * kTolerated > seen_ && stackBytes_ < kMostStackBytes) {
    leastStackBytes_ = stackBytes_ * 2 < kMostStackBytes ? stackBytes_ * 2 : kMostStackBytes;
    resize(leastStackBytes_);
  } else if (seen_ >= kWindow) {
    const bool small = moreThanHalf_ * kRare <= seen_ && stackBytes_ / 2 >= leastStackBytes_;
    seen_ = 0;
    tooSmall_ = 0;
    moreThanHalf_ = 0;
    if (small) {
      resize(stackBytes_ / 2);
    }
  }
}

// Copies of another size need other events, with rings of their own. They are opened beside those that serve, and take
// over at one moment: no sample is lost, and none counted twice. Where the system does not give them, or gives less,
// all stays as it is.
void PerfSampler::resize(uint32_t stackBytes) {
  if (monotonicNanos() < nextResize_) {
    return;
  }
  nextResize_ = monotonicNanos() + kRetry;
  os::PerfEvents& next = events_[1 - serving_];
  os::PerfSettings wanted = settings(stackBytes);
  wanted.ringBytes = later(wanted.ringBytes, ringBytes_);
  const int error = next.open(wanted, this);
  const os::PerfEvents::Extent& extent = next.extent();
  if (error != 0 || extent.missing > events().extent().missing || extent.ringBytes < events().extent().ringBytes) {
    next.close();
    return;
  }
  until_ = monotonicNanos();
  collect();
  close();
  since_ = until_;
  until_ = UINT64_MAX;
  serving_ = 1 - serving_;
  ringBytes_ = wanted.ringBytes;
  nextResize_ = 0;
  opened(stackBytes);
}

// The clocks are not read at one moment, so the time may seem to go back a little.
void PerfSampler::countUsed() {
  const uint64_t used = programNanos();
  if (events().isOpen() && used > usedBefore_) {
    time_.used += used - usedBefore_;
    usedBefore_ = used;
  }
}

void PerfSampler::sampled(const os::PerfSample& sample) {
  if (sample.time < since_ || sample.time >= until_ || !isOfProgram(sample.thread, sample.time)) {
    return;
  }
  const bool inKernel = (sample.address & kKernel) != 0;
  const size_t kernels = inKernel ? kernelCallers(sample) : 0;
  if (sample.registers == nullptr) {
    add(sample, {walking_->callers, kernels}, layout::kUnknownCode, 0, 0);
    return;
  }
  unwind::Interruption interruption{};
  interruption.time = sample.time;
  takeRegisters(sample.registers, interruption.registers);
  interruption.stack = {interruption.registers.stackPointer(), sample.stack};
  walking_->walker.walk(interruption, walking_->frames);
  if (walking_->frames.unknown != 0) {
    at_.unknown.note(walking_->frames.unknown, sample.time);
  }
  seen_++;
  // A copy also ends at a page that the thread has not touched yet; a larger one would not reach beyond that.
  tooSmall_ += walking_->frames.end == unwind::End::kCopyEnds && sample.stack.size == stackBytes_;
  moreThanHalf_ += walking_->frames.used * 2 > stackBytes_ || walking_->frames.end == unwind::End::kCopyEnds;
  const unwind::Frames& frames = walking_->frames;
  const uint32_t flags = frames.lacksThrowing ? uint32_t{layout::kFilter} : 0;
  if (inKernel) {
    memcpy(walking_->callers + kernels, frames.addresses, frames.count * sizeof(uint64_t));
    add(sample, {walking_->callers, kernels + frames.count}, endOf(frames.end), flags,
        static_cast<uint32_t>(kernels + 1 + frames.interrupted));
  } else {
    const size_t leaf = frames.count != 0;
    add(sample, {frames.addresses + leaf, frames.count - leaf}, endOf(frames.end), flags,
        static_cast<uint32_t>(frames.interrupted));
  }
}

// Of a thread inside the kernel the leaf is the kernel's. Takes its callers inside the kernel, which come before the
// thread's own leaf, and notes all of them for their names. Returns their number.
size_t PerfSampler::kernelCallers(const os::PerfSample& sample) {
  walking_->kernel.met(sample.address);
  size_t count = 0;
  bool isLeaf = true;
  for (size_t i = 0; i < sample.chain.size && count < kMostKernelCallers; i++) {
    const uint64_t address = sample.chain.items[i];
    if (address >= os::kPerfChainMark || (address & kKernel) == 0) {
      continue;
    }
    if (!isLeaf) {
      walking_->kernel.met(address - 1);
      walking_->callers[count++] = address;
    }
    isLeaf = false;
  }
  return count;
}

void PerfSampler::add(const os::PerfSample& sample, Ids callers, layout::WalkEnd end, uint32_t flags,
                      uint32_t interrupted) {
  const uint64_t properties = uint64_t{interrupted} << 32 | flags << 8 | end;
  CallersTable::Place place = walking_->table.place(callers, properties);
  if (place.number == 0) {
    flush();  // the samples so far refer to numbers that are forgotten now
    walking_->table.forgetAll();
    place = walking_->table.place(callers, properties);
  }
  if (place.number == 0) {
    at_.samples.drop();
    totals_.dropped++;
    return;
  }
  if (place.isNew) {
    define(place.number, callers, end, flags, interrupted);
  }
  pending_.push({sample.time, sample.address, sample.thread, place.number,
                 static_cast<uint32_t>(sooner(sample.weight, UINT32_MAX))});
  pendingTime_ += sample.weight;
  pendingWhole_ += end == layout::kThreadBase;
}

void PerfSampler::define(uint32_t number, Ids callers, layout::WalkEnd end, uint32_t flags, uint32_t interrupted) {
  layout::CallersDefined defined{};
  defined.stack = number;
  defined.oldest = walking_->table.oldest();
  defined.end = end;
  defined.flags = flags;
  defined.interrupted = interrupted;
  batch_.add(defined, callers);
}

// Records the name of a thread when it is met first. A name that it gets later is recorded when the kernel reports it.
// The agent's own threads are not sampled.
bool PerfSampler::isOfProgram(uint32_t thread, uint64_t time) {
  const KnownThread* known = threads_.find(thread);
  if (known != nullptr && known->met) {
    return !known->ours;
  }
  KnownThread now = known != nullptr ? *known : KnownThread{};
  now.met = true;
  now.sampled = time;
  now.ours = os::isOurThread(thread);
  if (!now.ours) {
    const os::ThreadName read = now.named ? now.name : os::threadName(thread);
    now.name = read.length != 0 ? read : now.name;
    if (now.name.length != 0) {
      recordName(thread, now.name);
    }
  }
  threads_.put(thread, now);
  return !now.ours;
}

// The kernel reports a name when it is set. For a thread that keeps its creator's name, or got its own before, the name
// is read while the thread lives: it may have ended when its first sample is read.
void PerfSampler::nameAll() {
  events().forEachOpened([this](uint32_t thread) { name(thread); });
}

void PerfSampler::nameBegun() {
  for (size_t i = 0; i < begun_.size(); i++) {
    name(begun_[i]);
  }
  begun_.clear();
}

void PerfSampler::name(uint32_t thread) {
  const KnownThread* known = threads_.find(thread);
  KnownThread now = known != nullptr ? *known : KnownThread{};
  if (!now.met && !now.named && now.ended == 0 && !os::isOurThread(thread)) {
    now.name = os::threadName(thread);
    threads_.put(thread, now);
  }
}

void PerfSampler::recordName(uint32_t thread, const os::ThreadName& name) {
  layout::OsThreadSeen seen{};
  seen.osThreadId = thread;
  names_.add(seen, Text{name.units, name.length});
}

// The beginning of a life of which a sample, the name or the end was read before, from another ring, is no news.
void PerfSampler::threadBegan(uint32_t thread, uint64_t time) {
  KnownThread* known = threads_.find(thread);
  if (known != nullptr && known->began == 0 && (known->sampled == 0 || time <= known->sampled) &&
      (known->ended == 0 || time <= known->ended)) {
    known->began = time;
    return;
  }
  forgetThread(thread);
  KnownThread now{};
  now.began = time;
  threads_.put(thread, now);
  begun_.push(thread);
}

// The name is kept for a thread that has ended when its samples are read.
void PerfSampler::threadNamed(uint32_t thread, Octets name) {
  const KnownThread* known = threads_.find(thread);
  KnownThread now = known != nullptr ? *known : KnownThread{};
  now.name = os::threadName(name);
  now.named = now.name.length != 0;
  if (now.met && !now.ours && now.name.length != 0) {
    recordName(thread, now.name);
  }
  threads_.put(thread, now);
}

// Samples of the thread, and its beginning, may be in rings that are read later; and it may be the end of a life before
// the one that is known.
void PerfSampler::threadEnded(uint32_t thread, uint64_t time) {
  const KnownThread* known = threads_.find(thread);
  KnownThread now = known != nullptr ? *known : KnownThread{};
  if (now.ended == 0 && now.began <= time) {
    now.ended = time;
    threads_.put(thread, now);
    ended_.push(thread);
  }
}

// Forgets the threads that had ended before the last reading: all of their samples are read. The rings are not marked at
// one moment, so a thread's end may be read before its last samples.
void PerfSampler::forgetEnded() {
  for (size_t i = 0; i < endedBefore_; i++) {
    const KnownThread* known = threads_.find(ended_[i]);
    if (known != nullptr && known->ended != 0) {
      forgetThread(ended_[i]);
    }
  }
  const size_t left = ended_.size() - endedBefore_;
  memmove(ended_.data(), ended_.data() + endedBefore_, left * sizeof(uint32_t));
  ended_.rewind(left);
  endedBefore_ = left;
}

// The thread with this number has ended, or its end will not be reported.
void PerfSampler::forgetThread(uint32_t thread) {
  const KnownThread* known = threads_.find(thread);
  if (known == nullptr) {
    return;
  }
  if (known->met && !known->ours && known->ended != 0) {
    recordName(thread, {});
  }
  threads_.remove(thread);
}

void PerfSampler::forgetThreads() {
  forgetEnded();
  forgetEnded();
  threads_.clear();
  begun_.clear();
}

// Appends what was collected: the names of threads first, which samples refer to.
void PerfSampler::flush() {
  at_.identity.append(names_);
  names_.clear();
  if (pending_.size() != 0) {
    const uint64_t time = at_.identity.stamp();
    encode(time);
    if (at_.samples.append(batch_, time)) {
      totals_.samples += pending_.size();
      totals_.whole += pendingWhole_;
      time_.sampled += pendingTime_;
    } else {
      totals_.dropped += pending_.size();
      lostDefinitions_ = true;
    }
  }
  batch_.clear();
  pending_.clear();
  pendingWhole_ = 0;
  pendingTime_ = 0;
}

// Encodes the samples in the order of their times; each processor's ring has that order already.
void PerfSampler::encode(uint64_t time) {
  for (size_t i = 1; i < pending_.size(); i++) {
    const Pending moved = pending_[i];
    size_t to = i;
    for (; to > 0 && pending_[to - 1].time > moved.time; to--) {
      pending_[to] = pending_[to - 1];
    }
    pending_[to] = moved;
  }
  const uint64_t behind = monotonicNanos() - at_.file.now();
  layout::AddressesSampled sampled{};
  sampled.engine = layout::kPerf;
  sampled.clock = layout::kProcessor;
  for (size_t at = 0; at < pending_.size();) {
    encoded_.clear();
    for (; at < pending_.size() && encoded_.size() < kMostInRecord; at++) {
      const Pending& sample = pending_[at];
      const uint64_t then = sample.time - behind;
      const uint64_t earlier = then < time ? time - then : 0;
      encoded_.push({sample.leaf, sample.thread, sample.stack,
                     static_cast<uint32_t>(sooner(earlier, UINT32_MAX)), sample.weight});
    }
    batch_.add(sampled, Span<layout::AddressSample>{encoded_.data(), encoded_.size()});
  }
}

void PerfSampler::writeState() {
  totals_.lost = lostBefore_ + events().totals().lost * events().isOpen();
  totals_.working = os::threadNanos(os::threadId());
  {
    Locked locked(worker_.lock());
    status_ = {totals_, time_, refusal_};
  }
  Batch state;
  state.add(totals_, textOf(refusal_));
  state.add(time_);
  at_.samples.append(state, at_.identity.stamp());
  nextState_ = monotonicNanos() + kSecond;
}

}  // namespace tiptoe
