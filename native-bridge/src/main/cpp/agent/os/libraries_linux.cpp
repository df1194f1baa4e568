// SPDX-License-Identifier: Apache-2.0

#include "os/libraries_linux.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// In the version of the oldest glibc, as in threads.cpp; and weak, since before 2.34 it is in a library of its own, which
// a process with a runtime has, but which is not asked for.
#if defined(__x86_64__) && defined(__GLIBC__)
__asm__(".symver dlopen,dlopen@GLIBC_2.2.5");
#endif
#pragma weak dlopen

namespace tiptoe::os {
namespace {

constexpr size_t kLongestBuildId = 64;

// Returns whether a range of addresses lies in the readable part of a segment.
bool isReadable(const dl_phdr_info& info, uint64_t start, uint64_t size) {
  for (size_t i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    const uint64_t offset = start - (info.dlpi_addr + segment.p_vaddr);
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_R) != 0 && offset < segment.p_memsz &&
        size <= segment.p_memsz - offset) {
      return true;
    }
  }
  return false;
}

// Looks for the build ID in a segment of notes. Each note has a header, its owner's name and a description; both are
// padded to four bytes.
Octets buildIdIn(const uint8_t* notes, size_t size) {
  constexpr char kOwner[] = "GNU";
  for (size_t at = 0; size - at >= sizeof(ElfW(Nhdr));) {
    ElfW(Nhdr) note;
    memcpy(&note, notes + at, sizeof note);
    at += sizeof note;
    const size_t name = (size_t{note.n_namesz} + 3) & ~size_t{3};
    const size_t description = (size_t{note.n_descsz} + 3) & ~size_t{3};
    if (name > size - at || description > size - at - name) {
      break;
    }
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof kOwner &&
        memcmp(notes + at, kOwner, sizeof kOwner) == 0 && note.n_descsz <= kLongestBuildId) {
      return {notes + at + name, note.n_descsz};
    }
    at += name + description;
  }
  return {};
}

// The library, or the program, that an address is in.
struct Owner {
  uint64_t of;
  bool isProgram;
  char path[PATH_MAX];
};

// The path of the program's own file, which the loader does not have.
struct ProgramPath {
  char bytes[PATH_MAX];

  ProgramPath() {
    const ssize_t size = readlink("/proc/self/exe", bytes, sizeof bytes - 1);
    bytes[size > 0 ? size : 0] = '\0';
  }
};

struct Visit {
  void (*visit)(void* target, const Library& library);
  void* target;
  const ProgramPath& program;
};

Library described(const dl_phdr_info& info) {
  Library library{};
  library.bias = info.dlpi_addr;
  library.start = UINT64_MAX;
  for (size_t i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    const uint64_t start = info.dlpi_addr + segment.p_vaddr;
    switch (segment.p_type) {
      case PT_LOAD:
        library.start = start < library.start ? start : library.start;
        library.end = start + segment.p_memsz > library.end ? start + segment.p_memsz : library.end;
        break;
      case PT_GNU_EH_FRAME:
        library.unwindHeader = start;
        library.unwindHeaderBytes = segment.p_memsz;
        break;
      case PT_NOTE:
        if (library.buildId.size == 0 && isReadable(info, start, segment.p_memsz)) {
          library.buildId = buildIdIn(reinterpret_cast<const uint8_t*>(start), segment.p_memsz);
        }
        break;
      default:
        break;
    }
  }
  return library;
}

int visitOne(dl_phdr_info* info, size_t, void* data) {
  const auto& to = *static_cast<const Visit*>(data);
  Library library = described(*info);
  if (library.start < library.end) {
    library.path = info->dlpi_name == nullptr || *info->dlpi_name == '\0' ? to.program.bytes : info->dlpi_name;
    to.visit(to.target, library);
  }
  return 0;
}

int countOne(dl_phdr_info* info, size_t size, void* data) {
  if (size >= offsetof(dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs) {
    *static_cast<LoaderCounts*>(data) = {info->dlpi_adds, info->dlpi_subs};
  }
  return 1;
}

}  // namespace

LoaderCounts loaderCounts() {
  LoaderCounts counts{};
  dl_iterate_phdr(countOne, &counts);
  return counts;
}

void forEachLibrary(void (*visit)(void* target, const Library& library), void* target) {
  const ProgramPath program;
  Visit to{visit, target, program};
  dl_iterate_phdr(visitOne, &to);
}

bool keepLibrary() {
  const auto find = [](dl_phdr_info* info, size_t, void* data) {
    auto& found = *static_cast<Owner*>(data);
    const Library library = described(*info);
    if (found.of < library.start || found.of >= library.end) {
      return 0;
    }
    const char* name = info->dlpi_name != nullptr ? info->dlpi_name : "";
    found.isProgram = *name == '\0';
    snprintf(found.path, sizeof found.path, "%s", name);
    return 1;
  };
  Owner owner{reinterpret_cast<uint64_t>(&keepLibrary), false, ""};
  dl_iterate_phdr(find, &owner);
  return owner.isProgram ||
         (&dlopen != nullptr && dlopen(owner.path, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) != nullptr);
}

}  // namespace tiptoe::os
