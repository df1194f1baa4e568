// SPDX-License-Identifier: Apache-2.0
//
// A stand-in for what Windows has and this machine has not: the functions of mscoree.dll and kernel32.dll by which a
// profiler is attached to a process of the .NET Framework, and the COM objects behind them, with the vtables of
// metahost.h. It counts the references to each object and the handles that are open, keeps the words for what a caller
// must not do, and answers by a script: any HRESULT, and any of several lies, at any step.

#include "cor/types.h"

#include <errno.h>

using namespace tiptoe::cor;

namespace {

using HANDLE = void*;

constexpr HRESULT kUnexpected = code(0x8000FFFF);
constexpr HRESULT kInvalidArgument = code(0x80070057);
constexpr HRESULT kInsufficientBuffer = code(0x8007007A);
constexpr int kErrorInvalidHandle = 6;
constexpr int kErrorInvalidParameter = 87;

constexpr Guid kClsidMetaHost = {0x9280188D, 0x0E8E, 0x4867, {0xB3, 0x0C, 0x7F, 0xA8, 0x38, 0x84, 0xE8, 0xDE}};
constexpr Guid kClsidProfiling = {0xBD097ED8, 0x733E, 0x43FE, {0x8E, 0xD7, 0xA9, 0x5F, 0xF9, 0xA8, 0x44, 0x8C}};
constexpr Guid kIidMetaHost = {0xD332DB9E, 0xB9B3, 0x4125, {0x82, 0x07, 0xA1, 0x48, 0x84, 0xF5, 0x32, 0x16}};
constexpr Guid kIidRuntimeInfo = {0xBD39D1D2, 0xBA2F, 0x486A, {0x89, 0xB0, 0xB4, 0xB0, 0xCB, 0x46, 0x68, 0x91}};
constexpr Guid kIidProfiling = {0xB349ABE3, 0xB56F, 0x4689, {0xBF, 0xCD, 0x76, 0xBF, 0x39, 0xD8, 0x88, 0xEA}};
constexpr Guid kIidEnumUnknown = {0x00000100, 0x0000, 0x0000, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};

constexpr size_t kMostRuntimes = 8;
constexpr size_t kLongestText = 512;

// A side effect of a step, besides returning its HRESULT.
enum class Lie : int32_t {
  kNone,
  kNothing,       // succeeds and gives nothing: a null pointer, no text
  kSurplus,       // fails, and leaves a pointer that leads nowhere
  kEndless,       // goes on for ever: the enumeration, the length of a text
  kUnterminated,  // text that fills the buffer to its last character
  kLength,        // text, with a length that is not its own
};

constexpr const char* kLies[] = {"NONE", "NOTHING", "SURPLUS", "ENDLESS", "UNTERMINATED", "LENGTH"};

enum Step : int32_t {
  kOpenProcess,
  kIsWow64Process,
  kCloseHandle,
  kCreateInstance,
  kEnumerateLoadedRuntimes,
  kNext,
  kQueryInterface,
  kGetVersionString,
  kGetInterface,
  kAttachProfiler,
};

constexpr const char* kSteps[] = {"OPEN_PROCESS",
                                  "IS_WOW64_PROCESS",
                                  "CLOSE_HANDLE",
                                  "CREATE_INSTANCE",
                                  "ENUMERATE_LOADED_RUNTIMES",
                                  "NEXT",
                                  "QUERY_INTERFACE",
                                  "GET_VERSION_STRING",
                                  "GET_INTERFACE",
                                  "ATTACH_PROFILER"};
constexpr size_t kStepCount = sizeof kSteps / sizeof *kSteps;
static_assert(kStepCount == kAttachProfiler + 1 && sizeof kLies / sizeof *kLies == static_cast<int>(Lie::kLength) + 1,
              "each has its name");

// Where a name stands in a list; -1 if nowhere.
template <size_t kSize>
int32_t find(const char* const (&names)[kSize], const char* wanted) {
  for (size_t i = 0; i < kSize; i++) {
    if (strcmp(names[i], wanted) == 0) return static_cast<int32_t>(i);
  }
  return -1;
}

// The action of a step, from which of its calls on.
struct Answer {
  HRESULT result;
  Lie lie;
  int32_t after;
};

struct Script {
  Answer answers[kStepCount];
  DWORD process;
  BOOL wow64OfProcess;
  BOOL wow64OfCaller;
  WCHAR versions[kMostRuntimes][kLongestText];
  uint32_t runtimes;
};

// The arguments of AttachProfiler.
struct Received {
  DWORD process;
  DWORD milliseconds;
  Guid clsid;
  WCHAR path[kLongestText];
  uint8_t data[kLongestText];
  uint32_t size;
};

Script script;
Received received;
int32_t calls[kStepCount];
int32_t openHandles;
int32_t handedOut;
const char* misuse;

void blame(const char* what) {
  if (misuse == nullptr) misuse = what;
}

// The answer of the step's next call.
Answer next(Step step) {
  const Answer& scripted = script.answers[step];
  return calls[step]++ < scripted.after ? Answer{kOk, Lie::kNone, 0} : scripted;
}

struct Counted : Unknown {
  const Guid& iid;
  uint32_t references = 0;

