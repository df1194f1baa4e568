// SPDX-License-Identifier: Apache-2.0
//
// The libraries of the process and the program itself, as the dynamic loader lists them.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

namespace tiptoe::os {

// A library of the process. Valid only during the visit.
struct Library {
  uint64_t bias;               // the difference between addresses in the process and in the file
  uint64_t start;              // of the range that its segments lie in
  uint64_t end;                // the first address behind that range
  uint64_t unwindHeader;       // the address of .eh_frame_hdr; 0: none
  uint64_t unwindHeaderBytes;  // its size
  Octets buildId;              // empty: none
  const char* path;            // as the loader has it; of the program itself that of its file
};

// How often the loader has loaded and unloaded a library. Equal counts mean the same libraries.
struct LoaderCounts {
  uint64_t added;
  uint64_t removed;

  bool operator==(const LoaderCounts& other) const { return added == other.added && removed == other.removed; }
  bool operator!=(const LoaderCounts& other) const { return !(*this == other); }
};

// Takes the loader's lock for a moment, like forEachLibrary().
LoaderCounts loaderCounts();

// Keeps the library with this code mapped until the process ends, even if it is closed. Returns false when that cannot be
// done.
// Code of the program itself is always mapped.
bool keepLibrary();

// Calls visit(target, library) for each library. The loader's lock is held meanwhile: no library is unmapped, and
// another thread that loads one waits.
void forEachLibrary(void (*visit)(void* target, const Library& library), void* target);

template <typename Visit>
void forEachLibrary(Visit visit) {
  forEachLibrary([](void* target, const Library& library) { (*static_cast<Visit*>(target))(library); }, &visit);
}

}  // namespace tiptoe::os
