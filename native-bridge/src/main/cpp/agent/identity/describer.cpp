// SPDX-License-Identifier: Apache-2.0

#include "identity/describer.h"

#include "identity/mapped_image.h"

namespace tiptoe {
namespace {

using Slots = Clr::Slots;

// A type is made of simpler types, so the description of its parts ends; this is the bound in case the CLR contradicts
// itself.
constexpr size_t kMostMentions = 10000;

Text textOf(const Name& name) { return {name.data(), name.size()}; }

Ids idsOf(const cor::ClassID* ids, size_t count) { return {ids, count}; }

// Converts the CLR's numbers for "none" to the trace's.
uint64_t idOrNone(uint64_t id) {
  return id == cor::kParentUnknown || id == cor::kGlobalClass || id == cor::kGlobalModule ? 0 : id;
}

bool hasNoMetadata(cor::mdToken methodDef) { return (methodDef & 0xFFFFFF) == 0; }

}  // namespace

void Describer::appDomain(cor::AppDomainID id, Findings& findings) {
  Name name;
  cor::ProcessID process = 0;
  const cor::HRESULT result = Clr::name(name, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return clr_.ask(&Slots::GetAppDomainInfo, id, capacity, length, text, &process);
  });
  // a domain without a friendly name is a domain all the same
  if (cor::failed(result) && result != cor::kDataIncomplete) {
    clr_.fault(&Slots::GetAppDomainInfo, result);
  }
  layout::AppDomainCreated created{};
  created.appDomainId = id;
  findings.records.add(created, textOf(name));
}

cor::AppDomainID Describer::assembly(cor::AssemblyID id, Findings& findings) {
  Name name;
  cor::AppDomainID appDomain = 0;
  cor::ModuleID module = 0;
  const cor::HRESULT result = Clr::name(name, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return clr_.ask(&Slots::GetAssemblyInfo, id, capacity, length, text, &appDomain, &module);
  });
  if (cor::failed(result) && result != cor::kDataIncomplete) {
    clr_.fault(&Slots::GetAssemblyInfo, result);
    findings.miss(result);
    return 0;
  }
  layout::AssemblyLoaded loaded{};
  loaded.assemblyId = id;
  loaded.appDomainId = appDomain;
  loaded.moduleId = idOrNone(module);
  findings.records.add(loaded, textOf(name));
  return appDomain;
}

cor::AssemblyID Describer::module(cor::ModuleID id, Findings& findings) {
  Name path;
  const uint8_t* base = nullptr;
  cor::AssemblyID assembly = 0;
  cor::DWORD flags = 0;
  const cor::HRESULT result = Clr::name(path, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return clr_.ask(&Slots::GetModuleInfo2, id, &base, capacity, length, text, &assembly, &flags);
  });
  if (cor::failed(result) && result != cor::kDataIncomplete) {
    clr_.fault(&Slots::GetModuleInfo2, result);
    findings.miss(result);
    return 0;
  }
  layout::ModuleLoaded loaded{};
  loaded.moduleId = id;
  loaded.assemblyId = idOrNone(assembly);
  loaded.baseAddress = reinterpret_cast<uint64_t>(base);
  loaded.flags = flags;
  cor::Guid mvid{};
  if (this->mvid(id, base, flags, mvid)) {
    memcpy(loaded.mvid, &mvid, sizeof loaded.mvid);
  }
  findings.records.add(loaded, textOf(path));
  return loaded.assemblyId;
}

// Only a module without an image must be asked for: its metadata is writable anyway (see MappedImage).
bool Describer::mvid(cor::ModuleID id, const uint8_t* base, cor::DWORD flags, cor::Guid& mvid) {
  return base != nullptr && (flags & cor::kModuleDynamic) == 0
             ? MappedImage::reported(base, flags).mvid(mvid)
             : clr_.mvid(id, mvid);
}

void Describer::announcedClass(cor::ClassID id, Findings& findings) {
  Mentions mentions;
  describe({id, layout::kAnnounced}, mentions, findings);
  describeAll(mentions, findings);
}

void Describer::metClass(cor::ClassID id, layout::ClassSource source, Findings& findings) {
  Mentions mentions;
  mentions.push({id, source});
  describeAll(mentions, findings);
}

void Describer::function(cor::FunctionID id, layout::FunctionSource source, Findings& findings) {
  layout::FunctionSeen seen{};
  seen.functionId = id;
  seen.source = source;
  Arguments arguments;
  const cor::HRESULT result = functionInfo(seen, arguments);
  if (cor::failed(result)) {
    findings.miss(result);
    return;
  }
  Name name;
  if (hasNoMetadata(seen.methodDef)) {
    dynamicFunction(seen, name);
  }
  findings.records.add(seen, idsOf(arguments.data(), arguments.size()), textOf(name));

  Mentions mentions;
  mentions.push({seen.classId, source == layout::kProbed ? layout::kProbedClass : layout::kFunctionOwner});
  for (size_t i = 0; i < arguments.size(); i++) {
    mentions.push({arguments[i], layout::kTypeArgument});
  }
  describeAll(mentions, findings);
}

