// SPDX-License-Identifier: Apache-2.0
//
// The IDs whose meaning is in the trace already. An ID is added only after its record was appended, so that whoever
// finds it here may rely on that. Unloading forgets them all: an instantiation over types of several modules dies
// with any of them, and what lives on is simply told once more. For any number of threads; its lock is a leaf.

#pragma once

#include "base/id_set.h"
#include "base/span.h"
#include "os/threads.h"
#include "trace/layout.h"

namespace tiptoe {

class Known {
 public:
  bool hasClass(uint64_t classId);

  // Whether the compilation of this function was told.
  bool hasJitted(uint64_t functionId);

  // Calls unknown(id) for each function that is not known and not 0. The lock is held meanwhile.
  template <typename Unknown>
  void forUnknownFunctions(Ids functionIds, Unknown unknown) {
    os::Locked locked(lock_);
    for (size_t i = 0; i < functionIds.size; i++) {
      const uint64_t id = functionIds.items[i];
      if (id != 0 && !functions_.contains(id)) {
        unknown(id);
      }
    }
  }

  // Adds what a record that was appended describes.
  void add(const layout::RecordHeader* record);

  void forgetFunction(uint64_t functionId);
  void forgetAll();

 private:
  os::Mutex lock_;
  IdSet classes_;
  IdSet functions_;
  IdSet jitted_;
};

}  // namespace tiptoe
