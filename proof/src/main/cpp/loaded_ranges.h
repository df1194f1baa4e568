// SPDX-License-Identifier: Apache-2.0
//
// The libraries of this process, as its loader reports them.

#pragma once

#include <link.h>
#include <stdio.h>
#include <stdlib.h>

#include "unwind/native_code.h"

namespace tiptoe {

inline uint64_t libraryAdds() {
  uint64_t adds = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* to) {
        *static_cast<uint64_t*>(to) = info->dlpi_adds + info->dlpi_subs;
        return 1;
      },
      &adds);
  return adds;
}

inline unwind::LibraryRange rangeOf(const dl_phdr_info& info) {
  unwind::LibraryRange range{UINT64_MAX, 0, 0, 0};
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    const uint64_t start = info.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD) {
      range.start = start < range.start ? start : range.start;
      range.end = start + header.p_memsz > range.end ? start + header.p_memsz : range.end;
    } else if (header.p_type == PT_GNU_EH_FRAME) {
      range.frameHeader = start;
    }
  }
  return range;
}

struct Ranges {
  static constexpr size_t kMost = 512;

  size_t count;
  unwind::LibraryRange items[kMost];
};

// Returns the ranges in memory of their own; null when there is none.
inline const Ranges* loadedRanges() {
  auto* ranges = static_cast<Ranges*>(calloc(1, sizeof(Ranges)));
  if (ranges != nullptr) {
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* to) {
          auto* all = static_cast<Ranges*>(to);
          if (all->count < Ranges::kMost) {
            all->items[all->count++] = rangeOf(*info);
          }
          return 0;
        },
        ranges);
  }
  return ranges;
}

inline void updateLibraries(unwind::NativeCode& code, uint64_t time) {
  Buffer<unwind::LibraryRange, 64> ranges;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* to) {
        static_cast<Buffer<unwind::LibraryRange, 64>*>(to)->push(rangeOf(*info));
        return 0;
      },
      &ranges);
  code.update({ranges.data(), ranges.size()}, 0, time);
}

inline void nameLibrary(FILE* to, uint64_t address) {
  struct Asked {
    FILE* to;
    uint64_t address;
  } asked{to, address};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* question) {
        const auto* asked = static_cast<Asked*>(question);
        const unwind::LibraryRange range = rangeOf(*info);
        if (asked->address >= range.start && asked->address < range.end) {
          fprintf(asked->to, "%s+%zx", info->dlpi_name, asked->address - info->dlpi_addr);
        }
        return 0;
      },
      &asked);
}

}  // namespace tiptoe
