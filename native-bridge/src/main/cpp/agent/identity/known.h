// SPDX-License-Identifier: Apache-2.0
//
// The IDs whose meaning is in the trace, and since when. An ID is added only after its record was appended.
//
// Types and code that are made only of non-collectible modules are permanent: the runtime never unloads them. Every
// other ID is kept with the collectible modules it is made of, its home: one of them, or a set of a few; kSeveral where
// there are more, or where they are not known. When a module is unloaded, the IDs end whose home it is or is in, and
// those with kSeveral: an instantiation over types of two modules dies with one of them, and the runtime does not always
// announce it. An ID that was ended although it lives on is recorded once more. So an unload costs time in proportion to
// the IDs that are not permanent, once per module. Should the runtime unload something permanent, everything is
// forgotten.
//
// Thread-safe. Its lock is a leaf.

#pragma once

#include "base/buffer.h"
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

  // Returns whether the ID has now the meaning that it had at that time of the trace, as far as is known. To be called
  // inside the gate, where the answer stays true.
  bool isValid(uint64_t classId, uint64_t since);

  // Returns whether a module was recorded and its unloading has not begun. To be called inside the gate: the ID may be
  // used until the caller leaves it.
  bool hasModule(uint64_t moduleId);

  // Lists the modules for which hasModule() is true.
  template <typename List>
  void copyModules(List& list) {
    os::Locked locked(lock_);
    modules_.forEach([&](uint64_t id) { list.push(id); });
    mortalModules_.forEach([&](uint64_t id, uint64_t) { list.push(id); });
  }

  // Returns a collectible module of that assembly; 0 when there is none.
  uint64_t moduleOf(uint64_t assemblyId);

  // Returns whether the compilation of this function is recorded.
  bool hasJitted(uint64_t functionId);

  // Calls unknown(id) for each function that is not known and not 0, with the lock held.
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

  // Adds what appended records describe. The records of one finding must be given together. Of several records of a
  // class the earliest counts, as it does for readers: the class was kept alive since then.
  void add(Records records);

  // Removes what is unloaded. To be called with the gate closed, or for a dynamic function. Returns whether it may have
  // ended something whose end is not recorded yet: the classes of a module are unloaded one by one after it, and were
  // removed with it.
  bool unloaded(layout::UnloadKind kind, uint64_t id);

  static constexpr uint64_t kLasts = 0;  // the home of what is never unloaded
  static constexpr uint64_t kSeveral = UINT64_MAX;

  // Returns the home of a function's code; kSeveral for a set of modules. Where the class is not known, as for shared
  // code, the module and the type arguments decide.
  uint64_t homeOfCode(uint64_t moduleId, uint64_t classId, Ids typeArguments);

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

  // The modules that a home stands for. Few types are made of more collectible ones.
  struct Modules {
    static constexpr size_t kMost = 4;

    uint64_t ids[kMost];
    size_t count;

    bool contains(uint64_t id) const;
    bool containsAll(const Modules& others) const;
  };
  // The home that is the set i is kSets + i; no module is at such an address.
  static constexpr uint64_t kSets = uint64_t{1} << 63;
  static constexpr size_t kMostSets = 1000;

  static bool isSet(uint64_t home) { return home != kSeveral && home >= kSets; }
  Modules modulesOf(uint64_t home) const;
  uint64_t joined(uint64_t home, uint64_t other);
  uint64_t homeOfAll(const Modules& modules);

  void addModule(const layout::ModuleLoaded& loaded);
  void addClasses(Records records);
  template <typename Visit>
  void forNewClasses(Records records, Visit visit);
  void addClass(const layout::ClassSeen& seen);
  void keepEarliest(const layout::ClassSeen& seen);
  void addFunction(const layout::FunctionSeen& seen);
  bool isKnown(uint64_t classId) const;
  bool areKnown(Ids classIds) const;
  uint64_t homeOf(const layout::ClassSeen& seen);
  uint64_t homeOf(const layout::FunctionSeen& seen);
  uint64_t homeOfModule(uint64_t moduleId) const;
  uint64_t homeOfClasses(Ids classIds);
  void endModule(uint64_t moduleId);
  bool endClass(uint64_t classId);
  void endAllOf(uint64_t home);
  void forgetFunction(uint64_t functionId);
  void forgetAll();

  os::Mutex lock_;
  IdSet modules_;  // that are never unloaded
  IdMap<uint64_t> mortalModules_;  // collectible modules and their assemblies
  IdMap<uint64_t> classes_;  // that are never unloaded, and the time since when they are known
  IdMap<Mortal> mortalClasses_;
  IdSet functions_;  // that are never unloaded
  IdMap<uint64_t> mortalFunctions_;  // the others and their homes
  IdSet jitted_;
  Buffer<Modules, 4> sets_;  // a set without modules is free
};

}  // namespace tiptoe
