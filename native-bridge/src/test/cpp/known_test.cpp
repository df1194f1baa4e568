// SPDX-License-Identifier: Apache-2.0
//
// Known IDs last as long as what they are made of, and no longer.

#include <map>
#include <random>
#include <set>
#include <vector>

#include "base/id_map.h"
#include "check.h"
#include "cor/types.h"
#include "identity/known.h"
#include "trace/batch.h"

using namespace tiptoe;

namespace {

constexpr uint64_t kCore = 0x100, kPlugin = 0x200, kOther = 0x300;
constexpr uint64_t kObject = 0x1000, kList = 0x1008, kThing = 0x2000, kItem = 0x3000;

struct Taught {
  Known known;
  Batch batch;
  uint64_t now = 0;

  Taught() {
    module(kCore, 0);
    module(kPlugin, cor::kModuleCollectible);
    module(kOther, cor::kModuleCollectible);
    defined(kObject, kCore, {});
    defined(kThing, kPlugin, {});
    defined(kItem, kOther, {});
    add();
  }

  void module(uint64_t id, uint32_t flags) {
    layout::ModuleLoaded loaded{};
    loaded.moduleId = id;
    loaded.flags = flags;
    batch.add(loaded, Text{});
  }
  void type(uint64_t id, uint64_t module, layout::ClassShape shape, const std::vector<uint64_t>& arguments) {
    layout::ClassSeen seen{};
    seen.classId = id;
    seen.moduleId = module;
    seen.shape = shape;
    batch.add(seen, Ids{arguments.data(), arguments.size()});
  }
  void defined(uint64_t id, uint64_t module, const std::vector<uint64_t>& arguments) {
    type(id, module, layout::kDefined, arguments);
  }
  void function(uint64_t id, uint64_t owner, uint32_t token, const std::vector<uint64_t>& arguments) {
    layout::FunctionSeen seen{};
    seen.functionId = id;
    seen.classId = owner;
    seen.moduleId = kCore;
    seen.methodDef = token;
    seen.source = layout::kJitted;
    batch.add(seen, Ids{arguments.data(), arguments.size()}, Text{});
  }
  void add() {
    std::vector<const layout::RecordHeader*> records;
    batch.forEach([&](layout::RecordHeader* record) {
      record->time = ++now;
      records.push_back(record);
    });
    known.add({records.data(), records.size()});
    batch.clear();
  }

  bool has(uint64_t id) { return known.hasClass(id); }
};

}  // namespace

TEST(known_whatIsMadeOfACollectibleModule_endsWithItAndNothingElseDoes) {
  Taught taught;
  // As the describer finds them: a type before what it is made of.
  taught.defined(kList, kCore, {0x1010});
  taught.type(0x1010, 0, layout::kArray, {0x1018});
  taught.defined(0x1018, kCore, {kThing});
  taught.defined(0x1020, kCore, {kObject});
  taught.function(0x4000, kObject, 0x06000001, {});
  taught.function(0x4008, kList, 0x06000002, {});
  taught.function(0x4010, kObject, 0x06000003, {kThing});
  taught.add();
  taught.known.unloaded(layout::kAssembly, 0x99);
  CHECK(taught.has(kList) && taught.has(0x1010) && taught.has(0x1018));
  taught.known.unloaded(layout::kModule, kPlugin);
  CHECK(!taught.has(kThing) && !taught.has(kList) && !taught.has(0x1010) && !taught.has(0x1018));
  CHECK(taught.has(kObject) && taught.has(0x1020) && taught.has(kItem));
  CHECK(taught.known.hasJitted(0x4000));
  CHECK(!taught.known.hasJitted(0x4008) && !taught.known.hasJitted(0x4010));
  CHECK_EQUAL(2u, taught.known.counts().modules);
}

