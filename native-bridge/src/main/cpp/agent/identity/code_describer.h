// SPDX-License-Identifier: Apache-2.0
//
// Describes where the native code of functions lies and which IL it came from, once for each piece of code that the
// runtime made: a function has another piece at each tier. Some of its calls may start a collection (GetCodeInfo4 on
// older runtimes, GetReJITIDs). It is therefore never used while the program is suspended, and holds no lock but the
// gate.
//
// Thread-safe. Its lock is a leaf, and never held during a call to the CLR.

#pragma once

#include "base/id_set.h"
#include "clr.h"
#include "os/threads.h"
#include "trace/batch.h"

namespace tiptoe {

class CodeDescriber {
 public:
  explicit CodeDescriber(Clr& clr) : clr_(clr) {}

  // Describes the code of a function that was just compiled, unless it is recorded already.
  void compiled(cor::FunctionID function, Batch& records);

  // Describes the code of a function that was met, for all its ReJITIDs, unless it is recorded already.
  void met(cor::FunctionID function, Batch& records);

  // Code is freed with what is unloaded, and other code may come to lie there.
  void forgetAll();

 private:
  using Starts = Buffer<uintptr_t, 16>;
  using Pieces = Buffer<cor::COR_PRF_CODE_INFO, 8>;
  using Map = Buffer<cor::COR_DEBUG_IL_TO_NATIVE_MAP, 128>;

  void ofRejit(cor::FunctionID function, cor::ReJITID rejit, Batch& records);
  void describe(cor::FunctionID function, cor::ReJITID rejit, uintptr_t start, Batch& records);
  bool isNew(cor::FunctionID function, uintptr_t start);

  Clr& clr_;
  os::Mutex lock_;
  IdSet told_;  // functions combined with the start of their code
};

}  // namespace tiptoe
