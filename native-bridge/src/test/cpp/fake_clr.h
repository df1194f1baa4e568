// SPDX-License-Identifier: Apache-2.0
//
// A CLR of a few facts, behind a table of raw slots like ICorProfilerInfo14. The slots that the agent may call answer
// from the facts; every other slot ends the test program. It knows the IDs that are alive, and whether it is suspended,
// and records every call that a real CLR might not survive.

#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cor/heap_info.h"
#include "cor/metadata_emit.h"
#include "cor/metadata_import.h"
#include "cor/profiler_callback.h"
#include "cor/profiler_info.h"
#include "fake_image.h"

namespace check {

namespace cor = tiptoe::cor;
using cor::HRESULT;
using cor::ULONG;

struct FakeClass {
  uint64_t module = 0;
  uint32_t typeDef = 0;
  uint64_t parent = 0;
  std::vector<uint64_t> arguments;  // of an array, its element
  HRESULT result = cor::kOk;        // kClassIdIsArray, kClassIdIsComposite or a failure
  std::vector<cor::COR_FIELD_OFFSET> fields = {};
  uint32_t size = 16;
};

struct FakeFunction {
  uint64_t owner = 0;
  uint64_t module = 0;
  uint32_t methodDef = 0;
  std::vector<uint64_t> arguments;
  std::u16string name;  // of a dynamic method
};

struct FakeObject {
  uint64_t classId = 0;  // 0: free
  size_t size = 24;
};

// The path of a module that lies in a file, so that nothing of it is copied.
constexpr const char16_t* kSomeFile = u"/proc/self/exe";

struct FakeModule {
  std::u16string path;
  uint64_t assembly = 0;
  uint32_t flags = 0;
  bool hasMetadata = true;
  std::vector<uint8_t> image = {};  // in memory
  std::string emitted = {};         // metadata that is being made
  std::vector<uint32_t> owners = {};             // of the methods, by rid, where no image gives them
  std::map<uint32_t, uint64_t> published = {};   // the functions of the methods whose types are; 0 where they are generic
};

// A snapshot of items, as the CLR hands it out.
template <typename Item>
struct FakeEnumerator : cor::Enumerator<Item> {
  std::vector<Item> items;
  std::atomic<int>* living;

  FakeEnumerator(std::vector<Item> all, std::atomic<int>& count) : items(std::move(all)), living(&count) {
    static const cor::EnumeratorSlots<Item> table = [] {
      cor::EnumeratorSlots<Item> made{};
      made.Release = [](cor::Enumerator<Item>* self) -> ULONG {
        --*static_cast<FakeEnumerator*>(self)->living;
        delete static_cast<FakeEnumerator*>(self);
        return 0;
      };
      made.GetCount = [](cor::Enumerator<Item>* self, ULONG* count) {
        *count = static_cast<ULONG>(static_cast<FakeEnumerator*>(self)->items.size());
        return cor::kOk;
      };
      made.Next = [](cor::Enumerator<Item>* self, ULONG capacity, Item* room, ULONG* fetched) {
        const auto& items = static_cast<FakeEnumerator*>(self)->items;
        *fetched = static_cast<ULONG>(std::min<size_t>(items.size(), capacity));
        std::copy_n(items.begin(), *fetched, room);
        return *fetched == capacity ? cor::kOk : cor::kFalse;
      };
      return made;
    }();
    this->slots = &table;
    ++*living;
  }
};

struct FakeCode {
  uint64_t function = 0;
  uint64_t rejit = 0;
  std::vector<cor::COR_PRF_CODE_INFO> pieces;
  std::vector<cor::COR_DEBUG_IL_TO_NATIVE_MAP> map;
};

// More than the system numbers its threads by.
constexpr uint32_t kNoOsThread = 0x10000000;

class FakeClr : public cor::ProfilerInfo {
 public:
  std::map<uint64_t, FakeClass> classes;
  std::map<uint64_t, FakeFunction> functions;
  std::map<uint64_t, FakeModule> modules;
  std::map<uint64_t, FakeCode> code;                 // by its first address
  std::map<uint64_t, std::vector<uint64_t>> stacks;  // of the living threads, leaf first
  std::map<uint64_t, uint32_t> osThreads;            // those whose thread there is
  std::map<uint64_t, FakeObject> objects;            // by address
  std::vector<cor::COR_PRF_GC_GENERATION_RANGE> ranges;
  std::vector<cor::COR_PRF_NONGC_HEAP_RANGE> frozen;
  HRESULT frozenResult = cor::kOk;
  bool hasInfo14 = true;                             // since .NET 8
  std::function<void()> collection = [] {};          // what a forced collection does
  std::atomic<bool> objectsStand{false};             // and may be looked at
  std::vector<uint64_t> jitted;                      // what EnumJITedFunctions2 lists
  std::function<void()> whileListing = [] {};        // runs at the end of EnumModules and EnumThreads
  std::function<void()> whileAsked = [] {};          // runs inside GetClassIDInfo2
  std::function<void()> whileDescribing = [] {};     // runs at the beginning of GetFunctionInfo2
  std::function<void()> whileWalking = [] {};        // runs at the beginning of DoStackSnapshot
  std::function<void()> whileCollecting = [] {};     // runs inside what may start a collection
  std::function<void()> whileSuspending = [] {};     // runs at the beginning of SuspendRuntime
  std::function<void()> whileResuming = [] {};       // runs at the end of ResumeRuntime
  std::function<void()> whileSaving = [] {};         // runs when metadata that is being made is looked at
  std::atomic<HRESULT> suspendResult{cor::kOk};
  std::atomic<HRESULT> detachResult{cor::kOk};
  std::atomic<uint32_t> detachExpected{0};
  std::atomic<uint16_t> major{9};
  std::atomic<int> enumerators{0};  // that were not released
  std::atomic<int> lookUps{0};      // calls of GetFunctionFromToken
  std::atomic<int> lookedFor{0};    // calls of GetFunctionFromIP3
  std::atomic<int> opened{0};       // times that metadata was asked for
  std::atomic<uint64_t> events{0};  // low, and high above it
  std::atomic<uint64_t> ownThread{0};  // of the caller of a callback
  std::atomic<int> references{1};
  std::atomic<int> suspensions{0};
  std::atomic<int> violations{0};
  std::mutex lock;  // guards the maps

