// SPDX-License-Identifier: Apache-2.0
//
// Turns IDs into records: asks the CLR what they mean, and the same for the types they are made of, unless the trace
// has them already. It holds no lock while it asks.

#pragma once

#include "base/buffer.h"
#include "base/id_set.h"
#include "clr.h"
#include "identity/known.h"
#include "trace/batch.h"

namespace tiptoe {

// Records about IDs that are not in the trace yet.
struct Findings {
  Batch records;
  IdSet classes;               // the classes that have a record
  uint32_t missing = 0;        // how many facts are not among the records
  cor::HRESULT reason = cor::kOk;  // the reason for the last of them

  // Counts a fact that could not be found out. After a detach was accepted every call is refused, and what is missing
  // then belongs to no trace.
  void miss(cor::HRESULT why) {
    missing += why != cor::kProfilerDetaching;
    reason = why;
  }

  void clear() {
    records.clear();
    classes.clear();
    missing = 0;
  }
};

class Describer {
 public:
  Describer(Clr& clr, Known& known) : clr_(clr), known_(known) {}

  void appDomain(cor::AppDomainID id, Findings& findings);

  // Describes an assembly. Returns the domain it is in, or none.
  cor::AppDomainID assembly(cor::AssemblyID id, Findings& findings);

  // Describes a module. Returns the assembly it is attached to, or none.
  cor::AssemblyID module(cor::ModuleID id, Findings& findings);

  // Describes a class that the runtime announced, and the types it is made of.
  void announcedClass(cor::ClassID id, Findings& findings);

  // Describes a class that was met in another way, and the types it is made of, unless they are known.
  void metClass(cor::ClassID id, layout::ClassSource source, Findings& findings);

  // Describes a function, the class that declares it, and the types that both are made of.
  void function(cor::FunctionID id, layout::FunctionSource source, Findings& findings);

  // Returns the home of a function's code (see Known): that of one that cannot be described may be any.
  uint64_t homeOfCode(cor::FunctionID id);

 private:
  // Few types are made of more than this many others.
  using Arguments = Buffer<cor::ClassID, 16>;
  struct Mention {
    cor::ClassID id;
    layout::ClassSource source;
  };
  using Mentions = Buffer<Mention, 32>;

  bool mvid(cor::ModuleID id, const uint8_t* base, cor::DWORD flags, cor::Guid& mvid);
  void describeAll(Mentions& mentions, Findings& findings);
  void describe(Mention mention, Mentions& mentions, Findings& findings);
  cor::HRESULT defined(layout::ClassSeen& seen, Arguments& arguments);
  cor::HRESULT array(layout::ClassSeen& seen, Arguments& arguments);
  cor::HRESULT functionInfo(layout::FunctionSeen& seen, Arguments& arguments);
  void dynamicFunction(layout::FunctionSeen& seen, Name& name);

  Clr& clr_;
  Known& known_;
};

}  // namespace tiptoe
