// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a trace: the fixed part of every record, field by field as src/site/reference/trace-format.md gives them.
//
// Behind the fixed part may stand a list of IDs (u32 count, then 8 bytes each), a string (u32 count of bytes, then
// UTF-16LE), or octets (u32 count, then as many); which of them, each struct says in its comment. Offsets count from the record's beginning, as on
// the page.

#pragma once

#include <stddef.h>
#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a trace is little-endian"
#endif

namespace tiptoe::layout {

constexpr uint8_t kMagic[8] = {0x89, 'T', 'P', 'T', '\r', '\n', 0x1A, '\n'};
constexpr uint32_t kMark = 0x43455254;  // "TREC"
constexpr uint16_t kMajor = 1;
constexpr uint16_t kMinor = 0;
constexpr size_t kLongestRecord = 1 << 20;
constexpr size_t kLongestText = 32767;  // UTF-16 units; what is longer is cut

enum Lane : uint16_t { kIdentity = 0, kSamples = 1 };

enum StartMode : uint32_t { kStartup = 1, kAttach = 2 };

enum Kinds : uint32_t {
  kModules = 1,
  kClasses = 2,
  kJittedFunctions = 4,
  kThreads = 8,
  kUnloads = 16,
  kEverything = 31,
};

enum CoverageState : uint32_t { kComplete = 1, kFromHere = 2, kEnded = 3 };

// 6 is for another way to meet a class.
enum ClassSource : uint32_t {
  kAnnounced = 1,
  kFunctionOwner = 2,
  kTypeArgument = 3,
  kParent = 4,
  kProbedClass = 5,
  kOnHeap = 7,
};

enum ClassShape : uint8_t { kDefined = 0, kArray = 1, kComposite = 2 };

enum FunctionSource : uint32_t { kOnStack = 1, kJitted = 2, kListed = 3, kProbed = 4 };

enum CatchUpStep : uint32_t { kListedModules = 1, kListedThreads = 2, kListedFunctions = 3, kProbedModules = 4 };

enum UnloadKind : uint32_t {
  kAppDomain = 1,
  kAssembly = 2,
  kModule = 3,
  kClass = 4,
  kDynamicFunction = 5,
};

// Why a heap walk is not the whole truth; bits.
enum HeapShortfall : uint32_t { kOutOfTime = 1, kTooManyClasses = 2, kBrokenRange = 4, kNoRanges = 8 };

enum EndReason : uint32_t { kRuntimeShutDown = 1, kDetached = 2 };

enum Occasion : uint32_t { kModuleLoadFinished = 1, kClassLoadFinished = 2, kJITCompilationFinished = 3 };

enum SampleFlags : uint32_t { kTruncated = 1 };

#pragma pack(push, 1)

struct FileHeader {
  uint8_t magic[8];
  uint16_t major;
  uint16_t minor;
  uint32_t headerLength;
  uint64_t began;
  uint32_t pid;
  uint32_t pointerSize;
  uint8_t traceId[16];
  uint8_t reserved[12];
  uint32_t crc;
};

struct RecordHeader {
  uint32_t mark;
  uint32_t crc;
  uint32_t length;
  uint16_t type;
  uint16_t lane;
  uint64_t sequence;
  uint64_t time;
};

// … string: the runtime's version.
struct TraceBegan {
  static constexpr uint16_t kType = 1;
  RecordHeader header;
  uint32_t startMode;
  uint16_t runtimeKind;
  uint16_t runtimeMajor;
  uint16_t runtimeMinor;
  uint16_t runtimeBuild;
  uint16_t agentMajor;
  uint16_t agentMinor;
  uint64_t samplePeriod;
};

// … string: the reason.
struct Coverage {
  static constexpr uint16_t kType = 2;
  RecordHeader header;
  uint32_t kinds;
  uint32_t state;
  uint32_t code;
};

// … string: the name.
struct AppDomainCreated {
  static constexpr uint16_t kType = 3;
  RecordHeader header;
  uint64_t appDomainId;
};

// … string: the simple name.
struct AssemblyLoaded {
  static constexpr uint16_t kType = 4;
  RecordHeader header;
  uint64_t assemblyId;
  uint64_t appDomainId;
  uint64_t moduleId;
};

// … string: the path.
struct ModuleLoaded {
  static constexpr uint16_t kType = 5;
  RecordHeader header;
  uint64_t moduleId;
  uint64_t assemblyId;
  uint64_t baseAddress;
  uint32_t flags;
  uint8_t mvid[16];
};

struct ModuleAttached {
  static constexpr uint16_t kType = 6;
  RecordHeader header;
  uint64_t moduleId;
  uint64_t assemblyId;
};

// … list: the type arguments.
struct ClassSeen {
  static constexpr uint16_t kType = 7;
  RecordHeader header;
  uint64_t classId;
  uint64_t moduleId;
  uint64_t parentClassId;
  uint32_t typeDef;
  uint32_t source;
  uint8_t shape;
  uint8_t elementType;
  uint16_t rank;
};

// … list: the method's own type arguments. … string: the name of a dynamic method.
struct FunctionSeen {
  static constexpr uint16_t kType = 8;
  RecordHeader header;
  uint64_t functionId;
  uint64_t classId;
  uint64_t moduleId;
  uint32_t methodDef;
  uint32_t source;
};

struct UnloadStarted {
  static constexpr uint16_t kType = 9;
  RecordHeader header;
  uint32_t kind;
  uint32_t reserved;
  uint64_t id;
};

struct ThreadCreated {
  static constexpr uint16_t kType = 10;
  RecordHeader header;
  uint64_t threadId;
  uint32_t osThreadId;
};

// … string: the name.
struct ThreadNamed {
  static constexpr uint16_t kType = 11;
  RecordHeader header;
  uint64_t threadId;
};

// Only of threads that were there before the agent. … string: what the system calls it, cut as the system cuts it.
struct OsThreadNamed {
  static constexpr uint16_t kType = 21;
  RecordHeader header;
  uint64_t threadId;
};

struct ThreadDestroyed {
  static constexpr uint16_t kType = 12;
  RecordHeader header;
  uint64_t threadId;
};

struct TraceEnded {
  static constexpr uint16_t kType = 13;
  RecordHeader header;
  uint32_t reason;
  uint32_t agentErrors;
  uint64_t identityRecords;
  uint64_t identityLost;
  uint64_t loadsOnOurThreads;
};

// … octets: a piece of the copy.
struct ModuleMetadata {
  static constexpr uint16_t kType = 14;
  RecordHeader header;
  uint64_t moduleId;
  uint32_t number;
  uint32_t reserved;
  uint64_t size;
  uint64_t offset;
};

struct InstanceSeen {
  static constexpr uint16_t kType = 16;
  RecordHeader header;
  uint64_t classId;
  uint64_t objects;
  uint64_t bytes;
};

struct HeapWalked {
  static constexpr uint16_t kType = 17;
  RecordHeader header;
  uint32_t shortfalls;
  uint32_t generations;
  uint64_t objects;
  uint64_t bytes;
  uint64_t freeBytes;
  uint64_t leftOutBytes;
  uint64_t walking;
  uint64_t collecting;
  uint32_t classes;
};

// … list of COR_PRF_CODE_INFO, its pieces. … list of COR_DEBUG_IL_TO_NATIVE_MAP.
struct CodeSeen {
  static constexpr uint16_t kType = 15;
  RecordHeader header;
  uint64_t functionId;
  uint32_t rejit;
};

// … list: the TypeDef tokens.
struct NotPublished {
  static constexpr uint16_t kType = 18;
  RecordHeader header;
  uint64_t moduleId;
  uint64_t asOf;
};

// … string: why it was not done, or not to its end.
struct CaughtUp {
  static constexpr uint16_t kType = 19;
  RecordHeader header;
  uint32_t step;
  uint32_t result;
  uint64_t found;
  uint64_t leftOut;
  uint64_t took;
  uint64_t longestPause;
};

// … string: why, in words.
struct DetachRefused {
  static constexpr uint16_t kType = 20;
  RecordHeader header;
  uint32_t result;
};

// … list: the FunctionIDs, leaf first.
struct StackSample {
  static constexpr uint16_t kType = 64;
  RecordHeader header;
  uint64_t threadId;
  uint32_t result;
  uint32_t flags;
};

struct SamplerBooks {
  static constexpr uint16_t kType = 65;
  RecordHeader header;
  uint64_t rounds;
  uint64_t stacks;
  uint64_t failedWalks;
  uint64_t refusedSuspensions;
  uint64_t droppedSamples;
  uint64_t stoppedTotal;
  uint64_t stoppedLongest;
  uint64_t suspendingTotal;
  uint64_t suspendingLongest;
};

// … list: for each result of a call, the call (1 SuspendRuntime, 2 DoStackSnapshot) above the HRESULT, then how often.
struct SamplerState {
  static constexpr uint16_t kType = 66;
  RecordHeader header;
  uint64_t period;
  uint32_t duty;
  uint32_t threads;
  uint64_t sampling;
  uint64_t due;
  uint64_t walked;
  uint64_t stoppedMedian;
  uint64_t stoppedP99;
  uint64_t pausedTotal;
  uint64_t pausedMedian;
  uint64_t pausedP99;
  uint64_t pausedLongest;
  uint64_t otherOutcomes;
};

// … list: the FunctionIDs, leaf first. … list: where each frame stands.
struct StackDefined {
  static constexpr uint16_t kType = 67;
  RecordHeader header;
  uint32_t stack;
  uint32_t oldest;
  uint32_t result;
  uint32_t flags;
};

// … list of SampledThread.
struct RoundSampled {
  static constexpr uint16_t kType = 68;
  RecordHeader header;
  uint32_t interval;
  uint32_t due;
  uint32_t walked;
};

struct SampledThread {
  uint64_t threadId;
  uint32_t stack;
  int32_t leafForward;
};

// … list: the FunctionIDs, leaf first. … list: where each frame stands.
struct CallbackSampled {
  static constexpr uint16_t kType = 69;
  RecordHeader header;
  uint64_t threadId;
  uint64_t id;
  uint32_t occasion;
  uint32_t result;
  uint32_t flags;
};

#pragma pack(pop)

#define TIPTOE_AT(offset, record, field) \
  static_assert(offsetof(record, field) == offset, #record "." #field " is not where the page says")
#define TIPTOE_SIZE(size, record) static_assert(sizeof(record) == size, #record " has another size than on the page")

TIPTOE_AT(0, FileHeader, magic);
TIPTOE_AT(8, FileHeader, major);
TIPTOE_AT(10, FileHeader, minor);
TIPTOE_AT(12, FileHeader, headerLength);
TIPTOE_AT(16, FileHeader, began);
TIPTOE_AT(24, FileHeader, pid);
TIPTOE_AT(28, FileHeader, pointerSize);
TIPTOE_AT(32, FileHeader, traceId);
TIPTOE_AT(48, FileHeader, reserved);
TIPTOE_AT(60, FileHeader, crc);
TIPTOE_SIZE(64, FileHeader);

TIPTOE_AT(0, RecordHeader, mark);
TIPTOE_AT(4, RecordHeader, crc);
TIPTOE_AT(8, RecordHeader, length);
TIPTOE_AT(12, RecordHeader, type);
TIPTOE_AT(14, RecordHeader, lane);
TIPTOE_AT(16, RecordHeader, sequence);
TIPTOE_AT(24, RecordHeader, time);
TIPTOE_SIZE(32, RecordHeader);

TIPTOE_AT(32, TraceBegan, startMode);
TIPTOE_AT(36, TraceBegan, runtimeKind);
TIPTOE_AT(38, TraceBegan, runtimeMajor);
TIPTOE_AT(40, TraceBegan, runtimeMinor);
TIPTOE_AT(42, TraceBegan, runtimeBuild);
TIPTOE_AT(44, TraceBegan, agentMajor);
TIPTOE_AT(46, TraceBegan, agentMinor);
TIPTOE_AT(48, TraceBegan, samplePeriod);
TIPTOE_SIZE(56, TraceBegan);

TIPTOE_AT(32, Coverage, kinds);
TIPTOE_AT(36, Coverage, state);
TIPTOE_AT(40, Coverage, code);
TIPTOE_SIZE(44, Coverage);

TIPTOE_AT(32, AppDomainCreated, appDomainId);
TIPTOE_SIZE(40, AppDomainCreated);

TIPTOE_AT(32, AssemblyLoaded, assemblyId);
TIPTOE_AT(40, AssemblyLoaded, appDomainId);
TIPTOE_AT(48, AssemblyLoaded, moduleId);
TIPTOE_SIZE(56, AssemblyLoaded);

TIPTOE_AT(32, ModuleLoaded, moduleId);
TIPTOE_AT(40, ModuleLoaded, assemblyId);
TIPTOE_AT(48, ModuleLoaded, baseAddress);
TIPTOE_AT(56, ModuleLoaded, flags);
TIPTOE_AT(60, ModuleLoaded, mvid);
TIPTOE_SIZE(76, ModuleLoaded);

TIPTOE_AT(32, ModuleAttached, moduleId);
TIPTOE_AT(40, ModuleAttached, assemblyId);
TIPTOE_SIZE(48, ModuleAttached);

TIPTOE_AT(32, ClassSeen, classId);
TIPTOE_AT(40, ClassSeen, moduleId);
TIPTOE_AT(48, ClassSeen, parentClassId);
TIPTOE_AT(56, ClassSeen, typeDef);
TIPTOE_AT(60, ClassSeen, source);
TIPTOE_AT(64, ClassSeen, shape);
TIPTOE_AT(65, ClassSeen, elementType);
TIPTOE_AT(66, ClassSeen, rank);
TIPTOE_SIZE(68, ClassSeen);

TIPTOE_AT(32, FunctionSeen, functionId);
TIPTOE_AT(40, FunctionSeen, classId);
TIPTOE_AT(48, FunctionSeen, moduleId);
TIPTOE_AT(56, FunctionSeen, methodDef);
TIPTOE_AT(60, FunctionSeen, source);
TIPTOE_SIZE(64, FunctionSeen);

TIPTOE_AT(32, UnloadStarted, kind);
TIPTOE_AT(36, UnloadStarted, reserved);
TIPTOE_AT(40, UnloadStarted, id);
TIPTOE_SIZE(48, UnloadStarted);

TIPTOE_AT(32, ThreadCreated, threadId);
TIPTOE_AT(40, ThreadCreated, osThreadId);
TIPTOE_SIZE(44, ThreadCreated);

TIPTOE_AT(32, ThreadNamed, threadId);
TIPTOE_SIZE(40, ThreadNamed);

TIPTOE_AT(32, OsThreadNamed, threadId);
TIPTOE_SIZE(40, OsThreadNamed);

TIPTOE_AT(32, ThreadDestroyed, threadId);
TIPTOE_SIZE(40, ThreadDestroyed);

TIPTOE_AT(32, TraceEnded, reason);
TIPTOE_AT(36, TraceEnded, agentErrors);
TIPTOE_AT(40, TraceEnded, identityRecords);
TIPTOE_AT(48, TraceEnded, identityLost);
TIPTOE_AT(56, TraceEnded, loadsOnOurThreads);
TIPTOE_SIZE(64, TraceEnded);

TIPTOE_AT(32, CodeSeen, functionId);
TIPTOE_AT(40, CodeSeen, rejit);
TIPTOE_SIZE(44, CodeSeen);

TIPTOE_AT(32, ModuleMetadata, moduleId);
TIPTOE_AT(40, ModuleMetadata, number);
TIPTOE_AT(44, ModuleMetadata, reserved);
TIPTOE_AT(48, ModuleMetadata, size);
TIPTOE_AT(56, ModuleMetadata, offset);
TIPTOE_SIZE(64, ModuleMetadata);

TIPTOE_AT(32, InstanceSeen, classId);
TIPTOE_AT(40, InstanceSeen, objects);
TIPTOE_AT(48, InstanceSeen, bytes);
TIPTOE_SIZE(56, InstanceSeen);

TIPTOE_AT(32, HeapWalked, shortfalls);
TIPTOE_AT(36, HeapWalked, generations);
TIPTOE_AT(40, HeapWalked, objects);
TIPTOE_AT(48, HeapWalked, bytes);
TIPTOE_AT(56, HeapWalked, freeBytes);
TIPTOE_AT(64, HeapWalked, leftOutBytes);
TIPTOE_AT(72, HeapWalked, walking);
TIPTOE_AT(80, HeapWalked, collecting);
TIPTOE_AT(88, HeapWalked, classes);
TIPTOE_SIZE(92, HeapWalked);

TIPTOE_AT(32, NotPublished, moduleId);
TIPTOE_AT(40, NotPublished, asOf);
TIPTOE_SIZE(48, NotPublished);

TIPTOE_AT(32, CaughtUp, step);
TIPTOE_AT(36, CaughtUp, result);
TIPTOE_AT(40, CaughtUp, found);
TIPTOE_AT(48, CaughtUp, leftOut);
TIPTOE_AT(56, CaughtUp, took);
TIPTOE_AT(64, CaughtUp, longestPause);
TIPTOE_SIZE(72, CaughtUp);

TIPTOE_AT(32, DetachRefused, result);
TIPTOE_SIZE(36, DetachRefused);

TIPTOE_AT(32, StackSample, threadId);
TIPTOE_AT(40, StackSample, result);
TIPTOE_AT(44, StackSample, flags);
TIPTOE_SIZE(48, StackSample);

TIPTOE_AT(32, SamplerBooks, rounds);
TIPTOE_AT(40, SamplerBooks, stacks);
TIPTOE_AT(48, SamplerBooks, failedWalks);
TIPTOE_AT(56, SamplerBooks, refusedSuspensions);
TIPTOE_AT(64, SamplerBooks, droppedSamples);
TIPTOE_AT(72, SamplerBooks, stoppedTotal);
TIPTOE_AT(80, SamplerBooks, stoppedLongest);
TIPTOE_AT(88, SamplerBooks, suspendingTotal);
TIPTOE_AT(96, SamplerBooks, suspendingLongest);
TIPTOE_SIZE(104, SamplerBooks);

TIPTOE_AT(32, SamplerState, period);
TIPTOE_AT(40, SamplerState, duty);
TIPTOE_AT(44, SamplerState, threads);
TIPTOE_AT(48, SamplerState, sampling);
TIPTOE_AT(56, SamplerState, due);
TIPTOE_AT(64, SamplerState, walked);
TIPTOE_AT(72, SamplerState, stoppedMedian);
TIPTOE_AT(80, SamplerState, stoppedP99);
TIPTOE_AT(88, SamplerState, pausedTotal);
TIPTOE_AT(96, SamplerState, pausedMedian);
TIPTOE_AT(104, SamplerState, pausedP99);
TIPTOE_AT(112, SamplerState, pausedLongest);
TIPTOE_AT(120, SamplerState, otherOutcomes);
TIPTOE_SIZE(128, SamplerState);

TIPTOE_AT(32, StackDefined, stack);
TIPTOE_AT(36, StackDefined, oldest);
TIPTOE_AT(40, StackDefined, result);
TIPTOE_AT(44, StackDefined, flags);
TIPTOE_SIZE(48, StackDefined);

TIPTOE_AT(32, RoundSampled, interval);
TIPTOE_AT(36, RoundSampled, due);
TIPTOE_AT(40, RoundSampled, walked);
TIPTOE_SIZE(44, RoundSampled);

TIPTOE_AT(0, SampledThread, threadId);
TIPTOE_AT(8, SampledThread, stack);
TIPTOE_AT(12, SampledThread, leafForward);
TIPTOE_SIZE(16, SampledThread);

TIPTOE_AT(32, CallbackSampled, threadId);
TIPTOE_AT(40, CallbackSampled, id);
TIPTOE_AT(48, CallbackSampled, occasion);
TIPTOE_AT(52, CallbackSampled, result);
TIPTOE_AT(56, CallbackSampled, flags);
TIPTOE_SIZE(60, CallbackSampled);

#undef TIPTOE_AT
#undef TIPTOE_SIZE

}  // namespace tiptoe::layout