  explicit Counted(const Guid& iid) : iid(iid) {}

  HRESULT QueryInterface(const Guid& wanted, void** object) override {
    alive();
    if (object == nullptr) return kPointer;
    *object = nullptr;
    if (!(wanted == iid) && !(wanted == kIidUnknown)) return kNoInterface;
    return give(object);
  }

  ULONG AddRef() override {
    alive();
    handedOut++;
    return ++references;
  }

  ULONG Release() override {
    if (references == 0) {
      blame("Release without a reference");
      return 0;
    }
    return --references;
  }

  HRESULT give(void** object) {
    references++;
    handedOut++;
    *object = this;
    return kOk;
  }

  // A caller must have a reference.
  void alive() const {
    if (references == 0) blame("a call without a reference");
  }

  HRESULT unwanted() const {
    blame("a slot that nothing should call");
    return kNotImplemented;
  }
};

// Answers a call whose last parameter is a place for an object.
HRESULT answer(Step step, Counted& object, void** place) {
  if (place == nullptr) return kPointer;
  *place = nullptr;
  const Answer scripted = next(step);
  if (scripted.lie == Lie::kNothing) return scripted.result;
  if (scripted.lie == Lie::kSurplus) {
    *place = reinterpret_cast<void*>(uintptr_t{0xBAD});
    return failed(scripted.result) ? scripted.result : kUnexpected;
  }
  if (failed(scripted.result)) return scripted.result;
  object.give(place);
  return scripted.result;
}

struct Profiling : Counted {
  Profiling() : Counted(kIidProfiling) {}

  virtual HRESULT AttachProfiler(DWORD process, DWORD milliseconds, const Guid* clsid, const WCHAR* path, void* data,
                                 uint32_t size) {
    alive();
    const Answer scripted = next(kAttachProfiler);
    if (clsid == nullptr || path == nullptr || size > kLongestText) return kInvalidArgument;
    if ((data == nullptr) != (size == 0)) {
      blame("client data whose address and size do not fit");
      return kInvalidArgument;
    }
    received.process = process;
    received.milliseconds = milliseconds;
    received.clsid = *clsid;
    for (size_t i = 0; i < kLongestText - 1 && (received.path[i] = path[i]) != 0; i++) {
    }
    if (size != 0) memcpy(received.data, data, size);
    received.size = size;
    return scripted.result;
  }
};

Profiling profiling;

struct RuntimeInfo : Counted {
  uint32_t index = 0;

  RuntimeInfo() : Counted(kIidRuntimeInfo) {}

  virtual HRESULT GetVersionString(WCHAR* buffer, DWORD* length) {
    alive();
    if (buffer == nullptr || length == nullptr) return kPointer;
    const Answer scripted = next(kGetVersionString);
    if (failed(scripted.result)) return scripted.result;
    switch (scripted.lie) {
      case Lie::kNothing:
        return scripted.result;
      case Lie::kEndless:
        *length = *length + 1;
        return kInsufficientBuffer;
      case Lie::kUnterminated:
        for (DWORD i = 0; i < *length; i++) buffer[i] = u'9';
        return scripted.result;
      default:
        return write(scripted, buffer, length);
    }
  }

  HRESULT write(const Answer& scripted, WCHAR* buffer, DWORD* length) const {
    const WCHAR* version = script.versions[index];
    DWORD needed = 1;
    while (version[needed - 1] != 0) needed++;
    if (needed > *length) {
      *length = scripted.lie == Lie::kLength ? 0xFFFFFFFF : needed;
      return kInsufficientBuffer;
    }
    memcpy(buffer, version, needed * sizeof *version);
    *length = scripted.lie == Lie::kLength ? 0xFFFFFFFF : needed;
    return scripted.result;
  }

