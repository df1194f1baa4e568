// SPDX-License-Identifier: Apache-2.0
//
// Tells where the native code of functions lies and which IL it came from, once for each piece that the runtime made:
// a function has another with each tier. Some of its questions may start a collection (GetCodeInfo4 on older
// runtimes, GetReJITIDs): never while the program is suspended, and with no lock but the gate.
//
// For any number of threads. Its lock is a leaf, and never held while the CLR is asked.

#pragma once

#include "base/id_set.h"
#include "clr.h"
#include "os/threads.h"
#include "trace/batch.h"

namespace tiptoe {

class CodeDescriber {
 public:
  explicit CodeDescriber(Clr& clr) : clr_(clr) {}

  // The code of a function that was just compiled, as far as it is not told.
  void compiled(cor::FunctionID function, Batch& records);

  // The code of a function that was met, of all ReJITIDs, as far as it is not told.
  void met(cor::FunctionID function, Batch& records);

  // Code goes with what is unloaded, and other code may come to lie there.
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
  IdSet told_;  // functions and where their code starts, mixed
};

}  // namespace tiptoe