  FakeClr() {
    for (void*& slot : table_) {
      slot = reinterpret_cast<void*>(&forbidden);
    }
    set(0, &queryInterface);
    set(1, &addRef);
    set(2, &release);
    set(3, &getClassFromObject);
    set(8, &getFunctionFromToken);
    set(11, &isArrayClass);
    set(12, &getThreadInfo);
    set(13, &getCurrentThreadID);
    set(21, &getModuleMetaData);
    set(25, &getAppDomainInfo);
    set(26, &getAssemblyInfo);
    set(28, &forceGC);
    set(36, &doStackSnapshot);
    set(38, &getFunctionInfo2);
    set(40, &getClassLayout);
    set(41, &getClassIDInfo2);
    set(42, &getCodeInfo2);
    set(54, &getGenerationBounds);
    set(58, &requestProfilerDetach);
    set(66, &enumModules);
    set(67, &getRuntimeInformation);
    set(70, &getModuleInfo2);
    set(71, &enumThreads);
    set(72, &initializeCurrentThread);
    set(77, &getReJITIDs);
    set(80, &getObjectSize2);
    set(81, &getEventMask2);
    set(79, &enumJITedFunctions2);
    set(82, &setEventMask2);
    set(88, &getFunctionFromIP3);
    set(89, &getDynamicFunctionInfo);
    set(90, &getNativeCodeStartAddresses);
    set(91, &getILToNativeMapping3);
    set(92, &getCodeInfo4);
    set(97, &suspendRuntime);
    set(98, &resumeRuntime);
    set(112, &getNonGCHeapBounds);
    slots = reinterpret_cast<const cor::ProfilerInfoSlots*>(table_);
  }

  bool standsByThisThread() const { return suspended_ && suspender_.load() == std::this_thread::get_id(); }

  // Where a frame of a function stands.
  static uint64_t ipOf(uint64_t function) { return 0x7F0000000000 + 16 * function; }

  // As the runtime hands it to Initialize.
  cor::Unknown* unknown() { return reinterpret_cast<cor::Unknown*>(this); }

 private:
  static constexpr HRESULT kSuspensionInProgress = cor::code(0x80131388);
  static constexpr HRESULT kFail = cor::code(0x80004005);

  static FakeClr& of(cor::ProfilerInfo* self) { return *static_cast<FakeClr*>(self); }

