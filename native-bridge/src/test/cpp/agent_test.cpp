// SPDX-License-Identifier: Apache-2.0
//
// The agent's callbacks, driven as a runtime drives them: by slot number.

#include "check.h"
#include "observed.h"

using namespace check;
namespace layout = tiptoe::layout;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kObject = 0x2000;

void addObject(Observed& observed) {
  observed.clr.modules[kModule] = {kSomeFile, 0x900, 1, true};
  observed.clr.classes[kObject] = {kModule, 0x02000002, 0, {}, cor::kOk};
}

std::vector<uint64_t> idsOf(const std::vector<Record>& classes) {
  std::vector<uint64_t> ids;
  for (const Record& record : classes) {
    ids.push_back(record.as<layout::ClassSeen>().classId);
  }
  return ids;
}

size_t count(const std::vector<uint64_t>& ids, uint64_t id) {
  return static_cast<size_t>(std::count(ids.begin(), ids.end(), id));
}

layout::TraceEnded endOf(const ParsedTrace& trace) { return trace.records.back().as<layout::TraceEnded>(); }

}  // namespace

TEST(initialize_withATraceToWrite_beginsItAndAsksForItsEvents) {
  Observed observed;
  CHECK_EQUAL(cor::kOk, observed.initialize());
  CHECK_EQUAL(0x1000023Eu, observed.clr.events & 0xFFFFFFFF);
  CHECK_EQUAL(0x4u, observed.clr.events >> 32);

  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(2u, trace.records.size());
  const auto began = trace.records[0].as<layout::TraceBegan>();
  CHECK_EQUAL(+layout::kStartup, +began.startMode);
  CHECK_EQUAL(2, +began.runtimeKind);
  CHECK_EQUAL(9, +began.runtimeMajor);
  CHECK_EQUAL(1, +began.runtimeBuild);
  CHECK(trace.records[0].string(56) == u"9.0.1");
  const auto coverage = trace.records[1].as<layout::Coverage>();
  CHECK_EQUAL(+layout::kComplete, +coverage.state);
  CHECK_EQUAL(31u, +coverage.kinds);
}

TEST(initialize_withoutOrWithBadSettings_declines) {
  Observed observed;
  for (const char* period : {"", "10ms", "-1", "99999999999999999999", " 1"}) {
    setenv("TIPTOE_SAMPLE_EVERY", period, 1);
    CHECK_EQUAL(cor::kCancelActivation, observed.initialize());
  }
  setenv("TIPTOE_SAMPLE_EVERY", "0", 1);
  setenv("TIPTOE_TRACE", "", 1);
  CHECK_EQUAL(cor::kCancelActivation, observed.initialize());
  setenv("TIPTOE_TRACE", "/no/such/folder/trace", 1);
  CHECK_EQUAL(cor::kCancelActivation, observed.initialize());
  CHECK(!std::filesystem::exists(observed.path()));
}

TEST(initialize_inAnOlderRuntime_declines) {
  Observed observed;
  cor::Unknown older;  // that has no interface but its own
  CHECK_EQUAL(cor::kCancelActivation, observed.call(kInitialize, &older));
  CHECK(!std::filesystem::exists(observed.path()));
}

TEST(initialize_whereATraceIsAlready_declinesAndLeavesIt) {
  Observed observed;
  std::ofstream(observed.path()) << "the parent's";
  CHECK_EQUAL(cor::kCancelActivation, observed.initialize());
  CHECK_EQUAL(12u, readFile(observed.path()).size());
}

TEST(agent_released_givesTheRuntimesInterfaceBack) {
  TemporaryFolder folder;
  setenv("TIPTOE_TRACE", folder.file("trace").c_str(), 1);
  setenv("TIPTOE_SAMPLE_EVERY", "0", 1);
  FakeClr clr;
  tiptoe::Agent* agent = tiptoe::Agent::create();
  CHECK_EQUAL(cor::kOk, callSlot(agent, kInitialize, clr.unknown()));
  CHECK_EQUAL(2, clr.references.load());
  CHECK_EQUAL(2u, agent->AddRef());
  CHECK_EQUAL(1u, agent->Release());
  CHECK_EQUAL(0u, agent->Release());
  CHECK_EQUAL(1, clr.references.load());
}

