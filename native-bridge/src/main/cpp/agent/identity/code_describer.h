// SPDX-License-Identifier: Apache-2.0
//
// Describes where the native code of functions lies and which IL it came from, once for each piece of code that the
// runtime made: a function has another piece at each tier. Some of its calls may start a collection (GetCodeInfo4 on
// older runtimes, GetReJITIDs). It is therefore never used while the program is suspended, and holds no lock but the
// gate.
//
// Thread-safe. Its lock is a leaf, and never held during a call to the CLR.

#pragma once

#include <atomic>

#include "base/id_set.h"
#include "clr.h"
#include "identity/code_images.h"
#include "identity/describer.h"
#include "os/threads.h"
#include "trace/batch.h"
#include "unwind/code_map.h"

namespace tiptoe {

class CodeDescriber {
 public:
  explicit CodeDescriber(Clr& clr) : clr_(clr) {}

  // Publishes all compiled code that is described from now on; that of images is published by these.
  void publishTo(unwind::CodeMap& map, CodeImages& images, Describer& describer) {
    images_ = &images;
    describer_ = &describer;
    map_ = &map;
  }

  // A module and its code will be freed. To be called with the gate closed.
  void unloaded(cor::ModuleID module);

  // Describes the code of a function that was just compiled, unless it is recorded already.
  void compiled(cor::FunctionID function, Batch& records);

  // The same for a dynamic method, whose FunctionID and whose code's memory are used again.
  void compiledDynamic(cor::FunctionID function, Batch& records);

  // Describes the code of a function that was met, for all its ReJITIDs, unless it is recorded already.
  void met(cor::FunctionID function, Batch& records);

  // Code is freed with what is unloaded, and other code may come to lie there.
  void forgetAll();

 private:
  using Starts = Buffer<uintptr_t, 16>;
  using Pieces = Buffer<cor::COR_PRF_CODE_INFO, 8>;
  using Map = Buffer<cor::COR_DEBUG_IL_TO_NATIVE_MAP, 128>;

  // When code began to lie where it does: now, or not known.
  enum class Age { kNew, kUnknown };

  void ofRejit(cor::FunctionID function, cor::ReJITID rejit, Age age, Batch& records);
  void describe(cor::FunctionID function, cor::ReJITID rejit, uintptr_t start, uint64_t home, Age age, Batch& records);
  void publish(uint64_t home, const Pieces& pieces, Age age);
  bool isNew(cor::FunctionID function, uintptr_t start);

  Clr& clr_;
  std::atomic<unwind::CodeMap*> map_{nullptr};
  CodeImages* images_ = nullptr;
  Describer* describer_ = nullptr;
  os::Mutex lock_;
  IdSet described_;  // functions combined with the start of their code
};

}  // namespace tiptoe