  static void forbidden() {
    fprintf(stderr, "a slot was called that loads types, or that nobody has judged\n");
    abort();
  }

  template <typename Function>
  void set(size_t slot, Function* function) {
    table_[slot] = reinterpret_cast<void*>(function);
  }

  static HRESULT queryInterface(cor::ProfilerInfo* self, const cor::Guid& iid, void** object) {
    const bool known = iid == cor::kIidProfilerInfo10 || (iid == cor::kIidProfilerInfo14 && of(self).hasInfo14);
    *object = known ? self : nullptr;
    of(self).references += known;
    return known ? cor::kOk : cor::kNoInterface;
  }
  static ULONG addRef(cor::ProfilerInfo* self) { return static_cast<ULONG>(++of(self).references); }
  static ULONG release(cor::ProfilerInfo* self) { return static_cast<ULONG>(--of(self).references); }

  // The fact of an ID; an ID without one was never given out, or is dead.
  template <typename Fact>
  Fact fact(const std::map<uint64_t, Fact>& facts, uint64_t id) {
    std::lock_guard<std::mutex> locked(lock);
    const auto found = facts.find(id);
    if (found == facts.end()) {
      violations++;
      return {};
    }
    return found->second;
  }

  // Fills the room and reports the count cut to it, like the CLR.
  static void give(const std::vector<uint64_t>& ids, ULONG capacity, ULONG* count, uint64_t* room) {
    *count = static_cast<ULONG>(ids.size());
    if (capacity != 0 && room != nullptr) {
      *count = capacity < ids.size() ? capacity : *count;
      std::copy_n(ids.begin(), *count, room);
    }
  }

  static void give(const std::u16string& name, ULONG capacity, ULONG* length, char16_t* room) {
    *length = static_cast<ULONG>(name.size() + 1);
    if (capacity != 0) {
      const size_t units = std::min<size_t>(name.size(), capacity - 1);
      std::copy_n(name.begin(), units, room);
      room[units] = 0;
    }
  }

  static HRESULT isArrayClass(cor::ProfilerInfo* self, uint64_t id, uint32_t* type, uint64_t* element, ULONG* rank) {
    const FakeClass known = of(self).fact(of(self).classes, id);
    *type = 0x12;
    *element = known.arguments.empty() ? 0 : known.arguments[0];
    *rank = 1;
    return known.result == cor::kClassIdIsArray ? cor::kOk : cor::kFalse;
  }

  static HRESULT getClassIDInfo2(cor::ProfilerInfo* self, uint64_t id, uint64_t* module, uint32_t* typeDef,
                                 uint64_t* parent, ULONG capacity, ULONG* count, uint64_t* arguments) {
    const FakeClass known = of(self).fact(of(self).classes, id);
    of(self).whileAsked();
    if (known.result != cor::kOk) {
      return known.result;
    }
    *module = known.module;
    *typeDef = known.typeDef;
    *parent = known.parent;
    give(known.arguments, capacity, count, arguments);
    return cor::kOk;
  }

  static HRESULT getClassLayout(cor::ProfilerInfo* self, uint64_t id, cor::COR_FIELD_OFFSET* fields, ULONG capacity,
                                ULONG* count, ULONG* size) {
    const FakeClass known = of(self).fact(of(self).classes, id);
    of(self).whileAsked();
    *count = static_cast<ULONG>(known.fields.size());
    *size = known.size;
    std::copy_n(known.fields.begin(), std::min<size_t>(capacity, known.fields.size()), fields);
    return known.result;
  }

  static HRESULT getFunctionInfo2(cor::ProfilerInfo* self, uint64_t id, uintptr_t frame, uint64_t* owner,
                                  uint64_t* module, uint32_t* methodDef, ULONG capacity, ULONG* count,
                                  uint64_t* arguments) {
    of(self).whileDescribing();
    const FakeFunction known = of(self).fact(of(self).functions, id);
    of(self).violations += frame != 0;
    *owner = known.owner;
    *module = known.module;
    *methodDef = known.methodDef;
    give(known.arguments, capacity, count, arguments);
    return cor::kOk;
  }

