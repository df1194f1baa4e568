// SPDX-License-Identifier: Apache-2.0

#include "heap/heap_walk.h"

#include "base/moments.h"
#include "os/os.h"
#include "trace/layout.h"

namespace tiptoe {
namespace {

using Slots = cor::HeapSlots;
using os::monotonicNanos;

constexpr int32_t kGenerations = 5;      // 0 to 2, large objects, pinned objects
constexpr int32_t kFrozen = 5;           // the frozen heap, as another generation
constexpr size_t kMostFrozenRanges = 1 << 10;  // the runtime usually reserves 4 MiB or more for each
constexpr size_t kMostRanges = 1 << 16;  // a range usually has 4 MiB: enough for a heap of 256 GiB
constexpr uint64_t kAlignment = sizeof(void*);
constexpr uint64_t kSmallest = 3 * sizeof(void*);  // bytes: header, class, one field
constexpr unsigned kLooksAtClock = 256;            // objects between two readings of the clock: some microseconds

static_assert(layout::kFrozenObjects == 1u << kFrozen, "the bits go on after those of the generations");

uint64_t aligned(uint64_t size) { return (size + kAlignment - 1) & ~(kAlignment - 1); }

}  // namespace

bool HeapWalk::prepare(size_t classes) {
  totals_ = {};
  ranges_.clear();
  frozen_.clear();
  return census_.prepare(classes) && ranges_.reserve(kMostRanges + kMostFrozenRanges) &&
         frozen_.reserve(kMostFrozenRanges);
}

void HeapWalk::run(uint64_t deadline) {
  OurTurn ours;
  const uint64_t began = monotonicNanos();
  if (findRanges()) {
    for (int32_t generation = 0; generation < kGenerations; generation++) {
      walkGeneration(generation, deadline);
    }
  }
  if (findFrozenRanges()) {
    walkGeneration(kFrozen, deadline);
  }
  totals_.classes = static_cast<uint32_t>(census_.classes());
  totals_.walking = monotonicNanos() - began;
}

bool HeapWalk::findRanges() {
  cor::ULONG count = 0;
  const auto room = static_cast<cor::ULONG>(ranges_.capacity());
  const cor::HRESULT result = clr_.call(&Slots::GetGenerationBounds, room, &count, ranges_.data());
  if (cor::failed(result)) {
    totals_.shortfalls |= layout::kNoRanges;
    return false;
  }
  if (count > room) {
    totals_.shortfalls |= layout::kNoRanges;  // the remaining ranges, whose size is not known
    count = room;
  }
  ranges_.extend(count);
  return true;
}

// Adds the frozen heap's ranges to the others. A runtime without the call has no frozen heap.
bool HeapWalk::findFrozenRanges() {
  if (!clr_.hasInfo14()) {
    return true;
  }
  cor::ULONG count = 0;
  const auto room = static_cast<cor::ULONG>(frozen_.capacity());
  const cor::HRESULT result = clr_.call(&Slots::GetNonGCHeapBounds, room, &count, frozen_.data());
  if (cor::failed(result) || count > room) {
    totals_.shortfalls |= layout::kNoFrozenRanges;
  }
  if (cor::failed(result)) {
    return false;
  }
  for (size_t i = 0; i < sooner(count, room); i++) {
    const FrozenRange& range = frozen_.data()[i];
    ranges_.push({kFrozen, range.start, range.length, range.reserved});
  }
  return true;
}

void HeapWalk::walkGeneration(int32_t generation, uint64_t deadline) {
  const uint64_t leftOut = totals_.leftOutBytes;
  for (size_t i = 0; i < ranges_.size(); i++) {
    if (ranges_[i].generation == generation) {
      walkRange(ranges_[i], deadline);
    }
  }
  const uint32_t unlisted = generation == kFrozen ? layout::kNoFrozenRanges : layout::kNoRanges;
  if (totals_.leftOutBytes == leftOut && (totals_.shortfalls & unlisted) == 0) {
    totals_.generations |= 1u << generation;
  }
}

// The class 0 marks free space, and objects of types that are being unloaded.
void HeapWalk::walkRange(const Range& range, uint64_t deadline) {
  uint64_t at = range.start;
  const uint64_t end = range.start + range.length;
  for (unsigned objects = 0; at < end; objects++) {
    if (objects % kLooksAtClock == 0 && monotonicNanos() >= deadline) {
      totals_.shortfalls |= layout::kOutOfTime;
      break;
    }
    cor::ClassID classId = 0;
    size_t size = 0;
    if (cor::failed(clr_.ask(&Slots::GetClassFromObject, at, &classId)) ||
        cor::failed(clr_.ask(&Slots::GetObjectSize2, at, &size)) || size < kSmallest || size > end - at || aligned(size) > end - at) {
      totals_.shortfalls |= layout::kBrokenRange;
      break;
    }
    at += aligned(size);
    if (classId == 0) {
      totals_.freeBytes += aligned(size);
      continue;
    }
    totals_.objects++;
    totals_.bytes += size;
    if (!census_.add(classId, size)) {
      totals_.shortfalls |= layout::kTooManyClasses;
    }
  }
  totals_.leftOutBytes += end - at;
}

}  // namespace tiptoe
