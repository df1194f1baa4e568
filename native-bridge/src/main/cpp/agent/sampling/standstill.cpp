// SPDX-License-Identifier: Apache-2.0

#include "sampling/standstill.h"

#include "os/os.h"

namespace tiptoe {
namespace {

constexpr uint64_t kTrust = 100'000'000;  // ns
constexpr int kTrials = 64;
constexpr size_t kForgotten = 64;  // how many ended threads may stay in the table

}  // namespace

// The asking thread runs between any two questions, so its clock must advance.
bool Standstill::clockIsFine() {
  const uint32_t self = os::threadId();
  uint64_t before = os::threadNanos(self);
  for (int i = 0; i < kTrials; i++) {
    const uint64_t now = os::threadNanos(self);
    if (before == 0 || now <= before) {
      return false;
    }
    before = now;
  }
  return true;
}

void Standstill::begin(size_t threads, uint32_t oldest) {
  oldest_ = oldest;
  if (last_.size() > 2 * threads + kForgotten) {
    last_.clear();
  }
}

Standstill::Reading Standstill::read(const Threads::Living& thread) const {
  const Last* last = last_.find(thread.id);
  if (last == nullptr || last->life != thread.life) {
    return {};
  }
  return {last->reading.osThread, os::threadNanos(last->reading.osThread)};
}

Standstill::Reading Standstill::read(Clr& clr, const Threads::Living& thread, uint64_t now) const {
  if (!trusted_) {
    return {};
  }
  const Last* last = last_.find(thread.id);
  if (last != nullptr && last->life == thread.life && now - last->at < kTrust) {
    return read(thread);
  }
  Reading reading{};
  if (cor::succeeded(clr.ask(&Clr::Slots::GetThreadInfo, thread.id, &reading.osThread))) {
    reading.ran = os::threadNanos(reading.osThread);
  }
  return reading;
}

const Standstill::Place* Standstill::unmoved(const Threads::Living& thread, const Reading& reading,
                                             uint64_t now) const {
  const Last* last = last_.find(thread.id);
  const bool same = last != nullptr && last->life == thread.life && reading.ran != 0 &&
                    last->reading.osThread == reading.osThread && last->reading.ran == reading.ran;
  const bool known = same && (last->place.stack == 0 || last->place.stack >= oldest_);
  return known && now - last->at < kTrust ? &last->place : nullptr;
}

void Standstill::walked(const Threads::Living& thread, const Reading& reading, uint64_t now, const Place& place) {
  if (reading.ran == 0) {
    last_.remove(thread.id);
  } else {
    last_.put(thread.id, {thread.life, now, reading, place});
  }
}

}  // namespace tiptoe
