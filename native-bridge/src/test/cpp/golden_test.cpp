// SPDX-License-Identifier: Apache-2.0
//
// The golden trace: one or more records of every type, written by the agent's own writer with a fixed clock, equal
// byte for byte to the committed file that the Java reader's tests read.
//   golden_test FILE           compares
//   golden_test --write FILE   writes it anew

#include "check.h"
#include "cor/types.h"
#include "parsed_trace.h"
#include "temporary.h"
#include "trace/identity_lane.h"
#include "trace/sample_lane.h"

#include <set>

using namespace tiptoe;

namespace {

constexpr uint64_t kAppDomain = 0x100;
constexpr uint64_t kAssembly = 0x200;
constexpr uint64_t kModule = 0x7f0000000300;
constexpr uint64_t kObject = 0x400;
constexpr uint64_t kList = 0x408;
constexpr uint64_t kArray = 0x410;
constexpr uint64_t kPointer = 0x418;
constexpr uint64_t kOnTheHeap = 0x420;
constexpr uint64_t kEmitted = 0x720;
constexpr uint64_t kMain = 0x500;
constexpr uint64_t kGeneric = 0x508;
constexpr uint64_t kDynamic = 0x510;
constexpr uint64_t kThread = 0x600;
constexpr uint64_t kLateModule = 0x7f0000000700;
constexpr uint64_t kLateClass = 0x800;
constexpr uint64_t kLateFunction = 0x900;
constexpr uint64_t kLateThread = 0xA00;

uint64_t clockReads = 0;
uint64_t steppingClock() { return 1'000'000 + 1000 * clockReads++; }

layout::FileHeader fixedHeader() {
  layout::FileHeader header = headerOfNow();
  header.began = 1'700'000'000'123'456'789;
  header.pid = 4711;
  for (uint8_t i = 0; i < 16; i++) {
    header.traceId[i] = static_cast<uint8_t>(0xA0 + i);
  }
  return header;
}

// Builds a record's fixed part by naming its fields.
template <typename Fixed, typename Fill>
Fixed made(Fill fill) {
  Fixed fixed{};
  fill(fixed);
  return fixed;
}

void addBeginning(Batch& batch) {
  batch.add(made<layout::TraceBegan>([](auto& r) {
              r.startMode = layout::kStartup;
              r.runtimeKind = 2;
              r.runtimeMajor = 9;
              r.runtimeMinor = 0;
              r.runtimeBuild = 1;
              r.agentMajor = 1;
              r.agentMinor = 2;
              r.samplePeriod = 10'000'000;
            }),
            text(u"9.0.1"));
  batch.add(made<layout::Coverage>([](auto& r) {
              r.kinds = layout::kEverything;
              r.state = layout::kComplete;
            }),
            text(u"loaded with the runtime"));
}

void addModules(Batch& batch) {
  batch.add(made<layout::AppDomainCreated>([](auto& r) { r.appDomainId = kAppDomain; }), text(u"clrhost"));
  batch.add(made<layout::ModuleLoaded>([](auto& r) {
              r.moduleId = kModule;
              r.baseAddress = 0x7f1100000000;
              r.flags = 0x3;
              for (uint8_t i = 0; i < 16; i++) {
                r.mvid[i] = static_cast<uint8_t>(i + 1);
              }
            }),
            text(u"/app/Grüße \U0001F43E.dll"));
  batch.add(made<layout::ModuleAttached>([](auto& r) {
    r.moduleId = kModule;
    r.assemblyId = kAssembly;
  }));
  const char16_t unpaired[] = {u'A', 0xD800, u'b'};
  batch.add(made<layout::AssemblyLoaded>([](auto& r) {
              r.assemblyId = kAssembly;
              r.appDomainId = kAppDomain;
              r.moduleId = kModule;
            }),
            Text{unpaired, 3});
}

void addClasses(Batch& batch) {
  const auto defined = [](uint64_t id, uint32_t typeDef, uint32_t source, uint64_t parent) {
    return made<layout::ClassSeen>([=](auto& r) {
      r.classId = id;
      r.moduleId = kModule;
      r.parentClassId = parent;
      r.typeDef = typeDef;
      r.source = source;
    });
  };
  batch.add(defined(kObject, 0x02000002, layout::kAnnounced, 0), Ids{});
  const uint64_t arguments[] = {kObject, kArray};
  batch.add(defined(kList, 0x02000003, layout::kFunctionOwner, kObject), Ids{arguments, 2});
  batch.add(made<layout::ClassSeen>([](auto& r) {
              r.classId = kArray;
              r.source = layout::kTypeArgument;
              r.shape = layout::kArray;
              r.elementType = 0x1C;
              r.rank = 2;
            }),
            Ids{arguments, 1});
  batch.add(made<layout::ClassSeen>([](auto& r) {
              r.classId = kPointer;
              r.source = layout::kTypeArgument;
              r.shape = layout::kComposite;
            }),
            Ids{});
  batch.add(defined(kObject, 0x02000002, layout::kParent, 0), Ids{});
}

void addFunctions(Batch& batch) {
  const auto function = [](uint64_t id, uint64_t owner, uint32_t methodDef, uint32_t source) {
    return made<layout::FunctionSeen>([=](auto& r) {
      r.functionId = id;
      r.classId = owner;
      r.moduleId = kModule;
      r.methodDef = methodDef;
      r.source = source;
    });
  };
  batch.add(function(kMain, kObject, 0x06000001, layout::kOnStack), Ids{}, Text{});
  const uint64_t arguments[] = {kList};
  batch.add(function(kGeneric, 0, 0x06000002, layout::kOnStack), Ids{arguments, 1}, Text{});
  batch.add(function(kDynamic, 0, 0x06000000, layout::kJitted), Ids{}, text(u"IL_STUB"));
}

void addThreads(Batch& batch) {
  for (const uint32_t osThread : {0u, 4712u}) {
    batch.add(made<layout::ThreadCreated>([=](auto& r) {
      r.threadId = kThread;
      r.osThreadId = osThread;
    }));
  }
  batch.add(made<layout::ThreadNamed>([](auto& r) { r.threadId = kThread; }), text(u"worker"));
}

void addUnloads(Batch& batch) {
  const std::pair<uint32_t, uint64_t> unloads[] = {{layout::kDynamicFunction, kDynamic},
                                                   {layout::kClass, kList},
                                                   {layout::kModule, kModule},
                                                   {layout::kAssembly, kAssembly},
                                                   {layout::kAppDomain, kAppDomain}};
  for (const auto& [kind, id] : unloads) {
    layout::UnloadStarted record{};
    record.kind = kind;
    record.id = id;
    batch.add(record);
  }
  batch.add(made<layout::ThreadDestroyed>([](auto& r) { r.threadId = kThread; }));
}

void addCode(Batch& batch) {
  const cor::COR_PRF_CODE_INFO pieces[] = {{0x7f2000000000, 0x40}, {0x7f2000001000, 0x10}};
  const cor::COR_DEBUG_IL_TO_NATIVE_MAP map[] = {{0xFFFFFFFE, 0, 4}, {0, 4, 0x30}, {7, 0x30, 0x50}};
  batch.add(made<layout::CodeSeen>([](auto& r) {
              r.functionId = kMain;
              r.rejit = 1;
            }),
            Span<cor::COR_PRF_CODE_INFO>{pieces, 2}, Span<cor::COR_DEBUG_IL_TO_NATIVE_MAP>{map, 3});
}

void addHeap(Batch& batch) {
  const uint64_t element[] = {kObject};
  batch.add(made<layout::ClassSeen>([](auto& r) {
              r.classId = kOnTheHeap;
              r.source = layout::kOnHeap;
              r.shape = layout::kArray;
              r.elementType = 0x12;
              r.rank = 1;
            }),
            Ids{element, 1});
  batch.add(made<layout::InstanceSeen>([](auto& r) {
    r.classId = kOnTheHeap;
    r.objects = 3;
    r.bytes = 96;
  }));
  batch.add(made<layout::HeapWalked>([](auto& r) {
    r.shortfalls = layout::kOutOfTime | layout::kBrokenRange;
    r.generations = 0x1B;
    r.objects = 4;
    r.bytes = 120;
    r.freeBytes = 24;
    r.leftOutBytes = 5'000'000'000;
    r.walking = 6'000'000;
    r.collecting = 7'000'000;
    r.classes = 1;
  }));
}

void addMetadata(Batch& batch) {
  batch.add(made<layout::ModuleLoaded>([](auto& r) {
              r.moduleId = kEmitted;
              r.flags = 0x4;
            }),
            text(u"Made"));
  const uint8_t bytes[] = {'B', 'S', 'J', 'B', 1, 2, 3};
  for (const uint64_t offset : {uint64_t{0}, uint64_t{4}}) {
    batch.add(made<layout::ModuleMetadata>([=](auto& r) {
                r.moduleId = kEmitted;
                r.number = 1;
                r.size = sizeof bytes;
                r.offset = offset;
              }),
              Octets{bytes + offset, offset == 0 ? size_t{4} : size_t{3}});
  }
}

// Records that only an attached agent writes, about a module of its own.
void addCatchUp(Batch& batch) {
  batch.add(made<layout::ClassSeen>([](auto& r) {
              r.classId = kLateClass;
              r.moduleId = kLateModule;
              r.typeDef = 0x02000002;
              r.source = layout::kProbedClass;
            }),
            Ids{});
  const auto function = [](uint64_t id, uint32_t methodDef, uint32_t source) {
    return made<layout::FunctionSeen>([=](auto& r) {
      r.functionId = id;
      r.classId = kLateClass;
      r.moduleId = kLateModule;
      r.methodDef = methodDef;
      r.source = source;
    });
  };
  batch.add(function(kLateFunction, 0x06000001, layout::kListed), Ids{}, Text{});
  batch.add(function(kLateFunction + 8, 0x06000002, layout::kProbed), Ids{}, Text{});
  const uint64_t tokens[] = {0x02000003, 0x02000005};
  batch.add(made<layout::NotPublished>([](auto& r) {
              r.moduleId = kLateModule;
              r.asOf = 34'500;
            }),
            Ids{tokens, 2});
  batch.add(made<layout::CaughtUp>([](auto& r) {
              r.step = layout::kProbedModules;
              r.result = 0x80004001;
              r.found = 1;
              r.leftOut = 2;
              r.took = 3'000'000'000;
              r.longestPause = 4'000'000;
            }),
            text(u"nobody witnessed it"));
  batch.add(made<layout::OsThreadNamed>([](auto& r) { r.threadId = kLateThread; }), text(u"worker"));
  batch.add(made<layout::DetachRefused>([](auto& r) { r.result = 0x80131373; }), text(u"not yet"));
}

void addSamples(Batch& batch) {
  const uint64_t frames[] = {0, kGeneric, kMain};
  batch.add(made<layout::StackSample>([](auto& r) { r.threadId = kThread; }), Ids{frames, 3});
  batch.add(made<layout::StackSample>([](auto& r) {
              r.threadId = kThread;
              r.result = 0x80131361;
              r.flags = layout::kTruncated;
            }),
            Ids{frames + 1, 1});
  batch.add(made<layout::SamplerTotals>([](auto& r) {
    r.rounds = 2;
    r.stacks = 3;
    r.failedWalks = 4;
    r.refusedSuspensions = 5;
    r.droppedSamples = 6;
    r.stoppedTotal = 7'000'000'000;
    r.stoppedLongest = 8'000'000;
    r.suspendingTotal = 9'000'000'000;
    r.suspendingLongest = 10'000'000;
    r.longestPause = 11'000'000;
  }));
}

void addRound(Batch& batch) {
  const uint64_t frames[] = {0, kGeneric, kMain};
  const uint64_t ips[] = {0, 0x7f2000000010, 0x7f2000000020};
  const auto defined = [](uint32_t number, uint32_t flags) {
    return made<layout::StackDefined>([=](auto& r) {
      r.stack = number;
      r.oldest = 1;
      r.result = flags != 0 ? 0x80131361 : 0;
      r.flags = flags;
    });
  };
  batch.add(defined(1, 0), Ids{frames, 3}, Ids{ips, 3});
  batch.add(defined(2, layout::kTruncated), Ids{frames + 1, 1}, Ids{ips + 1, 1});
  const layout::SampledThread threads[] = {{kThread, 1, 0}, {kThread + 8, 2, -4}, {kThread + 16, 2, 6}};
  batch.add(made<layout::RoundSampled>([](auto& r) {
              r.interval = 10'000;
              r.due = 8;
              r.walked = 4;
            }),
            Span<layout::SampledThread>{threads, 3});
  const uint64_t outcomes[] = {0x100000000, 2, 0x180131388, 1, 0x200000000, 3, 0x280004005, 1};
  batch.add(made<layout::SamplerState>([](auto& r) {
              r.period = 10'000'000;
              r.duty = 10'000;
              r.threads = 8;
              r.sampling = 2'000'000'000;
              r.due = 16;
              r.walked = 8;
              r.stoppedMedian = 100'000;
              r.stoppedP99 = 200'000;
              r.pausedTotal = 16'000'000'000;
              r.pausedMedian = 300'000;
              r.pausedP99 = 400'000;
              r.pausedLongest = 500'000;
              r.otherOutcomes = 9;
            }),
            Ids{outcomes, 8});
  batch.add(made<layout::CallbackSampled>([](auto& r) {
              r.threadId = kThread;
              r.id = kObject;
              r.occasion = layout::kClassLoadFinished;
            }),
            Ids{frames + 1, 2}, Ids{ips + 1, 2});
}

void addImages(Batch& batch) {
  const uint8_t buildId[] = {0xDE, 0xAD, 0xBE, 0xEF};
  batch.add<layout::ImageMapped, Octets, Text>(made<layout::ImageMapped>([](auto& r) {
                                                 r.base = 0x7f3000000000;
                                                 r.start = 0x7f3000001000;
                                                 r.size = 0x20000;
                                                 r.absent = 24'500;
                                               }),
                                               Octets{buildId, sizeof buildId}, text(u"/usr/lib/libnative.so"));
  batch.add<layout::ImageMapped, Octets, Text>(made<layout::ImageMapped>([](auto& r) {
                                                 r.base = 0x7f4000000000;
                                                 r.start = 0x7f4000000000;
                                                 r.size = 0x1000;
                                                 r.moduleId = kLateModule;
                                               }),
                                               Octets{}, text(u"/app/late.dll"));
  batch.add(made<layout::OsThreadSeen>([](auto& r) { r.osThreadId = 4713; }), text(u".NET Tiered Com"));
  batch.add(made<layout::KernelFunctionSeen>([](auto& r) {
              r.start = 0xffffffff81000000;
              r.size = 64;
            }),
            text(u"ext4_readdir [ext4]"));
  batch.add(made<layout::ImageUnmapped>([](auto& r) {
    r.base = 0x7f3000000000;
    r.start = 0x7f3000001000;
  }));
  const cor::COR_PRF_CODE_INFO piece[] = {{0x7f2000002000, 0x80}};
  batch.add(made<layout::DynamicMethodSeen>([](auto& r) {
              r.functionId = kLateFunction + 16;
              r.moduleId = kLateModule;
              r.since = 34'500;
            }),
            Span<cor::COR_PRF_CODE_INFO>{piece, 1}, text(u"lambda_method1"));
}

void addAddresses(Batch& batch) {
  const uint64_t callers[] = {0x7f3000001234, 0x7f2000000020, 0x7f2000000030};
  const auto defined = [](uint32_t number, layout::WalkEnd end, uint32_t flags, uint32_t interrupted) {
    return made<layout::CallersDefined>([=](auto& r) {
      r.stack = number;
      r.oldest = 1;
      r.end = end;
      r.flags = flags;
      r.interrupted = interrupted;
    });
  };
  batch.add(defined(1, layout::kThreadBase, 0, 0), Ids{callers, 3});
  batch.add(defined(2, layout::kBeyondCopy, layout::kFilter, 1), Ids{callers + 1, 2});
  batch.add(defined(3, layout::kUnknownCode, 0, 0), Ids{});
  const layout::AddressSample samples[] = {{0x7f3000001300, 4712, 1, 5'000, 1'000'000},
                                           {0x7f2000000008, 4713, 2, 3'000, 1'000'000},
                                           {0xFFFFFFFF81000000, 4713, 3, 0, 4'294'967'295}};
  batch.add(made<layout::AddressesSampled>([](auto& r) {
              r.engine = layout::kPerf;
              r.clock = layout::kProcessor;
            }),
            Span<layout::AddressSample>{samples, 3});
  batch.add(made<layout::EngineState>([](auto& r) {
              r.engine = layout::kPerf;
              r.condition = layout::kServing;
              r.period = 1'000'000;
              r.samples = 3;
              r.whole = 1;
              r.lost = 4;
              r.dropped = 5;
              r.rings = 532'480;
              r.working = 6'000'000'000;
              r.threads = 7;
              r.missing = 8;
              r.copied = 8192;
            }),
            Text{});
  batch.add(made<layout::SampledTime>([](auto& r) {
    r.engine = layout::kPerf;
    r.used = 9'000'000'000;
    r.sampled = 8'500'000'000;
  }));
  batch.add(made<layout::EngineState>([](auto& r) {
              r.engine = layout::kSuspend;
              r.condition = layout::kRefused;
              r.code = 13;
            }),
            text(u"not permitted"));
}

check::Bytes written() {
  check::TemporaryFolder folder;
  const std::string path = folder.file("golden.tiptoe");
  TraceSystem system;
  system.monotonicNanos = steppingClock;
  clockReads = 0;
  TraceFile file(system);
  file.create(path.c_str(), fixedHeader());
  IdentityLane identity(file);
  SampleLane samples(file);
  const auto append = [&](void (*add)(Batch&)) {
    Batch batch;
    add(batch);
    identity.append(batch);
  };
  for (const auto add : {addBeginning, addModules, addClasses, addFunctions, addThreads}) {
    append(add);
  }
  const uint64_t sampled = identity.stamp();
  append(addUnloads);
  Batch batch;
  addSamples(batch);
  addRound(batch);
  samples.append(batch, sampled);  // behind the unloads, with an earlier time
  append(addCode);
  append(addHeap);
  append(addMetadata);
  append(addCatchUp);
  append(addImages);
  Batch addresses;
  addAddresses(addresses);
  samples.append(addresses, identity.stamp());
  identity.end(layout::kRuntimeShutDown, 1, 0);
  return check::readFile(path);
}

std::string goldenPath;

}  // namespace

TEST(golden_writtenAnew_equalsTheCommittedFile) {
  const check::Bytes expected = check::readFile(goldenPath);
  const check::Bytes actual = written();
  CHECK_EQUAL(expected.size(), actual.size());
  for (size_t i = 0; i < actual.size(); i++) {
    if (expected[i] != actual[i]) {
      check::fail(__FILE__, __LINE__, "the first difference is at byte " + std::to_string(i));
      return;
    }
  }
}

TEST(golden_hasEveryRecordType) {
  std::set<uint16_t> types;
  for (const check::Record& record : check::ParsedTrace(check::readFile(goldenPath)).records) {
    types.insert(record.header.type);
  }
  CHECK(types == (std::set<uint16_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73}));
}

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--write") == 0) {
    const check::Bytes bytes = written();
    std::ofstream(argv[2], std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()),
                                                   static_cast<std::streamsize>(bytes.size()));
    return 0;
  }
  if (argc != 2) {
    fprintf(stderr, "usage: golden_test [--write] FILE\n");
    return 2;
  }
  goldenPath = argv[1];
  return check::runAll();
}