  virtual HRESULT GetRuntimeDirectory(WCHAR*, DWORD*) { return unwanted(); }
  virtual HRESULT IsLoaded(HANDLE, BOOL*) { return unwanted(); }
  virtual HRESULT LoadErrorString(uint32_t, WCHAR*, DWORD*, int32_t) { return unwanted(); }
  virtual HRESULT LoadLibrary(const WCHAR*, void**) { return unwanted(); }
  virtual HRESULT GetProcAddress(const char*, void**) { return unwanted(); }

  virtual HRESULT GetInterface(const Guid& clsid, const Guid& iid, void** object) {
    alive();
    if (script.versions[index][1] < u'4') blame("a CLR before version 4 was loaded");
    if (!(clsid == kClsidProfiling)) return kClassNotAvailable;
    if (!(iid == kIidProfiling)) return kNoInterface;
    return answer(kGetInterface, profiling, object);
  }

  virtual HRESULT IsLoadable(BOOL*) { return unwanted(); }
  virtual HRESULT SetDefaultStartupFlags(DWORD, const WCHAR*) { return unwanted(); }
  virtual HRESULT GetDefaultStartupFlags(DWORD*, WCHAR*, DWORD*) { return unwanted(); }
  virtual HRESULT BindAsLegacyV2Runtime() { return unwanted(); }
  virtual HRESULT IsStarted(BOOL*, DWORD*) { return unwanted(); }
};

RuntimeInfo infos[kMostRuntimes];

// The item of the enumeration: not yet an ICLRRuntimeInfo, which must be queried.
struct Listed : Counted {
  uint32_t index = 0;

  Listed() : Counted(kIidUnknown) {}

  HRESULT QueryInterface(const Guid& wanted, void** object) override {
    alive();
    if (!(wanted == kIidRuntimeInfo)) return Counted::QueryInterface(wanted, object);
    return answer(kQueryInterface, infos[index], object);
  }
};

Listed listed[kMostRuntimes];

struct Enumerator : Counted {
  uint32_t position = 0;

  Enumerator() : Counted(kIidEnumUnknown) {}

  virtual HRESULT Next(ULONG wanted, void** objects, ULONG* fetched) {
    alive();
    if (objects == nullptr || wanted != 1) return kPointer;
    const Answer scripted = script.answers[kNext];
    const bool endless = scripted.lie == Lie::kEndless && script.runtimes != 0;
    const bool left = position < script.runtimes;
    if (!left && !endless) {
      if (fetched != nullptr) *fetched = 0;
      return calls[kNext] < scripted.after || !failed(scripted.result) ? kFalse : scripted.result;
    }
    const HRESULT result = answer(kNext, listed[left ? position : script.runtimes - 1], objects);
    position++;
    if (fetched != nullptr) *fetched = *objects == nullptr ? 0 : 1;
    return result;
  }

  virtual HRESULT Skip(ULONG) { return unwanted(); }
  virtual HRESULT Reset() { return unwanted(); }
  virtual HRESULT Clone(void**) { return unwanted(); }
};

Enumerator enumerator;

// A process's handle is its address here: not null, not a small number.
HANDLE handleOfProcess() { return &script; }

struct MetaHost : Counted {
  MetaHost() : Counted(kIidMetaHost) {}

  virtual HRESULT GetRuntime(const WCHAR*, const Guid&, void**) { return unwanted(); }
  virtual HRESULT GetVersionFromFile(const WCHAR*, WCHAR*, DWORD*) { return unwanted(); }
  virtual HRESULT EnumerateInstalledRuntimes(void**) { return unwanted(); }

  virtual HRESULT EnumerateLoadedRuntimes(HANDLE process, void** place) {
    alive();
    if (process != handleOfProcess() || openHandles == 0) blame("a process that is not open");
    enumerator.position = 0;
    return answer(kEnumerateLoadedRuntimes, enumerator, place);
  }

