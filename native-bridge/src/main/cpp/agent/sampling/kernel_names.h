// SPDX-License-Identifier: Apache-2.0
//
// The names of the kernel's functions that samples are in: records each function in the trace once. The kernel's list
// is read through for all of them together, a piece at a time, and seldom, so that it costs little and the rings are
// read in time meanwhile. Not thread-safe.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "os/kernel_symbols_linux.h"
#include "os/perf_records_linux.h"
#include "trace/identity_lane.h"

namespace tiptoe {

class KernelNames {
 public:
  explicit KernelNames(IdentityLane& identity, const char* list = "/proc/kallsyms")
      : identity_(identity), list_(list) {}
  KernelNames(const KernelNames&) = delete;
  KernelNames& operator=(const KernelNames&) = delete;

  // Notes an address of the kernel.
  void met(uint64_t address);

  // Reads on in the list, for about a millisecond, when there is something to find and it is time.
  void work();

  // Finds what is left to find, unless patience ends before.
  void finish(const os::PerfPatience& patience);

 private:
  // The function that the list has for an address so far.
  struct Candidate {
    static constexpr size_t kLongestName = 127;

    uint64_t address;
    uint64_t start;  // 0: none yet
    uint64_t end;    // the next function
    char name[kLongestName];
    uint8_t length;
  };
  struct Range {
    uint64_t start;
    uint64_t end;
  };

  static constexpr size_t kMostAddresses = 2048;  // that are looked for together
  static constexpr size_t kMostUnlisted = 1024;
  static constexpr size_t kMostFunctions = 8192;
  static constexpr uint64_t kLargestFunction = 256 << 10;

  bool isKnown(uint64_t address) const;
  bool begin();
  bool readPiece();
  void take(const os::KernelSymbol& symbol);
  void end();
  static bool isListed(const Candidate& candidate);
  void noteUnlisted(uint64_t address);
  void record(const Candidate& function, Batch& records);

  IdentityLane& identity_;
  const char* list_;
  os::KernelSymbols symbols_;
  bool hidden_ = false;  // the list cannot be read, or has no addresses
  bool anyAddress_ = false;
  uint64_t next_ = 0;              // not before that is the list read again
  Buffer<uint64_t, 16> wanted_;    // in their order; not in known_
  Buffer<Candidate, 1> sought_;    // while the list is read, in the order of their addresses
  Buffer<uint64_t, 16> unlisted_;  // in their order: addresses that the list did not have
  Buffer<Range, 16> known_;        // in their order
};

}  // namespace tiptoe
