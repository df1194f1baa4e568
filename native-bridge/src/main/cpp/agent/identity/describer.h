// SPDX-License-Identifier: Apache-2.0
//
// Turns IDs into records: asks the CLR what they stand for, and the same for the types they are made of, as far as
// the trace does not know them. It holds no lock while it asks.

#pragma once

#include "base/buffer.h"
#include "base/id_set.h"
#include "clr.h"
#include "identity/known.h"
#include "trace/batch.h"

namespace tiptoe {

// What was found out and is not in the trace yet.
struct Findings {
  Batch records;
  IdSet classes;               // that have a record
  uint32_t missing = 0;        // facts that are not among the records
  cor::HRESULT reason = cor::kOk;  // why not, the last of them

  // Once a detach was accepted every call is refused; what is not found out then belongs to no trace.
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

  // The domain it is in, or none.
  cor::AppDomainID assembly(cor::AssemblyID id, Findings& findings);

  // The assembly it is attached to, or none.
  cor::AssemblyID module(cor::ModuleID id, Findings& findings);

  // A class that the runtime announced, and what it is made of.
  void announcedClass(cor::ClassID id, Findings& findings);

  // A class that was met in another way, and what it is made of, as far as they are not known.
  void metClass(cor::ClassID id, layout::ClassSource source, Findings& findings);

  // A function, the class that declares it, and what both are made of.
  void function(cor::FunctionID id, layout::FunctionSource source, Findings& findings);

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
