// SPDX-License-Identifier: Apache-2.0

#include "identity/known.h"

#include "cor/types.h"

namespace tiptoe {
namespace {

using os::Locked;

// Returns the list of IDs behind a record's fixed part.
template <typename Fixed>
Ids listOf(const Fixed& fixed) {
  uint32_t count = 0;
  const auto* behind = reinterpret_cast<const uint8_t*>(&fixed) + sizeof fixed;
  memcpy(&count, behind, sizeof count);
  return {reinterpret_cast<const uint64_t*>(behind + sizeof count), count};
}

// Reads an ID of a record. Records are packed, so it may be unaligned.
uint64_t at(Ids ids, size_t i) {
  uint64_t id;
  memcpy(&id, reinterpret_cast<const uint8_t*>(ids.items) + i * sizeof id, sizeof id);
  return id;
}

template <typename Fixed>
const Fixed* as(const layout::RecordHeader* record) {
  return record != nullptr && record->type == Fixed::kType ? reinterpret_cast<const Fixed*>(record) : nullptr;
}

}  // namespace

bool Known::hasClass(uint64_t classId) {
  Locked locked(lock_);
  return isKnown(classId);
}

bool Known::isValid(uint64_t classId, uint64_t since) {
  Locked locked(lock_);
  const uint64_t* lasting = classes_.find(classId);
  const Mortal* mortal = mortalClasses_.find(classId);
  return (lasting != nullptr && since >= *lasting) || (mortal != nullptr && since >= mortal->since);
}

bool Known::hasModule(uint64_t moduleId) {
  Locked locked(lock_);
  return modules_.contains(moduleId) || mortalModules_.find(moduleId) != nullptr;
}

bool Known::hasJitted(uint64_t functionId) {
  Locked locked(lock_);
  return jitted_.contains(functionId);
}

uint64_t Known::moduleOf(uint64_t assemblyId) {
  Locked locked(lock_);
  uint64_t module = 0;
  mortalModules_.forEach([&](uint64_t id, uint64_t assembly) { module = assembly == assemblyId ? id : module; });
  return module;
}

Known::Counts Known::counts() {
  Locked locked(lock_);
  return {modules_.size() + mortalModules_.size(), classes_.size() + mortalClasses_.size(),
          functions_.size() + mortalFunctions_.size()};
}

void Known::add(Records records) {
  Locked locked(lock_);
  for (size_t i = 0; i < records.size; i++) {
    if (const auto* loaded = as<layout::ModuleLoaded>(records.items[i])) {
      addModule(*loaded);
    }
  }
  addClasses(records);
  for (size_t i = 0; i < records.size; i++) {
    if (const auto* seen = as<layout::FunctionSeen>(records.items[i])) {
      addFunction(*seen);
    } else if (const auto* method = as<layout::DynamicMethodSeen>(records.items[i])) {
      functions_.add(method->functionId);
      jitted_.add(method->functionId);
    }
  }
}

void Known::addModule(const layout::ModuleLoaded& loaded) {
  const bool lasts = (loaded.flags & cor::kModuleCollectible) == 0;
  if (lasts) {
    modules_.add(loaded.moduleId);
  } else {
    mortalModules_.put(loaded.moduleId, loaded.assemblyId);
  }
}

// Adds the classes of records. A type is usually described before the types it is made of, so this goes from the last
// to the first, and repeats until nothing more can be added whose parts are all known. The rest is made of types that
// could not be described.
void Known::addClasses(Records records) {
  bool added;
  do {
    added = false;
    forNewClasses(records, [&](const layout::ClassSeen& seen) {
      if (areKnown(listOf(seen))) {
        addClass(seen);
        added = added || isKnown(seen.classId);
      }
    });
  } while (added);
  forNewClasses(records, [this](const layout::ClassSeen& seen) { addClass(seen); });
  for (size_t i = 0; i < records.size; i++) {
    if (const auto* seen = as<layout::ClassSeen>(records.items[i])) {
      keepEarliest(*seen);
    }
  }
}

template <typename Visit>
void Known::forNewClasses(Records records, Visit visit) {
  for (size_t i = records.size; i-- > 0;) {
    const auto* seen = as<layout::ClassSeen>(records.items[i]);
    if (seen != nullptr && !isKnown(seen->classId)) {
      visit(*seen);
    }
  }
}

void Known::addClass(const layout::ClassSeen& seen) {
  const uint64_t home = homeOf(seen);
  if (home == kLasts) {
    classes_.put(seen.classId, seen.header.time);
  } else {
    mortalClasses_.put(seen.classId, {seen.header.time, home});
  }
}

void Known::keepEarliest(const layout::ClassSeen& seen) {
  Mortal* mortal = mortalClasses_.find(seen.classId);
  uint64_t* since = mortal != nullptr ? &mortal->since : classes_.find(seen.classId);
  if (since != nullptr && seen.header.time < *since) {
    *since = seen.header.time;
  }
}

void Known::addFunction(const layout::FunctionSeen& seen) {
  const uint64_t home = homeOf(seen);
  const bool kept = home == kLasts ? functions_.add(seen.functionId) : mortalFunctions_.put(seen.functionId, home);
  if (kept || functions_.contains(seen.functionId)) {
    if (seen.source == layout::kJitted) {
      jitted_.add(seen.functionId);
    }
  }
}

bool Known::isKnown(uint64_t classId) const {
  return classes_.find(classId) != nullptr || mortalClasses_.find(classId) != nullptr;
}

bool Known::areKnown(Ids classIds) const {
  for (size_t i = 0; i < classIds.size; i++) {
    if (!isKnown(at(classIds, i))) {
      return false;
    }
  }
  return true;
}

uint64_t Known::homeOf(const layout::ClassSeen& seen) {
  if (seen.shape == layout::kComposite) {
    return kSeveral;  // the runtime does not report what it is made of
  }
  const uint64_t own = seen.shape == layout::kArray ? kLasts : homeOfModule(seen.moduleId);
  return joined(own, homeOfClasses(listOf(seen)));
}

// Returns the home of a function. Shared code has no class, and the runtime does not report what it is made of. The end
// of a dynamic method is announced.
uint64_t Known::homeOf(const layout::FunctionSeen& seen) {
  if ((seen.methodDef & 0xFFFFFF) == 0) {
    return kLasts;
  }
  const uint64_t owner = seen.classId;
  if (owner == 0) {
    return kSeveral;
  }
  const uint64_t declared = joined(homeOfModule(seen.moduleId), homeOfClasses({&owner, 1}));
  return joined(declared, homeOfClasses(listOf(seen)));
}

uint64_t Known::homeOfCode(uint64_t moduleId, uint64_t classId, Ids typeArguments) {
  Locked locked(lock_);
  const uint64_t owner = classId == 0 ? kLasts : homeOfClasses({&classId, 1});
  const uint64_t declared = joined(homeOfModule(moduleId), owner);
  const uint64_t home = joined(declared, homeOfClasses(typeArguments));
  return isSet(home) ? kSeveral : home;
}

bool Known::Modules::contains(uint64_t id) const {
  for (size_t i = 0; i < count; i++) {
    if (ids[i] == id) {
      return true;
    }
  }
  return false;
}

bool Known::Modules::containsAll(const Modules& others) const {
  for (size_t i = 0; i < others.count; i++) {
    if (!contains(others.ids[i])) {
      return false;
    }
  }
  return others.count != 0;
}

// Of a home of unknown modules there are none.
Known::Modules Known::modulesOf(uint64_t home) const {
  if (home == kSeveral) {
    return {};
  }
  return isSet(home) ? sets_[static_cast<size_t>(home - kSets)] : Modules{{home}, 1};
}

uint64_t Known::joined(uint64_t home, uint64_t other) {
  if (home == kLasts || home == other) {
    return other;
  }
  if (other == kLasts) {
    return home;
  }
  if (home == kSeveral || other == kSeveral) {
    return kSeveral;
  }
  Modules all = modulesOf(home);
  const Modules more = modulesOf(other);
  for (size_t i = 0; i < more.count; i++) {
    if (all.contains(more.ids[i])) {
      continue;
    }
    if (all.count == Modules::kMost) {
      return kSeveral;
    }
    all.ids[all.count++] = more.ids[i];
  }
  return homeOfAll(all);
}

// Sets are few: programs with types over two collectible modules are rare.
uint64_t Known::homeOfAll(const Modules& modules) {
  size_t place = sets_.size();
  for (size_t i = 0; i < sets_.size(); i++) {
    if (sets_[i].count == modules.count && sets_[i].containsAll(modules)) {
      return kSets + i;
    }
    place = sets_[i].count == 0 ? i : place;
  }
  if (place < sets_.size()) {
    sets_[place] = modules;
    return kSets + place;
  }
  if (place < kMostSets) {
    sets_.push(modules);
  }
  return place < sets_.size() ? kSets + place : kSeveral;
}

uint64_t Known::homeOfModule(uint64_t moduleId) const {
  return modules_.contains(moduleId) ? kLasts : moduleId == 0 ? kSeveral : moduleId;
}

uint64_t Known::homeOfClasses(Ids classIds) {
  uint64_t home = kLasts;
  for (size_t i = 0; i < classIds.size; i++) {
    const uint64_t id = at(classIds, i);
    const Mortal* mortal = mortalClasses_.find(id);
    const uint64_t its = mortal != nullptr ? mortal->home : classes_.find(id) != nullptr ? kLasts : kSeveral;
    home = joined(home, its);
  }
  return home;
}

bool Known::unloaded(layout::UnloadKind kind, uint64_t id) {
  Locked locked(lock_);
  switch (kind) {
    case layout::kModule:
      endModule(id);
      return true;
    case layout::kClass:
      return endClass(id);
    case layout::kDynamicFunction:
      forgetFunction(id);
      return true;
    case layout::kAppDomain:
      forgetAll();
      return true;
    case layout::kAssembly:
      return true;  // what it is made of ends with its modules
  }
  return true;
}

void Known::endModule(uint64_t moduleId) {
  mortalModules_.remove(moduleId);
  if (modules_.remove(moduleId)) {
    forgetAll();
  } else {
    endAllOf(moduleId);
  }
}

// Usually the class went with its module. Where the module's end was not announced, everything made of the class goes
// as well.
bool Known::endClass(uint64_t classId) {
  const Mortal* mortal = mortalClasses_.find(classId);
  if (mortal != nullptr) {
    endAllOf(mortal->home);
    return true;
  }
  const bool lasting = classes_.find(classId) != nullptr;
  if (lasting) {
    forgetAll();
  }
  return lasting;
}

void Known::endAllOf(uint64_t home) {
  const Modules ended = modulesOf(home);
  const auto ends = [&](uint64_t each) {
    return each == kSeveral || each == home || (isSet(each) && modulesOf(each).containsAll(ended));
  };
  mortalClasses_.removeIf([&](const Mortal& each) { return ends(each.home); }, [](uint64_t) {});
  mortalFunctions_.removeIf(ends, [this](uint64_t id) { jitted_.remove(id); });
  for (size_t i = 0; i < sets_.size(); i++) {
    if (sets_[i].containsAll(ended)) {
      sets_[i].count = 0;  // nothing has this home any more
    }
  }
}

void Known::forgetFunction(uint64_t functionId) {
  functions_.remove(functionId);
  mortalFunctions_.remove(functionId);
  jitted_.remove(functionId);
}

void Known::forgetAll() {
  classes_.clear();
  mortalClasses_.clear();
  functions_.clear();
  mortalFunctions_.clear();
  jitted_.clear();
  sets_.clear();
}

}  // namespace tiptoe