TEST(known_whatIsMadeOfSeveralModulesOrNobodyKnows_endsWithAnyUnload) {
  Taught taught;
  taught.defined(kList, kCore, {kThing, kItem});
  taught.type(0x1010, 0, layout::kComposite, {});
  taught.defined(0x1018, kCore, {0xBAD0});  // made of something that could not be described
  taught.function(0x4000, 0, 0x06000001, {});  // shared code
  taught.function(0x4008, 0, 0x06000000, {});  // a dynamic method
  taught.add();
  CHECK(taught.has(kList) && taught.has(0x1010) && taught.has(0x1018) && taught.known.hasJitted(0x4000));
  taught.known.unloaded(layout::kModule, kOther);
  CHECK(!taught.has(kList) && !taught.has(0x1010) && !taught.has(0x1018) && !taught.known.hasJitted(0x4000));
  CHECK(taught.has(kThing) && taught.known.hasJitted(0x4008));
  taught.known.unloaded(layout::kDynamicFunction, 0x4008);
  CHECK(!taught.known.hasJitted(0x4008));
}

TEST(known_homeOfCode_isTheModuleThatItDiesWith) {
  Taught taught;
  const auto home = [&](uint64_t module, uint64_t owner, std::vector<uint64_t> arguments) {
    return taught.known.homeOfCode(module, owner, Ids{arguments.data(), arguments.size()});
  };
  CHECK_EQUAL(Known::kLasts, home(kCore, kObject, {}));
  CHECK_EQUAL(Known::kLasts, home(kCore, 0, {kObject}));  // shared code
  CHECK_EQUAL(kPlugin, home(kPlugin, kThing, {}));
  CHECK_EQUAL(kPlugin, home(kPlugin, 0, {}));
  CHECK_EQUAL(kPlugin, home(kCore, kObject, {kThing}));
  CHECK_EQUAL(Known::kSeveral, home(kPlugin, kThing, {kItem}));
  CHECK_EQUAL(Known::kSeveral, home(kCore, 0xBAD0, {}));
}

TEST(known_classUnloadedBeforeItsModule_takesAllOfTheModuleAlong) {
  Taught taught;
  taught.defined(0x2008, kPlugin, {});
  taught.add();
  taught.known.unloaded(layout::kClass, kThing);
  CHECK(!taught.has(kThing) && !taught.has(0x2008));
  CHECK(taught.has(kObject) && taught.has(kItem));
}

TEST(known_unloadOfWhatWasToLast_leavesNothingKnown) {
  for (const auto kind : {layout::kModule, layout::kClass}) {
    Taught taught;
    taught.known.unloaded(kind, kind == layout::kModule ? kCore : kObject);
    CHECK(!taught.has(kObject) && !taught.has(kThing) && !taught.has(kItem));
  }
}

TEST(known_lease_holdsUntilTheIdsMeaningEnds) {
  Taught taught;
  const uint64_t before = taught.now;
  CHECK(taught.known.isValid(kThing, before));
  CHECK(taught.known.isValid(kObject, 4));
  CHECK(!taught.known.isValid(kObject, 3));
  CHECK(!taught.known.isValid(0x9999, UINT64_MAX));
  taught.known.unloaded(layout::kModule, kPlugin);
  CHECK(!taught.known.isValid(kThing, before));
  taught.module(kPlugin, cor::kModuleCollectible);
  taught.defined(kThing, kPlugin, {});
  taught.add();
  CHECK(!taught.known.isValid(kThing, before));
  CHECK(taught.known.isValid(kThing, taught.now));
  CHECK(taught.known.isValid(kItem, before));
}

