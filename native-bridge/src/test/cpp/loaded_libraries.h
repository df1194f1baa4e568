// SPDX-License-Identifier: Apache-2.0
//
// The libraries of the test's own process, as its loader reports them.

#pragma once

#include <link.h>
#include <sys/auxv.h>

#include <string>
#include <vector>

#include "unwind/native_code.h"

struct LoadedLibrary {
  std::string path;  // empty for the program itself
  uint64_t bias;
  tiptoe::unwind::LibraryRange range;
};

inline std::vector<LoadedLibrary> loadedLibraries() {
  std::vector<LoadedLibrary> all;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* to) {
        LoadedLibrary library{info->dlpi_name, info->dlpi_addr, {UINT64_MAX, 0, 0, 0}};
        for (int i = 0; i < info->dlpi_phnum; i++) {
          const ElfW(Phdr)& header = info->dlpi_phdr[i];
          const uint64_t start = info->dlpi_addr + header.p_vaddr;
          if (header.p_type == PT_LOAD) {
            library.range.start = start < library.range.start ? start : library.range.start;
            library.range.end = start + header.p_memsz > library.range.end ? start + header.p_memsz : library.range.end;
          } else if (header.p_type == PT_GNU_EH_FRAME) {
            library.range.frameHeader = start;
          }
        }
        library.range.identity = std::hash<std::string>()(library.path);
        static_cast<std::vector<LoadedLibrary>*>(to)->push_back(library);
        return 0;
      },
      &all);
  return all;
}

inline void update(tiptoe::unwind::NativeCode& code, uint64_t time) {
  std::vector<tiptoe::unwind::LibraryRange> ranges;
  for (const LoadedLibrary& library : loadedLibraries()) {
    ranges.push_back(library.range);
  }
  code.update({ranges.data(), ranges.size()}, time - 1, time);
}