TEST(queryInterface_forEveryCallback_answersAndForOthersNot) {
  Observed observed;
  void* object = nullptr;
  for (const cor::Guid& iid : cor::kProfilerCallbackIids) {
    CHECK_EQUAL(cor::kOk, observed.agent()->QueryInterface(iid, &object));
    CHECK(object == observed.agent());
    observed.agent()->Release();
  }
  // ICorProfilerInfo10, which is not the agent's to implement
  CHECK_EQUAL(cor::kNoInterface, observed.agent()->QueryInterface(cor::kIidProfilerInfo10, &object));
  CHECK(object == nullptr);
}

TEST(loads_ofDomainAssemblyAndModule_areReported) {
  Observed observed;
  observed.initialize();
  std::u16string longPath;
  for (int i = 0; i < 500; i++) {
    longPath += u"/.";
  }
  longPath += kSomeFile;
  observed.clr.modules[kModule] = {longPath, cor::kParentUnknown, 0x11, true};
  observed.loaded(kAppDomainCreationFinished, 0xA0);
  observed.loaded(kModuleLoadFinished, kModule);
  observed.call(kModuleAttachedToAssembly, kModule, uint64_t{0x900});
  observed.loaded(kAssemblyLoadFinished, 0x900);

  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(6u, trace.records.size());
  CHECK(trace.records[2].string(40) == u"domain");
  const auto module = trace.records[3].as<layout::ModuleLoaded>();
  CHECK_EQUAL(kModule, +module.moduleId);
  CHECK_EQUAL(0u, +module.assemblyId);
  CHECK(module.baseAddress != 0);
  CHECK_EQUAL(0x11u, +module.flags);
  const uint8_t mvid[16] = {0x44, 0x33, 0x22, 0x11, 0x66, 0x55, 0x88, 0x77, 1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(memcmp(mvid, module.mvid, sizeof mvid) == 0);
  CHECK(trace.records[3].string(76) == longPath);
  CHECK_EQUAL(0x900u, +trace.records[4].as<layout::ModuleAttached>().assemblyId);
  CHECK_EQUAL(0xA0u, +trace.records[5].as<layout::AssemblyLoaded>().appDomainId);
  CHECK(trace.records[5].string(56) == u"assembly");
}

TEST(moduleLoad_ofAModuleWithoutMetadata_hasNoMvidAndIsNoError) {
  Observed observed;
  observed.initialize();
  observed.clr.modules[kModule] = {u"resource", 0, 0x10, false};
  observed.loaded(kModuleLoadFinished, kModule);
  observed.shutdown();
  const uint8_t none[16] = {};
  const auto modules = observed.trace().ofType(layout::ModuleLoaded::kType);
  CHECK(memcmp(none, modules[0].as<layout::ModuleLoaded>().mvid, sizeof none) == 0);
  CHECK_EQUAL(0u, +endOf(observed.trace()).agentErrors);
}

TEST(load_thatFailed_isNotReported) {
  Observed observed;
  observed.initialize();
  for (const Slot slot : {kAppDomainCreationFinished, kAssemblyLoadFinished, kModuleLoadFinished, kClassLoadFinished}) {
    observed.call(slot, uint64_t{0xDEAD}, cor::code(0x80131522));
  }
  observed.call(kJITCompilationFinished, uint64_t{0xDEAD}, cor::code(0x80131522), 1);
  CHECK_EQUAL(2u, observed.trace().records.size());
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(class_withArgumentsNobodyAnnounced_isTakenApart) {
  Observed observed;
  observed.initialize();
  addObject(observed);
  constexpr uint64_t kList = 0x2100, kArray = 0x2200, kPointer = 0x2300, kInner = 0x2400;
  observed.clr.classes[kList] = {kModule, 0x02000003, kObject, {kArray, kPointer}, cor::kOk};
  observed.clr.classes[kArray] = {0, 0, 0, {kInner}, cor::kClassIdIsArray};
  observed.clr.classes[kPointer] = {0, 0, 0, {}, cor::kClassIdIsComposite};
  observed.clr.classes[kInner] = {kModule, 0x02000004, kObject, {}, cor::kOk};
  observed.loaded(kClassLoadFinished, kList);

  const auto classes = observed.trace().ofType(layout::ClassSeen::kType);
  CHECK_EQUAL(5u, classes.size());
  std::map<uint64_t, Record> byId;
  for (const Record& record : classes) {
    byId[record.as<layout::ClassSeen>().classId] = record;
  }
  const auto list = byId[kList].as<layout::ClassSeen>();
  CHECK_EQUAL(+layout::kAnnounced, +list.source);
  CHECK_EQUAL(kObject, +list.parentClassId);
  CHECK(byId[kList].list<layout::ClassSeen>() == (std::vector<uint64_t>{kArray, kPointer}));
  const auto array = byId[kArray].as<layout::ClassSeen>();
  CHECK_EQUAL(+layout::kArray, +array.shape);
  CHECK_EQUAL(+layout::kTypeArgument, +array.source);
  CHECK_EQUAL(0x12, +array.elementType);
  CHECK_EQUAL(1, +array.rank);
  CHECK(byId[kArray].list<layout::ClassSeen>() == std::vector<uint64_t>{kInner});
  CHECK_EQUAL(+layout::kComposite, +byId[kPointer].as<layout::ClassSeen>().shape);
  CHECK_EQUAL(+layout::kTypeArgument, +byId[kInner].as<layout::ClassSeen>().source);
  CHECK_EQUAL(+layout::kParent, +byId[kObject].as<layout::ClassSeen>().source);
}

TEST(class_withMoreArgumentsThanTheCountCutToTheRoom_hasThemAll) {
  Observed observed;
  observed.initialize();
  addObject(observed);
  const std::vector<uint64_t> many(40, kObject);
  observed.clr.classes[0x2100] = {kModule, 0x02000003, 0, many, cor::kOk};
  observed.loaded(kClassLoadFinished, 0x2100);
  CHECK(observed.trace().ofType(layout::ClassSeen::kType)[0].list<layout::ClassSeen>() == many);
}

TEST(class_announcedAgain_isReportedAgainButItsPartsAreNot) {
  Observed observed;
  observed.initialize();
  addObject(observed);
  observed.clr.classes[0x2100] = {kModule, 0x02000003, kObject, {kObject}, cor::kOk};
  observed.loaded(kClassLoadFinished, 0x2100);
  observed.loaded(kClassLoadFinished, 0x2100);
  const auto ids = idsOf(observed.trace().ofType(layout::ClassSeen::kType));
  CHECK_EQUAL(2u, count(ids, 0x2100));
  CHECK_EQUAL(1u, count(ids, kObject));
}

// No such CLR exists; the agent still ends, and reports that it left things out.
TEST(class_madeOfEndlesslyManyOthers_isBounded) {
  Observed observed;
  observed.initialize();
  for (uint64_t id = 1; id <= 20000; id++) {
    observed.clr.classes[8 * id] = {kModule, 0x02000003, 8 * (id + 1), {}, cor::kOk};
  }
  observed.loaded(kClassLoadFinished, 8);
  observed.shutdown();
  CHECK(endOf(observed.trace()).identityLost >= 1);
  CHECK(observed.trace().ofType(layout::ClassSeen::kType).size() <= 10001);
}

TEST(class_thatTheClrDoesNotDescribe_endsTheCoverage) {
  Observed observed;
  observed.initialize();
  observed.clr.classes[0x2100].result = cor::kDataIncomplete;
  observed.loaded(kClassLoadFinished, 0x2100);
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  const auto coverage = trace.ofType(layout::Coverage::kType);
  CHECK_EQUAL(2u, coverage.size());
  CHECK_EQUAL(+layout::kEnded, +coverage[1].as<layout::Coverage>().state);
  CHECK_EQUAL(static_cast<uint32_t>(cor::kDataIncomplete), +coverage[1].as<layout::Coverage>().code);
  CHECK_EQUAL(1u, +endOf(trace).agentErrors);
  CHECK_EQUAL(1u, +endOf(trace).identityLost);
}

TEST(function_compiled_isReportedOnceWithItsClass) {
  Observed observed;
  observed.initialize();
  addObject(observed);
  observed.clr.classes[0x2100] = {kModule, 0x02000003, kObject, {}, cor::kOk};
  observed.clr.functions[0x3000] = {0x2100, kModule, 0x06000001, {kObject}, u""};
  observed.call(kJITCompilationFinished, uint64_t{0x3000}, cor::kOk, 1);
  observed.call(kJITCompilationFinished, uint64_t{0x3000}, cor::kOk, 1);

  const ParsedTrace trace = observed.trace();
  const auto functions = trace.ofType(layout::FunctionSeen::kType);
  CHECK_EQUAL(1u, functions.size());
  const auto function = functions[0].as<layout::FunctionSeen>();
  CHECK_EQUAL(0x2100u, +function.classId);
  CHECK_EQUAL(0x06000001u, +function.methodDef);
  CHECK_EQUAL(+layout::kJitted, +function.source);
  CHECK(functions[0].list<layout::FunctionSeen>() == std::vector<uint64_t>{kObject});
  CHECK_EQUAL(0u, functions[0].string(64 + 4 + 8).size());
  const auto ids = idsOf(trace.ofType(layout::ClassSeen::kType));
  CHECK_EQUAL(1u, count(ids, 0x2100));
  CHECK_EQUAL(1u, count(ids, kObject));
}

TEST(function_ofSharedOrGlobalCode_hasNoClass) {
  Observed observed;
  observed.initialize();
  observed.clr.functions[0x3000] = {cor::kGlobalClass, kModule, 0x06000001, {}, u""};
  observed.call(kJITCompilationFinished, uint64_t{0x3000}, cor::kOk, 1);
  const auto functions = observed.trace().ofType(layout::FunctionSeen::kType);
  CHECK_EQUAL(0u, +functions[0].as<layout::FunctionSeen>().classId);
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(dynamicMethod_compiledAndUnloadedAndItsIdReused_isReportedTwice) {
  Observed observed;
  observed.initialize();
  const std::u16string longName(300, u'n');
  observed.clr.functions[0x3000] = {0, kModule, 0x06000000, {}, longName};
  observed.call(kDynamicMethodJITCompilationFinished, uint64_t{0x3000}, cor::kOk, 1);
  observed.call(kDynamicMethodUnloaded, uint64_t{0x3000});
  observed.clr.functions[0x3000].name = u"another";
  observed.call(kDynamicMethodJITCompilationFinished, uint64_t{0x3000}, cor::kOk, 1);

  const ParsedTrace trace = observed.trace();
  const auto functions = trace.ofType(layout::FunctionSeen::kType);
  CHECK_EQUAL(2u, functions.size());
  CHECK(functions[0].string(68) == longName);
  CHECK(functions[1].string(68) == u"another");
  CHECK_EQUAL(kModule, +functions[0].as<layout::FunctionSeen>().moduleId);
  const auto unloaded = trace.ofType(layout::UnloadStarted::kType)[0].as<layout::UnloadStarted>();
  CHECK_EQUAL(+layout::kDynamicFunction, +unloaded.kind);
  CHECK_EQUAL(0x3000u, +unloaded.id);
}

// .NET Core 3.1 announces only the end of an assembly's unloading, later runtimes also its beginning.
TEST(unload_ofAnAssembly_isReportedOnceWhicheverEndOfItIsHeard) {
  Observed observed;
  observed.initialize();
  observed.call(kAssemblyUnloadFinished, uint64_t{0x900}, cor::kOk);
  observed.call(kAssemblyUnloadStarted, uint64_t{0xA00});
  observed.call(kAssemblyUnloadFinished, uint64_t{0xA00}, cor::kOk);
  observed.call(kAssemblyUnloadFinished, uint64_t{0xA00}, cor::kOk);
  std::vector<uint64_t> recorded;
  for (const Record& record : observed.trace().ofType(layout::UnloadStarted::kType)) {
    const auto unload = record.as<layout::UnloadStarted>();
    CHECK_EQUAL(+layout::kAssembly, +unload.kind);
    recorded.push_back(unload.id);
  }
  CHECK(recorded == (std::vector<uint64_t>{0x900, 0xA00, 0xA00}));
}

// Permanent IDs are not recorded again when something else is unloaded.
TEST(unload_ofAModuleItsAssemblyOrAClass_isReportedAndEndsWhatIsMadeOfIt) {
  constexpr uint64_t kPlugin = 0x7000;
  const std::pair<Slot, uint64_t> unloads[] = {
      {kModuleUnloadStarted, kPlugin}, {kClassUnloadStarted, 0x2008}, {kAssemblyUnloadStarted, 0x900}};
  for (const auto& [slot, id] : unloads) {
    Observed observed;
    addObject(observed);
    observed.clr.modules[kPlugin] = {kSomeFile, 0x900, cor::kModuleCollectible, true};
    observed.clr.classes[0x2008] = {kPlugin, 0x02000002, kObject, {}, cor::kOk};
    observed.clr.functions[0x3000] = {kObject, kModule, 0x06000001, {}, u""};
    observed.clr.functions[0x3008] = {kObject, kModule, 0x06000002, {0x2008}, u""};
    observed.initialize();
    const auto jitBoth = [&] {
      observed.call(kJITCompilationFinished, uint64_t{0x3000}, cor::kOk, 1);
      observed.call(kJITCompilationFinished, uint64_t{0x3008}, cor::kOk, 1);
    };
    observed.loaded(kModuleLoadFinished, kModule);
    observed.loaded(kModuleLoadFinished, kPlugin);
    jitBoth();
    observed.call(slot, id);
    jitBoth();

    const ParsedTrace trace = observed.trace();
    CHECK_EQUAL(3u, trace.ofType(layout::FunctionSeen::kType).size());
    CHECK_EQUAL(3u, trace.ofType(layout::ClassSeen::kType).size());
    CHECK_EQUAL(id, +trace.ofType(layout::UnloadStarted::kType)[0].as<layout::UnloadStarted>().id);
  }
}

TEST(thread_fromBirthToDeath_isReported) {
  Observed observed;
  observed.initialize();
  observed.call(kThreadCreated, uint64_t{0x5000});
  observed.call(kThreadAssignedToOSThread, uint64_t{0x5000}, 4711u);
  const char16_t name[] = {u'm', u'a', u'i', u'n', u'!', u'!'};  // no terminator, and more behind it
  observed.call(kThreadNameChanged, uint64_t{0x5000}, 4u, name);
  observed.call(kThreadNameChanged, uint64_t{0x5000}, 0u, static_cast<const char16_t*>(nullptr));
  observed.call(kThreadDestroyed, uint64_t{0x5000});

  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(7u, trace.records.size());
  CHECK_EQUAL(0u, +trace.records[2].as<layout::ThreadCreated>().osThreadId);
  CHECK_EQUAL(4711u, +trace.records[3].as<layout::ThreadCreated>().osThreadId);
  CHECK(trace.records[4].string(40) == u"main");
  CHECK(trace.records[5].string(40).empty());
  CHECK_EQUAL(+layout::ThreadDestroyed::kType, +trace.records[6].header.type);
}

TEST(load_causedByACallOfTheAgent_isCountedAgainstIt) {
  Observed observed;
  observed.initialize();
  addObject(observed);
  bool once = true;
  observed.clr.whileAsked = [&] {
    if (once) {
      once = false;
      observed.loaded(kClassLoadFinished, kObject);
    }
  };
  observed.loaded(kClassLoadFinished, kObject);
  observed.loaded(kClassLoadFinished, kObject);
  observed.shutdown();
  CHECK_EQUAL(1u, +endOf(observed.trace()).loadsOnOurThreads);
}

// A runtime goes on sending callbacks, but calling it is undefined then.
TEST(shutdown_fromThenOn_nothingIsAsked) {
  Observed observed;
  std::atomic<int> asked{0};
  observed.clr.whileAsked = [&] { asked++; };
  observed.initialize();
  observed.loaded(kClassLoadFinished, 0x2100);
  CHECK(asked > 0);
  observed.shutdown();
  const int before = asked;
  observed.loaded(kClassLoadFinished, 0x2200);
  observed.loaded(kModuleLoadFinished, kModule);
  CHECK_EQUAL(before, asked.load());
}

TEST(shutdown_endsTheTrace_andWhatComesAfterIsNotInIt) {
  Observed observed;
  observed.initialize();
  observed.call(kThreadCreated, uint64_t{0x5000});
  observed.shutdown();
  observed.call(kThreadDestroyed, uint64_t{0x5000});
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(4u, trace.records.size());
  const auto end = endOf(trace);
  CHECK_EQUAL(+layout::TraceEnded::kType, +end.header.type);
  CHECK_EQUAL(+layout::kRuntimeShutDown, +end.reason);
  CHECK_EQUAL(4u, +end.identityRecords);
  CHECK_EQUAL(0u, +end.identityLost);
  CHECK_EQUAL(0u, +end.loadsOnOurThreads);
}

TEST(code_compiledAgain_isReportedOnceForEachTier) {
  Observed observed;
  observed.clr.functions[0x300] = {0, 0x1000, 0x06000001, {}, u""};
  observed.clr.code[0x70000] = {0x300, 0, {{0x70000, 0x40}}, {{0, 0, 0x40}}};
  observed.initialize();
  const auto compiled = [&] { observed.call(kJITCompilationFinished, uint64_t{0x300}, cor::kOk, cor::BOOL{1}); };
  compiled();
  compiled();
  observed.clr.code[0x80000] = {0x300, 0, {{0x80000, 0x20}}, {{0, 0, 0x20}}};
  compiled();
  observed.call(kModuleUnloadStarted, uint64_t{0x1000});
  compiled();
  observed.shutdown();
  CHECK_EQUAL(4u, observed.trace().ofType(layout::CodeSeen::kType).size());
  CHECK_EQUAL(0, observed.clr.violations.load());
}

// A load context unloads thousands of classes, one by one, behind their module.
TEST(code_afterTheUnloadOfAModule_isReportedAnewOnceAndNotForEachClass) {
  Observed observed;
  addObject(observed);
  observed.clr.modules[0x1100] = {kSomeFile, 0x910, 9, true};
  observed.clr.classes[0x2100] = {0x1100, 0x02000002, 0, {}, cor::kOk};
  observed.clr.functions[0x300] = {kObject, kModule, 0x06000001, {}, u""};
  observed.clr.code[0x70000] = {0x300, 0, {{0x70000, 0x40}}, {{0, 0, 0x40}}};
  observed.initialize();
  for (const uint64_t module : {kModule, uint64_t{0x1100}}) {
    observed.loaded(kModuleLoadFinished, module);
  }
  for (const uint64_t type : {kObject, uint64_t{0x2100}}) {
    observed.loaded(kClassLoadFinished, type);
  }
  const auto recorded = [&] {
    observed.call(kJITCompilationFinished, uint64_t{0x300}, cor::kOk, cor::BOOL{1});
    return observed.trace().ofType(layout::CodeSeen::kType).size();
  };
  CHECK_EQUAL(1u, recorded());
  observed.call(kModuleUnloadStarted, uint64_t{0x1100});
  CHECK_EQUAL(2u, recorded());
  for (uint64_t id = 0x2100; id < 0x2200; id += 8) {
    observed.call(kClassUnloadStarted, id);
  }
  CHECK_EQUAL(2u, recorded());
  observed.call(kClassUnloadStarted, kObject);  // the end of its module was not announced
  CHECK_EQUAL(3u, recorded());
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(snapshot_atAChosenCallback_hasTheStackOfTheThreadAndWhatItIsAbout) {
  Observed observed;
  setenv("TIPTOE_SNAPSHOTS", "JITCompilationFinished,ClassLoadFinished", 1);
  observed.clr.classes[0x400] = {0x1000, 0x02000002, 0, {}, cor::kOk};
  observed.clr.functions[0x300] = {0x400, 0x1000, 0x06000001, {}, u""};
  observed.clr.functions[0x308] = {0x400, 0x1000, 0x06000002, {}, u""};
  observed.clr.modules[0x1000] = {kSomeFile, 0, 1, true};
  observed.clr.stacks[0x500] = {0, 0x308, 0x300};
  observed.clr.ownThread = 0x500;
  CHECK_EQUAL(cor::kOk, observed.initialize());
  observed.loaded(kModuleLoadFinished, 0x1000);
  observed.loaded(kClassLoadFinished, 0x400);
  observed.shutdown();
  const ParsedTrace trace = observed.trace();
  const auto snapshots = trace.ofType(layout::CallbackSampled::kType);
  CHECK_EQUAL(1u, snapshots.size());
  const auto snapshot = snapshots[0].as<layout::CallbackSampled>();
  CHECK_EQUAL(0x500u, +snapshot.threadId);
  CHECK_EQUAL(0x400u, +snapshot.id);
  CHECK_EQUAL(+layout::kClassLoadFinished, +snapshot.occasion);
  CHECK((snapshots[0].list<layout::CallbackSampled>() == std::vector<uint64_t>{0, 0x308, 0x300}));
  CHECK_EQUAL(2u, trace.ofType(layout::FunctionSeen::kType).size());
  for (const Record& function : trace.ofType(layout::FunctionSeen::kType)) {
    CHECK(function.header.time < snapshot.header.time);
  }
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(snapshot_atACallbackOfNoSuchName_isRefused) {
  Observed observed;
  setenv("TIPTOE_SNAPSHOTS", "ClassLoadFinished,ClassLoad", 1);
  CHECK_EQUAL(cor::kCancelActivation, observed.initialize());
}

CHECK_MAIN