  static HRESULT getDynamicFunctionInfo(cor::ProfilerInfo* self, uint64_t id, uint64_t* module, const uint8_t**, ULONG*,
                                        ULONG capacity, ULONG* length, char16_t* name) {
    const FakeFunction known = of(self).fact(of(self).functions, id);
    if ((known.methodDef & 0xFFFFFF) != 0) {
      return cor::kInvalidArgument;
    }
    *module = known.module;
    *length = static_cast<ULONG>(known.name.size() + 1);
    if (capacity < *length) {
      return cor::code(0x8007007A);
    }
    give(known.name, capacity, length, name);
    return cor::kOk;
  }

  // Code that lies nowhere for long is looked for while nothing can be freed.
  static HRESULT getFunctionFromIP3(cor::ProfilerInfo* self, const uint8_t* ip, uint64_t* function, uint64_t* rejit) {
    FakeClr& clr = of(self);
    clr.violations += !clr.standsByThisThread() || rejit != nullptr;
    clr.lookedFor++;
    std::lock_guard<std::mutex> locked(clr.lock);
    for (const auto& [start, code] : clr.code) {
      for (const auto& piece : code.pieces) {
        if (reinterpret_cast<uint64_t>(ip) - piece.startAddress < piece.size) {
          *function = code.function;
          return cor::kOk;
        }
      }
    }
    return kFail;
  }

  static HRESULT getCodeInfo2(cor::ProfilerInfo* self, uint64_t function, ULONG capacity, ULONG* count,
                              cor::COR_PRF_CODE_INFO* pieces) {
    FakeClr& clr = of(self);
    clr.violations += !clr.standsByThisThread();
    std::lock_guard<std::mutex> locked(clr.lock);
    clr.violations += clr.functions.count(function) == 0;
    for (const auto& [start, code] : clr.code) {
      if (code.function == function) {
        return giveAll(code.pieces, capacity, count, pieces);
      }
    }
    return kFail;
  }

  // A call that may start a collection waits for ever for one that the caller blocks.
  void mayCollect() {
    violations += suspended_;
    whileCollecting();
  }

  template <typename Item>
  static HRESULT giveAll(const std::vector<Item>& items, ULONG capacity, ULONG* count, Item* room) {
    *count = static_cast<ULONG>(items.size());
    std::copy_n(items.begin(), std::min<size_t>(capacity, items.size()), room);
    return capacity < items.size() ? cor::code(0x8007007A) : cor::kOk;
  }

  static HRESULT getReJITIDs(cor::ProfilerInfo* self, uint64_t function, ULONG capacity, ULONG* count,
                             uint64_t* rejits) {
    of(self).mayCollect();
    std::set<uint64_t> found{0};
    std::lock_guard<std::mutex> locked(of(self).lock);
    for (const auto& [start, code] : of(self).code) {
      if (code.function == function) {
        found.insert(code.rejit);
      }
    }
    return giveAll(std::vector<uint64_t>(found.begin(), found.end()), capacity, count, rejits);
  }

  static HRESULT getNativeCodeStartAddresses(cor::ProfilerInfo* self, uint64_t function, uint64_t rejit, ULONG capacity,
                                             ULONG* count, uintptr_t* starts) {
    std::vector<uintptr_t> found;
    std::lock_guard<std::mutex> locked(of(self).lock);
    of(self).violations += of(self).functions.count(function) == 0;
    for (const auto& [start, code] : of(self).code) {
      if (code.function == function && code.rejit == rejit) {
        found.push_back(start);
      }
    }
    return giveAll(found, capacity, count, starts);
  }

  static HRESULT getCodeInfo4(cor::ProfilerInfo* self, uintptr_t start, ULONG capacity, ULONG* count,
                              cor::COR_PRF_CODE_INFO* pieces) {
    of(self).mayCollect();
    return giveAll(of(self).fact(of(self).code, start).pieces, capacity, count, pieces);
  }

  static HRESULT getILToNativeMapping3(cor::ProfilerInfo* self, uintptr_t start, ULONG capacity, ULONG* count,
                                       cor::COR_DEBUG_IL_TO_NATIVE_MAP* map) {
    of(self).mayCollect();
    return giveAll(of(self).fact(of(self).code, start).map, capacity, count, map);
  }

