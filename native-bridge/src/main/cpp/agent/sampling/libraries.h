// SPDX-License-Identifier: Apache-2.0
//
// The libraries of the process as they come and go: records each in the trace, and gives the unwinder their ranges.
// Lists them again when the loader has loaded or unloaded one. Not thread-safe: it belongs to the thread that walks.

#pragma once

#include <stdint.h>

#include "base/buffer.h"
#include "os/libraries_linux.h"
#include "trace/identity_lane.h"
#include "unwind/native_code.h"

namespace tiptoe {

class Libraries {
 public:
  Libraries(IdentityLane& identity, unwind::NativeCode& code) : identity_(identity), code_(code) {}
  Libraries(const Libraries&) = delete;
  Libraries& operator=(const Libraries&) = delete;

  // Takes in what changed since the last call. Returns whether anything did.
  bool update();

  // Returns whether that was done once.
  bool listed() const { return listed_; }

 private:
  struct Known {
    uint64_t bias;
    unwind::LibraryRange range;

    bool operator==(const Known& other) const {
      return bias == other.bias && range.start == other.range.start && range.end == other.range.end &&
             range.identity == other.range.identity;
    }
  };
  using List = Buffer<Known, 64>;

  static bool contains(const List& list, const Known& library);
  void begin(const os::Library& library, Batch& records) const;
  void end(const List& now, Batch& records) const;

  IdentityLane& identity_;
  unwind::NativeCode& code_;
  List known_;
  bool listed_ = false;
  os::LoaderCounts counts_{};
  uint64_t looked_ = 0;         // when the loader was asked last, by the trace's time
  uint64_t lookedMoment_ = 0;  // the same, by the monotonic clock
};

}  // namespace tiptoe