// Describes a type and its parts with a list of what is left to do instead of recursion.
void Describer::describeAll(Mentions& mentions, Findings& findings) {
  size_t described = 0;
  while (mentions.size() != 0) {
    const Mention mention = mentions[mentions.size() - 1];
    mentions.pop();
    if (mention.id == 0 || findings.classes.contains(mention.id) || known_.hasClass(mention.id)) {
      continue;
    }
    if (++described > kMostMentions) {
      findings.miss(cor::kDataIncomplete);
      return;
    }
    describe(mention, mentions, findings);
  }
  if (mentions.refused()) {
    findings.miss(cor::kOutOfMemory);
  }
}

void Describer::describe(Mention mention, Mentions& mentions, Findings& findings) {
  layout::ClassSeen seen{};
  seen.classId = mention.id;
  seen.source = mention.source;
  Arguments arguments;
  cor::HRESULT result = defined(seen, arguments);
  if (result == cor::kClassIdIsArray) {
    result = array(seen, arguments);
  } else if (result == cor::kClassIdIsComposite) {
    seen.shape = layout::kComposite;
    result = cor::kOk;
  } else if (cor::failed(result)) {
    clr_.fault(&Slots::GetClassIDInfo2, result);
  }
  if (cor::failed(result)) {
    findings.miss(result);
    return;
  }
  findings.records.add(seen, idsOf(arguments.data(), arguments.size()));
  findings.classes.add(mention.id);

  mentions.push({seen.parentClassId, layout::kParent});
  for (size_t i = 0; i < arguments.size(); i++) {
    mentions.push({arguments[i], layout::kTypeArgument});
  }
}

// When the room is too small, the CLR fills it and reports a count that is cut to it. Only a first call without room
// returns the true count.
cor::HRESULT Describer::defined(layout::ClassSeen& seen, Arguments& arguments) {
  cor::ModuleID module = 0;
  cor::mdTypeDef typeDef = 0;
  cor::ClassID parent = 0;
  cor::ULONG count = 0;
  const auto ask = [&](cor::ClassID* room, cor::ULONG capacity) {
    return clr_.ask(&Slots::GetClassIDInfo2, seen.classId, &module, &typeDef, &parent, capacity, &count, room);
  };
  cor::HRESULT result = ask(nullptr, 0);
  if (result == cor::kOk && count != 0) {
    cor::ClassID* room = arguments.extend(count);
    result = room != nullptr ? ask(room, count) : cor::kOutOfMemory;
  }
  if (cor::succeeded(result)) {
    seen.moduleId = idOrNone(module);
    seen.typeDef = typeDef;
    seen.parentClassId = idOrNone(parent);
  }
  return result;
}

cor::HRESULT Describer::array(layout::ClassSeen& seen, Arguments& arguments) {
  cor::CorElementType elementType = 0;
  cor::ClassID element = 0;
  cor::ULONG rank = 0;
  const cor::HRESULT result = clr_.call(&Slots::IsArrayClass, seen.classId, &elementType, &element, &rank);
  seen.shape = layout::kArray;
  seen.elementType = static_cast<uint8_t>(elementType);
  seen.rank = static_cast<uint16_t>(rank);
  arguments.push(element);
  return result;
}

cor::HRESULT Describer::functionInfo(layout::FunctionSeen& seen, Arguments& arguments) {
  constexpr cor::COR_PRF_FRAME_INFO kNoFrame = 0;
  cor::ClassID owner = 0;
  cor::ModuleID module = 0;
  cor::mdToken methodDef = 0;
  cor::ULONG count = 0;
  const auto call = [&](cor::ClassID* room, cor::ULONG capacity) {
    return clr_.call(&Slots::GetFunctionInfo2, seen.functionId, kNoFrame, &owner, &module, &methodDef, capacity,
                     &count, room);
  };
  cor::HRESULT result = call(nullptr, 0);
  if (result == cor::kOk && count != 0) {
    cor::ClassID* room = arguments.extend(count);
    result = room != nullptr ? call(room, count) : cor::kOutOfMemory;
  }
  seen.classId = idOrNone(owner);
  seen.moduleId = idOrNone(module);
  seen.methodDef = methodDef;
  return result;
}

uint64_t Describer::homeOfCode(cor::FunctionID id) {
  layout::FunctionSeen seen{};
  seen.functionId = id;
  Arguments arguments;
  return cor::succeeded(functionInfo(seen, arguments))
             ? known_.homeOfCode(seen.moduleId, seen.classId, idsOf(arguments.data(), arguments.size()))
             : Known::kSeveral;
}

// Code without metadata, such as a DynamicMethod or a stub of the runtime, has a name but no class.
void Describer::dynamicFunction(layout::FunctionSeen& seen, Name& name) {
  cor::ModuleID module = 0;
  const cor::HRESULT result = Clr::name(name, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return clr_.ask(&Slots::GetDynamicFunctionInfo, seen.functionId, &module,
                    static_cast<const uint8_t**>(nullptr), static_cast<cor::ULONG*>(nullptr), capacity, length, text);
  });
  if (cor::failed(result)) {
    clr_.fault(&Slots::GetDynamicFunctionInfo, result);
    return;
  }
  seen.moduleId = idOrNone(module);
}

}  // namespace tiptoe
