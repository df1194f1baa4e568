// SPDX-License-Identifier: Apache-2.0
//
// The trace that the agent writes into a folder of the observed process, up to its present end.

#pragma once

#include <stdint.h>

#include "bytes.h"
#include "folder.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

class AgentsTrace {
 public:
  // Chooses a name that cannot be predicted; the agent creates the file.
  void begin(const Folder& folder) {
    folder_ = &folder;
    randomName("tiptoe-", ".tiptoe", name_, sizeof name_);
  }

  const char* name() const { return name_; }

  // Appends the file's size, the offset of the first data at or behind this offset, and that data, at most so many
  // bytes. When there is no data up to the end, the offset is that of the end.
  Outcome read(const ObservedProcess& process, uint64_t offset, uint32_t most, Bytes& answer);

  // Removes the file, if the name still leads to it.
  void end();

 private:
  Outcome open(const ObservedProcess& process);

  const Folder* folder_ = nullptr;
  Descriptor file_;  // the file that was opened first
  char name_[64] = "";
};

}  // namespace tiptoe::border
