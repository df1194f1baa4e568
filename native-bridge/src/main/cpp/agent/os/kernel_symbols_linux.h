// SPDX-License-Identifier: Apache-2.0
//
// The kernel's list of its symbols, /proc/kallsyms, read a piece at a time: the whole has some 5 MB and takes the kernel
// 30 ms to write. Where the process may not know the kernel's addresses, all of them are 0 in it.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::os {

// A line of the list. Valid only during the visit.
struct KernelSymbol {
  uint64_t address;
  bool isCode;
  const char* name;  // not terminated; with the module in brackets behind it where there is one: "ext4_readdir [ext4]"
  size_t length;
};

class KernelSymbols {
 public:
  KernelSymbols() = default;
  KernelSymbols(const KernelSymbols&) = delete;
  KernelSymbols& operator=(const KernelSymbols&) = delete;
  ~KernelSymbols() { close(); }

  // Returns 0, or an errno.
  int open(const char* path = "/proc/kallsyms");

  bool isOpen() const { return file_ >= 0; }

  // Reads the next piece, a few KiB, and calls visit(symbol) for each of its symbols. Returns false behind the last one,
  // or when there is an error: the list is closed then. Lines that are not of the list's form are left out.
  template <typename Visit>
  bool read(Visit visit) {
    if (!fill()) {
      return false;
    }
    KernelSymbol symbol;
    for (size_t at = 0; nextLine(at, symbol);) {
      if (symbol.length != 0) {
        visit(symbol);
      }
    }
    return true;
  }

  // Returns whether the list was read to its end, or as far as it is read at most.
  bool isWhole() const { return whole_; }

  void close();

 private:
  static constexpr size_t kRoom = 8 << 10;
  static constexpr size_t kMost = 64 << 20;  // bytes that are read of something else in its place

  bool fill();
  bool nextLine(size_t& at, KernelSymbol& symbol);

  int file_ = -1;
  bool whole_ = false;
  size_t left_ = 0;
  size_t filled_ = 0;
  char room_[kRoom];
};

}  // namespace tiptoe::os
