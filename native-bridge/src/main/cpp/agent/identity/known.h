// SPDX-License-Identifier: Apache-2.0
//
// The IDs whose meaning is in the trace already, and since when. An ID is added only after its record was appended, so
// that whoever finds it here may rely on that.
//
// What is made of types and code of modules that are not collectible lasts: the runtime never unloads it. All else is
// mortal, and kept with the one collectible module it is made of; where there are several, or nobody knows, with
// kSeveral. A module's unloading ends what is kept with it and what is kept with kSeveral: an instantiation over types
// of two modules dies with one of them, and the runtime does not always tell it. What is ended and lives on all the
// same is told once more. So an unload costs as much as there are mortal IDs, once per module, and what lasts costs
// nothing. Should the runtime unload what was to last, everything is forgotten.
//
// For any number of threads; its lock is a leaf.

#pragma once

#include "base/id_map.h"
#include "base/id_set.h"
#include "base/span.h"
#include "os/threads.h"
#include "trace/layout.h"

namespace tiptoe {

class Known {
 public:
  using Records = Span<const layout::RecordHeader*>;

  bool hasClass(uint64_t classId);

  // Whether the ID means now what it meant at that time of the trace, as far as is known. To be asked inside the gate,
  // where the answer stays true.
  bool isValid(uint64_t classId, uint64_t since);

  // Whether a module was told of and its unloading has not begun. To be asked inside the gate: whoever is there may
  // use the ID until it leaves.
  bool hasModule(uint64_t moduleId);

  // The modules of which that is so.
  template <typename List>
  void copyModules(List& list) {
    os::Locked locked(lock_);
    modules_.forEach([&](uint64_t id) { list.push(id); });
    mortalModules_.forEach([&](uint64_t id, uint64_t) { list.push(id); });
  }

  // One among them that does not last and is of that assembly; 0: there is none.
  uint64_t moduleOf(uint64_t assemblyId);

  // Whether the compilation of this function was told.
  bool hasJitted(uint64_t functionId);

  // Calls unknown(id) for each function that is not known and not 0. The lock is held meanwhile.
  template <typename Unknown>
  void forUnknownFunctions(Ids functionIds, Unknown unknown) {
    os::Locked locked(lock_);
    for (size_t i = 0; i < functionIds.size; i++) {
      const uint64_t id = functionIds.items[i];
      if (id != 0 && !functions_.contains(id) && mortalFunctions_.find(id) == nullptr) {
        unknown(id);
      }
    }
  }

  // Adds what records that were appended describe, those of one finding together.
  void add(Records records);

  // With the gate closed, or of a dynamic function. Whether it may have been the end of anything that nobody was told
  // of before: the classes of a module are unloaded one by one after it, and went with it.
  bool unloaded(layout::UnloadKind kind, uint64_t id);

  struct Counts {
    size_t modules;
    size_t classes;
    size_t functions;
  };
  Counts counts();

 private:
  struct Mortal {
    uint64_t since;
    uint64_t home;
  };

  static constexpr uint64_t kLasts = 0;  // a home that is no module
  static constexpr uint64_t kSeveral = UINT64_MAX;

  void addModule(const layout::ModuleLoaded& loaded);
  void addClasses(Records records);
  template <typename Visit>
  void forNewClasses(Records records, Visit visit);
  void addClass(const layout::ClassSeen& seen);
  void addFunction(const layout::FunctionSeen& seen);
  bool isKnown(uint64_t classId) const;
  bool areKnown(Ids classIds) const;
  uint64_t homeOf(const layout::ClassSeen& seen) const;
  uint64_t homeOf(const layout::FunctionSeen& seen) const;
  uint64_t homeOfModule(uint64_t moduleId) const;
  uint64_t homeOfClasses(Ids classIds) const;
  void endModule(uint64_t moduleId);
  bool endClass(uint64_t classId);
  void endAllOf(uint64_t home);
  void forgetFunction(uint64_t functionId);
  void forgetAll();

  os::Mutex lock_;
  IdSet modules_;  // that last
  IdMap<uint64_t> mortalModules_;  // and their assemblies
  IdMap<uint64_t> classes_;  // that last, and since when
  IdMap<Mortal> mortalClasses_;
  IdSet functions_;  // that last
  IdMap<uint64_t> mortalFunctions_;  // and their homes
  IdSet jitted_;
};

}  // namespace tiptoe