// Types over any few of ten collectible modules, against a model that keeps the modules of each.
TEST(known_typesOverSeveralModules_endWithTheirsAndWithNoOther) {
  std::mt19937_64 random(36);
  Taught taught;
  std::map<uint64_t, std::set<uint64_t>> model;
  const auto module = [](uint64_t i) { return 0x10000 + 0x100 * i; };
  uint64_t next = 0x100000;
  for (int round = 0; round < 3000; round++) {
    const uint64_t one = module(random() % 10);
    if (random() % 8 == 0) {
      taught.known.unloaded(layout::kModule, one);
      for (auto each = model.begin(); each != model.end();) {
        each = each->second.count(one) != 0 ? model.erase(each) : std::next(each);
      }
    } else {
      std::vector<uint64_t> arguments;
      std::set<uint64_t> modules{one};
      for (const auto& [id, its] : model) {
        if (random() % 8 == 0 && arguments.size() < 2) {
          std::set<uint64_t> all = modules;
          all.insert(its.begin(), its.end());
          if (all.size() <= 4) {
            arguments.push_back(id);
            modules = all;
          }
        }
      }
      taught.module(one, cor::kModuleCollectible);
      taught.defined(next, one, arguments);
      model[next] = modules;
      next += 8;
    }
    taught.add();
    for (const auto& [id, its] : model) {
      CHECK(taught.has(id));
    }
    CHECK_EQUAL(model.size() + 3, taught.known.counts().classes);
  }
}

// Otherwise its lease, which readers still hold, would be refused from then on.
TEST(known_typeOverTwoModules_isValidAfterAThirdWasUnloaded) {
  Taught taught;
  taught.defined(kList, kCore, {kThing, kItem});
  taught.module(0x400, cor::kModuleCollectible);
  taught.add();
  taught.known.unloaded(layout::kModule, 0x400);
  CHECK(taught.known.isValid(kList, taught.now));
  taught.known.unloaded(layout::kModule, kOther);
  CHECK(!taught.known.isValid(kList, taught.now) && taught.has(kThing));
}

// Two threads may describe one class at a time, and add it in another order than that of their records.
TEST(known_classThatIsDescribedTwice_isValidSinceTheFirstRecord) {
  Taught taught;
  taught.defined(0x4000, kCore, {});
  const uint64_t first = taught.now + 1;
  taught.defined(0x4008, kPlugin, {});
  taught.defined(0x4000, kCore, {});
  taught.defined(0x4008, kPlugin, {});
  taught.add();
  CHECK(taught.known.isValid(0x4000, first) && !taught.known.isValid(0x4000, first - 1));
  CHECK(taught.known.isValid(0x4008, first + 1) && !taught.known.isValid(0x4008, first));

  taught.defined(0x4010, kPlugin, {});
  taught.defined(0x4018, kCore, {});
  const uint64_t earlier = taught.now + 1;
  taught.now = earlier + 10;
  taught.add();
  taught.now = earlier - 1;
  taught.defined(0x4010, kPlugin, {});
  taught.defined(0x4018, kCore, {});
  taught.add();
  CHECK(taught.known.isValid(0x4010, earlier) && taught.known.isValid(0x4018, earlier + 1));
}

TEST(idMap_changedAtRandom_holdsWhatAModelHolds) {
  IdMap<uint64_t> map;
  std::map<uint64_t, uint64_t> model;
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; i++) {
    const uint64_t id = 8 * (1 + random() % 500);
    if (random() % 3 != 0) {
      map.put(id, random() % 7);
      model[id] = *map.find(id);
    } else {
      CHECK_EQUAL(model.erase(id) == 1, map.remove(id));
    }
    if (i % 5000 == 4999) {
      std::set<uint64_t> removed;
      map.removeIf([](uint64_t value) { return value == 3; }, [&](uint64_t gone) { removed.insert(gone); });
      for (const uint64_t gone : removed) {
        CHECK_EQUAL(3u, model.at(gone));
        model.erase(gone);
      }
    }
    CHECK_EQUAL(model.size(), map.size());
  }
  for (const auto& [id, value] : model) {
    CHECK(map.find(id) != nullptr);
    CHECK_EQUAL(value, *map.find(id));
  }
  CHECK(map.find(0) == nullptr);
}

CHECK_MAIN
