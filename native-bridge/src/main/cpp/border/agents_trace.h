// SPDX-License-Identifier: Apache-2.0
//
// The trace that the agent writes in a folder of the observed process, as far as it has come.

#pragma once

#include <stdint.h>

#include "bytes.h"
#include "folder.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

class AgentsTrace {
 public:
  // Gives it a name that nobody can foresee; the agent makes the file.
  void begin(const Folder& folder) {
    folder_ = &folder;
    randomName("tiptoe-", ".tiptoe", name_, sizeof name_);
  }

  const char* name() const { return name_; }

  // Appends the file's size, where the data begins that lies at this offset or is the next behind it, and that data,
  // at most so many bytes. Where there is none up to the end, it begins at the end.
  Outcome read(const ObservedProcess& process, uint64_t offset, uint32_t most, Bytes& answer);

  // Removes it, if the name still leads to it.
  void end();

 private:
  Outcome open(const ObservedProcess& process);

  const Folder* folder_ = nullptr;
  Descriptor file_;  // the first that was there
  char name_[64] = "";
};

}  // namespace tiptoe::border
