// SPDX-License-Identifier: Apache-2.0
//
// The native code of a process: its libraries, and the rules for unwinding each of them. Of a library that is loaded
// later, rows are made with the next update. Not thread-safe: it belongs to the thread that walks.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/span.h"
#include "unwind/eh_frame.h"
#include "unwind/row_table.h"

namespace tiptoe::unwind {

// Where the loader has placed a library.
struct LibraryRange {
  uint64_t start;        // its lowest address
  uint64_t end;          // behind its highest
  uint64_t frameHeader;  // the address of .eh_frame_hdr; 0 when it has none
  uint64_t identity;     // different for different files
};

class NativeCode {
 public:
  NativeCode() = default;
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;
  ~NativeCode();

  // Replaces the libraries by those that are loaded at a time, and keeps the rows of those that are the same. The
  // others were not there at the time of the last look, 0 when there was none. A library of which no rows can be made
  // (no memory, an unreadable section) is kept without.
  void update(Span<LibraryRange> loaded, uint64_t lastLook, uint64_t time);

  struct Found {
    bool inLibrary;
    const Rule* rule;  // null when the library has none for the address
    uint64_t rowEnd;  // the address from which another rule holds
    uint64_t since;   // other code may have lain there before
  };

  // Finds the rule for an address as of a time.
  Found find(uint64_t address, uint64_t time) const;

  size_t libraries() const { return libraries_.size(); }
  size_t rows() const;
  size_t retained() const;

  // Returns the number of functions whose descriptions could not be read.
  size_t unreadable() const;

 private:
  struct Library {
    LibraryRange range;
    uint64_t since;  // it may not have been there before
    size_t unreadable;
    RowTable rows;
  };

  Library* take(const LibraryRange& range);
  static Library* make(const LibraryRange& range, uint64_t since);
  static void readRows(Library& library);

  Buffer<Library*, 1> libraries_;  // by address
};

}  // namespace tiptoe::unwind
