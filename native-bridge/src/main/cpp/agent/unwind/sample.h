// SPDX-License-Identifier: Apache-2.0
//
// What an engine knows of a thread that it interrupted, and what a walk makes of it.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/span.h"
#include "unwind/registers.h"

namespace tiptoe::unwind {

// A copy of the lowest part of a stack: the bytes from the stack pointer upwards, as far as they were copied.
struct StackCopy {
  uint64_t base = 0;  // the address of the first byte
  Octets bytes;

  // Returns the first address behind the copy.
  uint64_t end() const { return base + bytes.size; }

  // Reads a word. Returns false when the copy does not contain it.
  bool read(uint64_t address, uint64_t& word) const {
    const uint64_t offset = address - base;
    if (address < base || bytes.size < sizeof word || offset > bytes.size - sizeof word) {
      return false;
    }
    memcpy(&word, bytes.items + offset, sizeof word);
    return true;
  }
};

struct Interruption {
  uint64_t time;  // as os::monotonicNanos() counts: code is looked up as of then
  Registers registers;
  StackCopy stack;
};

// How a walk ended.
enum class End : uint8_t {
  kWhole,        // it reached the thread's first function; each frame lies in known code
  kTooDeep,      // it has as many frames as there is room for
  kCopyEnds,     // the frame reaches beyond the copy of the stack
  kUnknownCode,  // no code is known at the address
  kNoRule,       // the code is known, but not where its caller is
  kHijacked,     // the runtime has replaced the return address in order to stop the thread
  kImplausible,  // the rule leads to no possible caller
};

// The frames of one walk, the innermost first. The first address is that of the next instruction of the interrupted
// code; the others are return addresses, but for the frame that a signal handler interrupted. Every frame is the
// caller of the one before it, also when the walk broke off. Memory: 8 KiB.
struct Frames {
  static constexpr size_t kMost = 1024;

  uint64_t addresses[kMost];
  size_t count = 0;
  End end = End::kUnknownCode;
  uint64_t brokeAt = 0;        // the address whose caller was not found; 0 when the walk is whole
  uint64_t unknown = 0;        // an address in an instruction of a frame whose code is not known; 0: there is none
  size_t interrupted = 0;      // the last frame that was interrupted, not called: 0, or the caller of a signal handler
  uint64_t used = 0;           // bytes of the stack's copy up to the last frame that was found
  bool lacksThrowing = false;  // an exception filter is on the stack, and the frames that threw are missing

  bool whole() const { return end == End::kWhole; }
};

}  // namespace tiptoe::unwind
