// SPDX-License-Identifier: Apache-2.0

#include "sampling/round.h"

#include "base/moments.h"
#include "os/os.h"
#include "trace/layout.h"

namespace tiptoe {
namespace {

constexpr size_t kDeepest = layout::kDeepestStack;
constexpr size_t kFirstRoom = 1 << 14;  // frames of one round: 256 KiB
constexpr size_t kMostRoom = 1 << 20;   // 16 MiB
constexpr cor::ThreadID kOwnThread = 0;
constexpr uint64_t kWorthALook = 100'000;  // ns; a program usually runs again sooner

}  // namespace

bool Round::prepare(size_t threads) {
  const size_t expected = threads + threads / 4 + 16;
  size_t room = functions_.capacity() < kFirstRoom ? kFirstRoom : functions_.capacity();
  if (overflowed_ && room < kMostRoom) {
    room *= 2;
  }
  functions_.clear();
  ips_.clear();
  stacks_.clear();
  turns_.clear();
  overflowed_ = false;
  return threads_.reserve(expected) && stacks_.reserve(threads_.capacity()) &&
         turns_.reserve(threads_.capacity()) && functions_.reserve(room) && ips_.reserve(functions_.capacity());
}

bool Round::allStand(const Standstill& standstill, uint64_t now) {
  for (size_t i = 0; i < threads_.size(); i++) {
    const Standstill::Reading reading = standstill.read(threads_[i]);
    const Standstill::Place* place = standstill.unmoved(threads_[i], reading, now);
    if (place == nullptr) {
      turns_.clear();
      return false;
    }
    turns_.push({reading, *place, false, cor::kOk, kNone});
  }
  return threads_.size() != 0;
}

void Round::walk(Clr& clr, const Standstill& standstill, uint64_t standing, uint64_t until) {
  bool more = threads_.size() != 0;
  while (more) {
    more = take(clr, standstill, standing) && turns() < threads_.size() && os::monotonicNanos() < until;
  }
}

// Walks one thread. Returns whether the room sufficed. The clock is read before the walk, so that anything the thread
// runs from then on is noticed.
bool Round::take(Clr& clr, const Standstill& standstill, uint64_t standing) {
  const Threads::Living& thread = threads_[turns()];
  Turn turn{standstill.read(clr, thread, standing), {}, false, cor::kOk, kNone};
  const Standstill::Place* place = standstill.unmoved(thread, turn.reading, standing);
  if (place != nullptr) {
    turn.place = *place;
  } else if (!walkOne(clr, thread.id, turn)) {
    return false;
  }
  turns_.push(turn);
  return true;
}

uint64_t Round::runsSince(uint64_t letGo) const {
  const uint64_t now = os::monotonicNanos();
  if (now < letGo + kWorthALook || stacks() == 0 || turns() < threads_.size()) {
    return now;
  }
  uint64_t since = letGo;
  for (size_t i = 0; i < turns() && since < now; i++) {
    since = turn(i).walked ? later(since, ranSince(turn(i))) : since;
  }
  return sooner(since, now);
}

// Returns since when a thread has run. What it ran since its clock was read, it ran in one piece until now, or it began
// sooner. It may have run native code while others stood; then nothing kept it from running.
uint64_t Round::ranSince(const Turn& turn) {
  const uint64_t ran = turn.reading.ran != 0 ? os::threadNanos(turn.reading.osThread) : 0;
  const uint64_t now = os::monotonicNanos();
  return ran > turn.reading.ran ? now - (ran - turn.reading.ran) : now;
}

bool Round::prepareOwn() { return functions_.reserve(kDeepest) && ips_.reserve(functions_.capacity()); }

void Round::walkOwn(Clr& clr) {
  Turn turn{};
  walkOne(clr, kOwnThread, turn);
}

// Returns whether the room sufficed; if not, the thread counts as not walked.
bool Round::walkOne(Clr& clr, cor::ThreadID thread, Turn& turn) {
  first_ = functions_.size();
  truncated_ = false;
  constexpr cor::ULONG kDefault = 0;
  const cor::HRESULT result =
      clr.ask(&Clr::Slots::DoStackSnapshot, thread, &Round::frame, kDefault, static_cast<void*>(this),
              static_cast<uint8_t*>(nullptr), cor::ULONG{0});
  if (overflowed_) {
    functions_.rewind(first_);
    ips_.rewind(first_);
    return false;
  }
  turn.walked = true;
  turn.result = result;
  const size_t count = functions_.size() - first_;
  if (count != 0) {
    turn.stack = stacks_.size();
    stacks_.push({result, truncated_ ? layout::kTruncated : 0u, first_, count});
  }
  return true;
}

// Any result but kOk ends the walk.
cor::HRESULT Round::frame(cor::FunctionID function, uintptr_t ip, cor::COR_PRF_FRAME_INFO, cor::ULONG, uint8_t*,
                          void* self) {
  return static_cast<Round*>(self)->store(function, ip) ? cor::kOk : cor::kFalse;
}

// The position in unmanaged frames is dropped: it is of no use without native symbols, and would make each position a
// new stack.
bool Round::store(cor::FunctionID function, uint64_t ip) {
  const size_t count = functions_.size() - first_;
  if (function == 0 && count != 0 && functions_[functions_.size() - 1] == 0) {
    return true;  // still the same run of unmanaged frames
  }
  if (count == kDeepest) {
    truncated_ = true;
    return false;
  }
  overflowed_ = overflowed_ || functions_.size() == functions_.capacity();
  if (overflowed_) {
    return false;
  }
  functions_.push(function);
  ips_.push(function != 0 ? ip : 0);
  return true;
}

StackTable::Stack Round::stack(size_t i) const {
  const Stack& stack = stacks_[i];
  return {functions_.data() + stack.first, ips_.data() + stack.first, stack.count,
          static_cast<uint32_t>(stack.result), stack.flags};
}

}  // namespace tiptoe
