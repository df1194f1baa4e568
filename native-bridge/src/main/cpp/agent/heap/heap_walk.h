// SPDX-License-Identifier: Apache-2.0
//
// One walk over the heap, from the first object of each range of each generation to its last, while the program is
// still stopped by a collection that was full and not concurrent. Only then do the objects of a range follow each other
// without a gap, and is each of them either alive or marked as free: a dead object has lost its class already.
//
// The frozen heap is walked, too: objects that are never collected, such as literal strings and RuntimeTypes, which
// runtimes have since .NET 8 and which are in no generation. The runtime gives its bounds under a lock that threads
// hold in cooperative mode only, so that none of those that are stopped has it.
//
// It asks the CLR only for each object's class and size; it loads nothing and allocates nothing. Its memory lives as
// long as it does.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "clr.h"
#include "cor/heap_info.h"
#include "heap/census.h"

namespace tiptoe {

// The result of a walk.
struct HeapTotals {
  uint32_t shortfalls = 0;    // layout::HeapShortfall
  uint32_t generations = 0;   // layout::Generations that were walked to their end
  uint64_t objects = 0;
  uint64_t bytes = 0;         // of the objects counted
  uint64_t freeBytes = 0;     // of free space between them
  uint64_t leftOutBytes = 0;  // of ranges, or of their ends, that were not walked
  uint64_t walking = 0;       // nanoseconds that the program was stopped for the walk
  uint64_t collecting = 0;    // nanoseconds that it was stopped for the collection before
  uint32_t classes = 0;
};

class HeapWalk {
 public:
  explicit HeapWalk(Clr& clr) : clr_(clr) {}

  // Makes room for a walk that meets about so many classes. Returns whether there is memory. To be called before the
  // program is stopped.
  bool prepare(size_t classes);

  // Walks until it is done or monotonicNanos() has reached the deadline.
  void run(uint64_t deadline);

  const Census& census() const { return census_; }
  HeapTotals& totals() { return totals_; }

 private:
  using Range = cor::COR_PRF_GC_GENERATION_RANGE;
  using FrozenRange = cor::COR_PRF_NONGC_HEAP_RANGE;

  bool findRanges();
  bool findFrozenRanges();
  void walkGeneration(int32_t generation, uint64_t deadline);
  void walkRange(const Range& range, uint64_t deadline);

  Clr& clr_;
  Census census_;
  Buffer<Range, 1> ranges_;
  Buffer<FrozenRange, 1> frozen_;
  HeapTotals totals_;
};

}  // namespace tiptoe
