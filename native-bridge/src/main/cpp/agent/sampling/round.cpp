// SPDX-License-Identifier: Apache-2.0

#include "sampling/round.h"

namespace tiptoe {
namespace {

constexpr size_t kDeepest = 2048;       // frames of one stack
constexpr size_t kFirstRoom = 1 << 14;  // frames of one round: 128 KiB
constexpr size_t kMostRoom = 1 << 20;   // 8 MiB

}  // namespace

bool Round::prepare(size_t threads) {
  const size_t expected = threads + threads / 4 + 16;
  size_t room = frames_.capacity() < kFirstRoom ? kFirstRoom : frames_.capacity();
  if (overflowed_ && room < kMostRoom) {
    room *= 2;
  }
  frames_.clear();
  stacks_.clear();
  failed_ = 0;
  overflowed_ = false;
  return threads_.reserve(expected) && stacks_.reserve(threads_.capacity()) && frames_.reserve(room);
}

void Round::walk(Clr& clr, cor::ThreadID thread) {
  if (overflowed_) {
    failed_++;  // no room is left; the next round has more
    return;
  }
  first_ = frames_.size();
  truncated_ = false;
  constexpr cor::ULONG kDefault = 0;
  const cor::HRESULT result =
      clr.ask(&Clr::Slots::DoStackSnapshot, thread, &Round::frame, kDefault, static_cast<void*>(this),
              static_cast<uint8_t*>(nullptr), cor::ULONG{0});
  const size_t count = frames_.size() - first_;
  if (count == 0) {
    failed_++;
    return;
  }
  stacks_.push({thread, result, truncated_ ? layout::kTruncated : 0u, first_, count});
}

// Anything but kOk ends the walk.
cor::HRESULT Round::frame(cor::FunctionID function, uintptr_t, cor::COR_PRF_FRAME_INFO, cor::ULONG, uint8_t*,
                          void* self) {
  return static_cast<Round*>(self)->store(function) ? cor::kOk : cor::kFalse;
}

bool Round::store(cor::FunctionID function) {
  const size_t count = frames_.size() - first_;
  if (function == 0 && count != 0 && frames_[frames_.size() - 1] == 0) {
    return true;  // the same unmanaged run
  }
  overflowed_ = overflowed_ || frames_.size() == frames_.capacity();
  if (count == kDeepest || overflowed_) {
    truncated_ = true;
    return false;
  }
  frames_.push(function);
  return true;
}

void Round::encode(Batch& batch) const {
  for (size_t i = 0; i < stacks_.size(); i++) {
    const Stack& stack = stacks_[i];
    layout::StackSample sample{};
    sample.threadId = stack.thread;
    sample.result = static_cast<uint32_t>(stack.result);
    sample.flags = stack.flags;
    batch.add(sample, Ids{frames_.data() + stack.first, stack.count});
  }
}

}  // namespace tiptoe