  static HRESULT getModuleInfo2(cor::ProfilerInfo* self, uint64_t id, const uint8_t** base, ULONG capacity,
                                ULONG* length, char16_t* name, uint64_t* assembly, uint32_t* flags) {
    const FakeModule known = of(self).fact(of(self).modules, id);
    static const FakeImage image(false);
    static const std::vector<uint8_t> none(4096);
    *base = known.hasMetadata && known.owners.empty() ? image.base() : none.data();
    if (!known.image.empty()) {
      std::lock_guard<std::mutex> locked(of(self).lock);
      *base = of(self).modules[id].image.data();
    }
    if (assembly != nullptr) {
      *assembly = known.assembly;
    }
    *flags = known.flags;
    *length = static_cast<ULONG>(known.path.size() + 1);
    if (capacity < *length) {
      return cor::code(0x8007007A);
    }
    give(known.path, capacity, length, name);
    return cor::kOk;
  }

  static HRESULT getModuleMetaData(cor::ProfilerInfo* self, uint64_t id, uint32_t openFlags, const cor::Guid& iid,
                                   void** metadata) {
    if (iid == cor::kIidMetaDataEmit) {
      return of(self).openForWriting(id, openFlags, metadata);
    }
    of(self).violations += openFlags != 0 || !(iid == cor::kIidMetaDataImport);
    of(self).opened++;
    const FakeModule known = of(self).fact(of(self).modules, id);
    *metadata = known.hasMetadata ? new FakeMetaData(known.owners) : nullptr;
    return known.hasMetadata ? cor::kOk : cor::kFalse;
  }

  // Nothing that lies in a file may be opened so.
  HRESULT openForWriting(uint64_t id, uint32_t openFlags, void** metadata) {
    const FakeModule known = fact(modules, id);
    violations += openFlags != cor::kOpenForWriting || (known.flags & cor::kModuleDynamic) == 0;
    emitter_.slots = &emitSlots();
    emitter_.clr = this;
    emitter_.module = id;
    *metadata = &emitter_;
    return cor::kOk;
  }

  struct Emitter : cor::MetaDataEmit {
    FakeClr* clr = nullptr;
    uint64_t module = 0;

    std::string bytes() {
      clr->whileSaving();
      return clr->fact(clr->modules, module).emitted;
    }
  };

  static const cor::MetaDataEmitSlots& emitSlots() {
    static const cor::MetaDataEmitSlots table = [] {
      cor::MetaDataEmitSlots made{};
      made.Release = [](cor::MetaDataEmit*) -> ULONG { return 0; };
      made.GetSaveSize = [](cor::MetaDataEmit* self, uint32_t, uint32_t* size) {
        *size = static_cast<uint32_t>(static_cast<Emitter*>(self)->bytes().size());
        return cor::kOk;
      };
      made.SaveToMemory = [](cor::MetaDataEmit* self, void* room, ULONG size) {
        const std::string bytes = static_cast<Emitter*>(self)->bytes();
        std::copy_n(bytes.begin(), std::min<size_t>(size, bytes.size()), static_cast<char*>(room));
        return bytes.size() <= size ? cor::kOk : kFail;
      };
      return made;
    }();
    return table;
  }

  struct FakeMetaData : cor::MetaDataImport {
    std::vector<uint32_t> owners;

    explicit FakeMetaData(std::vector<uint32_t> all) : owners(std::move(all)) { slots = &metadataSlots(); }
  };

  static const cor::MetaDataImportSlots& metadataSlots() {
    static const cor::MetaDataImportSlots table = [] {
      cor::MetaDataImportSlots made{};
      made.Release = [](cor::MetaDataImport* self) -> ULONG {
        delete static_cast<FakeMetaData*>(self);
        return 0;
      };
      made.GetMethodProps = [](cor::MetaDataImport* self, uint32_t method, uint32_t* owner, char16_t*, ULONG, ULONG*,
                               uint32_t*, const uint8_t**, ULONG*, ULONG*, uint32_t*) {
        const auto& owners = static_cast<FakeMetaData*>(self)->owners;
        const size_t rid = method & 0xFFFFFF;
        *owner = rid <= owners.size() ? owners[rid - 1] : 0;
        return rid <= owners.size() ? cor::kOk : cor::code(0x80131130);
      };
      made.GetScopeProps = [](cor::MetaDataImport*, char16_t*, ULONG, ULONG*, cor::Guid* mvid) {
        *mvid = {0x11223344, 0x5566, 0x7788, {1, 2, 3, 4, 5, 6, 7, 8}};
        return cor::kOk;
      };
      return made;
    }();
    return table;
  }

