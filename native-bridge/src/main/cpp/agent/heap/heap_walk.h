// SPDX-License-Identifier: Apache-2.0
//
// One walk over the heap, from the first object of each range of each generation to its last, while a collection that
// was full and not concurrent still holds the program. Only then do the objects of a range follow each other without a
// gap, and only then is each of them alive or marked as free: what died has lost its class already.
//
// It asks the CLR for each object's class and size, and for nothing else; it loads nothing and allocates nothing. Its
// memory lives as long as it does.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "clr.h"
#include "cor/heap_info.h"
#include "heap/census.h"

namespace tiptoe {

// What came of a walk.
struct HeapTotals {
  uint32_t shortfalls = 0;    // layout::HeapShortfall
  uint32_t generations = 0;   // a bit for each, COR_PRF_GC_GENERATION, that was walked to its end
  uint64_t objects = 0;
  uint64_t bytes = 0;         // of these
  uint64_t freeBytes = 0;     // between these
  uint64_t leftOutBytes = 0;  // of ranges, or ends of ranges, that were not walked
  uint64_t walking = 0;       // nanoseconds that the program stood still for the walk
  uint64_t collecting = 0;    // and before that for the collection
  uint32_t classes = 0;
};

class HeapWalk {
 public:
  explicit HeapWalk(Clr& clr) : clr_(clr) {}

  // Makes room for a walk that meets about so many classes; whether there is memory. Before the program is stopped.
  bool prepare(size_t classes);

  // Walks until it is done, or the moment of monotonicNanos() has come.
  void run(uint64_t deadline);

  const Census& census() const { return census_; }
  HeapTotals& totals() { return totals_; }

 private:
  using Range = cor::COR_PRF_GC_GENERATION_RANGE;

  bool findRanges();
  void walkGeneration(int32_t generation, uint64_t deadline);
  void walkRange(const Range& range, uint64_t deadline);

  Clr& clr_;
  Census census_;
  Buffer<Range, 1> ranges_;
  HeapTotals totals_;
};

}  // namespace tiptoe