  virtual HRESULT RequestRuntimeLoadedNotification(void*) { return unwanted(); }
  virtual HRESULT QueryLegacyV2RuntimeBinding(const Guid&, void**) { return unwanted(); }
  virtual HRESULT ExitProcess(int32_t) { return unwanted(); }
};

MetaHost metaHost;

// GetLastError is errno here: to JNA, that is the same.
BOOL fail(int error) {
  errno = error;
  return 0;
}

uint32_t references() {
  uint32_t sum = metaHost.references + enumerator.references + profiling.references;
  for (const Listed& each : listed) sum += each.references;
  for (const RuntimeInfo& each : infos) sum += each.references;
  return sum;
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

// mscoree.dll

EXPORT HRESULT CLRCreateInstance(const Guid& clsid, const Guid& iid, void** object) {
  if (!(clsid == kClsidMetaHost)) return kClassNotAvailable;
  if (!(iid == kIidMetaHost)) return kNoInterface;
  return answer(kCreateInstance, metaHost, object);
}

// kernel32.dll

EXPORT HANDLE OpenProcess(DWORD access, BOOL inherited, DWORD process) {
  constexpr DWORD kVmRead = 0x10, kDuplicate = 0x40, kQuery = 0x400, kSynchronize = 0x100000;
  if (access != (kVmRead | kDuplicate | kQuery | kSynchronize)) blame("other rights than are needed");
  if (inherited) blame("a handle that children inherit");
  const Answer scripted = next(kOpenProcess);
  errno = scripted.result;
  if (scripted.result != 0 || scripted.lie == Lie::kNothing) return nullptr;
  if (process != script.process) {
    errno = kErrorInvalidParameter;
    return nullptr;
  }
  openHandles++;
  return handleOfProcess();
}

EXPORT BOOL IsWow64Process(HANDLE process, BOOL* answer) {
  const Answer scripted = next(kIsWow64Process);
  if (scripted.result != 0) return fail(scripted.result);
  if (process == reinterpret_cast<HANDLE>(intptr_t{-1})) {
    *answer = script.wow64OfCaller;
  } else if (process == handleOfProcess() && openHandles != 0) {
    *answer = script.wow64OfProcess;
  } else {
    blame("the bitness of a process that is not open");
    return fail(kErrorInvalidHandle);
  }
  return 1;
}

EXPORT BOOL CloseHandle(HANDLE process) {
  if (process != handleOfProcess() || openHandles == 0) {
    blame("a handle that is not open was closed");
    return fail(kErrorInvalidHandle);
  }
  openHandles--;
  const Answer scripted = next(kCloseHandle);
  return scripted.result != 0 ? fail(scripted.result) : 1;
}

// The script

// Forgets everything; one process runs, without a CLR.
EXPORT void standInReset(DWORD process) {
  script = Script{};
  received = Received{};
  memset(calls, 0, sizeof calls);
  script.process = process;
  openHandles = 0;
  handedOut = 0;
  misuse = nullptr;
  metaHost.references = enumerator.references = profiling.references = 0;
  for (uint32_t i = 0; i < kMostRuntimes; i++) {
    listed[i].references = infos[i].references = 0;
    listed[i].index = infos[i].index = i;
  }
}

// The action of a step from its call number `after` on. The functions of kernel32.dll have an error of Windows, not an
// HRESULT.
EXPORT BOOL standInAnswer(const char* step, HRESULT result, const char* lie, int32_t after) {
  const int32_t at = find(kSteps, step);
  const int32_t how = find(kLies, lie);
  if (at < 0 || how < 0) return 0;
  script.answers[at] = Answer{result, static_cast<Lie>(how), after};
  return 1;
}

// Loads a CLR of that version into the process.
EXPORT BOOL standInLoad(const WCHAR* version) {
  if (script.runtimes == kMostRuntimes) return 0;
  WCHAR* copy = script.versions[script.runtimes++];
  for (size_t i = 0; i < kLongestText - 1 && (copy[i] = version[i]) != 0; i++) {
  }
  return 1;
}

EXPORT void standInWow64(BOOL process, BOOL caller) {
  script.wow64OfProcess = process;
  script.wow64OfCaller = caller;
}

EXPORT int32_t standInReferences() { return static_cast<int32_t>(references()); }
EXPORT int32_t standInHandedOut() { return handedOut; }
EXPORT int32_t standInHandles() { return openHandles; }
EXPORT int32_t standInCalls(const char* step) {
  const int32_t at = find(kSteps, step);
  return at < 0 ? -1 : calls[at];
}
EXPORT const char* standInMisuse() { return misuse; }
EXPORT const void* standInReceived() { return &received; }