  static HRESULT getAppDomainInfo(cor::ProfilerInfo*, uint64_t, ULONG capacity, ULONG* length, char16_t* name,
                                  uint64_t* process) {
    *process = 1;
    give(u"domain", capacity, length, name);
    return cor::kOk;
  }

  static HRESULT getAssemblyInfo(cor::ProfilerInfo*, uint64_t, ULONG capacity, ULONG* length, char16_t* name,
                                 uint64_t* appDomain, uint64_t* module) {
    *appDomain = 0xA0;
    *module = 0;
    give(u"assembly", capacity, length, name);
    return cor::kDataIncomplete;
  }

  // A look-up that loads nothing.
  static HRESULT getFunctionFromToken(cor::ProfilerInfo* self, uint64_t module, uint32_t method, uint64_t* function) {
    of(self).lookUps++;
    const FakeModule known = of(self).fact(of(self).modules, module);
    const auto found = known.published.find(method & 0xFFFFFF);
    if (found == known.published.end()) {
      return cor::kInvalidArgument;
    }
    *function = found->second;
    return found->second != 0 ? cor::kOk : cor::kFunctionIsParameterized;
  }

  static HRESULT getThreadInfo(cor::ProfilerInfo* self, uint64_t thread, uint32_t* osThread) {
    FakeClr& clr = of(self);
    std::lock_guard<std::mutex> locked(clr.lock);
    clr.violations += clr.stacks.count(thread) == 0;
    const auto found = clr.osThreads.find(thread);
    *osThread = found != clr.osThreads.end() ? found->second : static_cast<uint32_t>(thread + kNoOsThread);
    return cor::kOk;
  }

  template <typename Fact>
  std::vector<uint64_t> idsIn(const std::map<uint64_t, Fact>& facts) {
    std::lock_guard<std::mutex> locked(lock);
    std::vector<uint64_t> ids;
    for (const auto& [id, fact] : facts) {
      ids.push_back(id);
    }
    return ids;
  }

  static HRESULT enumModules(cor::ProfilerInfo* self, cor::Enumerator<uint64_t>** enumerator) {
    FakeClr& clr = of(self);
    clr.violations += clr.suspended_;
    *enumerator = new FakeEnumerator<uint64_t>(clr.idsIn(clr.modules), clr.enumerators);
    clr.whileListing();
    return cor::kOk;
  }

  static HRESULT enumThreads(cor::ProfilerInfo* self, cor::Enumerator<uint64_t>** enumerator) {
    FakeClr& clr = of(self);
    *enumerator = new FakeEnumerator<uint64_t>(clr.idsIn(clr.stacks), clr.enumerators);
    clr.whileListing();
    return cor::kOk;
  }

  // Listed code may only be asked about while it cannot be freed, which is while the program is suspended.
  static HRESULT enumJITedFunctions2(cor::ProfilerInfo* self, cor::Enumerator<cor::COR_PRF_FUNCTION>** enumerator) {
    FakeClr& clr = of(self);
    clr.violations += !clr.suspended_;
    std::vector<cor::COR_PRF_FUNCTION> functions;
    std::lock_guard<std::mutex> locked(clr.lock);
    for (const uint64_t id : clr.jitted) {
      functions.push_back({id, 0});
    }
    *enumerator = new FakeEnumerator<cor::COR_PRF_FUNCTION>(functions, clr.enumerators);
    return cor::kOk;
  }

  static HRESULT requestProfilerDetach(cor::ProfilerInfo* self, uint32_t expected) {
    of(self).detachExpected = expected;
    return of(self).detachResult;
  }

  static HRESULT getRuntimeInformation(cor::ProfilerInfo* self, uint16_t*, uint32_t* kind, uint16_t* major, uint16_t* minor,
                                       uint16_t* build, uint16_t*, ULONG capacity, ULONG* length, char16_t* version) {
    *kind = 2;
    *major = of(self).major;
    *minor = 0;
    *build = 1;
    give(u"9.0.1", capacity, length, version);
    return cor::kOk;
  }

  static HRESULT getCurrentThreadID(cor::ProfilerInfo* self, uint64_t* thread) {
    *thread = of(self).ownThread;
    return cor::kOk;
  }

  static HRESULT initializeCurrentThread(cor::ProfilerInfo*) { return cor::kOk; }

  static HRESULT getEventMask2(cor::ProfilerInfo* self, uint32_t* low, uint32_t* high) {
    *low = static_cast<uint32_t>(of(self).events);
    *high = static_cast<uint32_t>(of(self).events >> 32);
    return cor::kOk;
  }

  static HRESULT forceGC(cor::ProfilerInfo* self) {
    of(self).collection();
    return cor::kOk;
  }

  static HRESULT getGenerationBounds(cor::ProfilerInfo* self, ULONG capacity, ULONG* count,
                                     cor::COR_PRF_GC_GENERATION_RANGE* ranges) {
    FakeClr& clr = of(self);
    *count = static_cast<ULONG>(clr.ranges.size());
    std::copy_n(clr.ranges.begin(), std::min<size_t>(capacity, clr.ranges.size()), ranges);
    return cor::kOk;
  }

  static HRESULT getNonGCHeapBounds(cor::ProfilerInfo* self, ULONG capacity, ULONG* count,
                                    cor::COR_PRF_NONGC_HEAP_RANGE* ranges) {
    FakeClr& clr = of(self);
    clr.violations += !clr.hasInfo14;
    *count = static_cast<ULONG>(clr.frozen.size());
    std::copy_n(clr.frozen.begin(), std::min<size_t>(capacity, clr.frozen.size()), ranges);
    return clr.frozenResult;
  }

  // An object; what is looked at while it may move, or is none, would end a real CLR.
  FakeObject object(uint64_t address) {
    violations += !objectsStand;
    return fact(objects, address);
  }

  static HRESULT getClassFromObject(cor::ProfilerInfo* self, uint64_t object, uint64_t* classId) {
    *classId = of(self).object(object).classId;
    return cor::kOk;
  }

  static HRESULT getObjectSize2(cor::ProfilerInfo* self, uint64_t object, size_t* size) {
    *size = of(self).object(object).size;
    return cor::kOk;
  }

  static HRESULT setEventMask2(cor::ProfilerInfo* self, uint32_t low, uint32_t high) {
    of(self).events = low | static_cast<uint64_t>(high) << 32;
    return cor::kOk;
  }

  static HRESULT suspendRuntime(cor::ProfilerInfo* self) {
    FakeClr& clr = of(self);
    clr.whileSuspending();
    if (clr.suspendResult != cor::kOk) {
      return clr.suspendResult;
    }
    clr.violations += clr.suspended_.exchange(true);
    clr.suspender_ = std::this_thread::get_id();
    clr.suspensions++;
    return cor::kOk;
  }

  static HRESULT resumeRuntime(cor::ProfilerInfo* self) {
    FakeClr& clr = of(self);
    clr.violations += !clr.suspended_ || clr.suspender_ != std::this_thread::get_id();
    clr.suspended_ = false;
    clr.whileResuming();
    return cor::kOk;
  }

  static HRESULT doStackSnapshot(cor::ProfilerInfo* self, uint64_t thread, cor::StackSnapshotCallback* callback,
                                 ULONG flags, void* clientData, uint8_t* context, ULONG contextSize) {
    FakeClr& clr = of(self);
    thread = thread != 0 ? thread : clr.ownThread.load();
    clr.violations += (!clr.suspended_ && thread != clr.ownThread) || flags != 0 || context != nullptr || contextSize != 0;
    clr.whileWalking();
    const std::vector<uint64_t> frames = clr.fact(clr.stacks, thread);
    for (const uint64_t frame : frames) {
      if (callback(frame, clr.ipOf(frame), 0, 0, nullptr, clientData) != cor::kOk) {
        return cor::code(0x80131361);
      }
    }
    return frames.empty() ? kFail : cor::kOk;
  }

  void* table_[113];
  cor::MetaDataImport metadata_{};
  Emitter emitter_;
  std::atomic<bool> suspended_{false};
  std::atomic<std::thread::id> suspender_{};
};

// Calls a method of the agent through its vtable, by the slot number the runtime would use.
template <typename... Arguments>
HRESULT callSlot(cor::Unknown* object, size_t slot, Arguments... arguments) {
  using Method = HRESULT(cor::Unknown*, Arguments...);
  void** table = *reinterpret_cast<void***>(object);
  return reinterpret_cast<Method*>(table[slot])(object, arguments...);
}

}  // namespace check
