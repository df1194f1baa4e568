// SPDX-License-Identifier: Apache-2.0
//
// Dynamic methods that are older than an attach: what is found of them by addresses in their code, and what is not said
// of others.

#include "attach/dynamic_methods.h"

#include <functional>

#include "check.h"
#include "fake_clr.h"
#include "os/os.h"
#include "parsed_trace.h"
#include "temporary.h"

using namespace check;
using namespace tiptoe;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kMethod = 0x3000;
constexpr uint64_t kOther = 0x3100;
constexpr size_t kSize = 64;

// Code is only read, so that bytes in data do: push rbp; mov rbp,rsp
alignas(64) uint8_t bytes[4 * kSize] = {0x55, 0x48, 0x8B, 0xEC};

uint64_t codeOf(size_t method) { return reinterpret_cast<uint64_t>(bytes) + method * kSize; }

struct Rig : private UnknownCode::Reader {
  TemporaryFolder folder;
  FakeClr clr;
  Faults faults;
  Clr calls{faults};
  TraceFile file;
  IdentityLane lane{file};
  Gate gate;
  ModuleCopies copies{{calls, faults, gate, lane}};
  Recorder recorder{calls, lane, copies};
  unwind::CodeMap map;
  UnknownCode unknown;
  DynamicMethods methods{{calls, gate, recorder, lane, map, unknown}};
  int notified = 0;

  Rig() {
    calls.connect(clr.unknown());
    file.create(folder.file("a").c_str(), headerOfNow());
    clr.modules[kModule] = {kSomeFile, 1, 0};
    Findings module;
    recorder.describer().module(kModule, module);
    recorder.append(module);
    add(kMethod, u"lambda_method1", 0);
    methods.begin();
    unknown.readBy(*this);
  }
  ~Rig() { copies.stop(); }

  void addressWaits() override { notified++; }

  void add(uint64_t id, const std::u16string& name, size_t method) {
    clr.functions[id] = {0, kModule, 0x06000000, {}, name};
    clr.code[codeOf(method)] = {id, 0, {{codeOf(method), kSize}}, {}};
  }

  // What the callback of the runtime does, on a thread of the program.
  void end(uint64_t id) {
    map.unloaded(id, os::monotonicNanos());
    recorder.dynamicFunctionEnded(id);
    clr.functions.erase(id);
  }

  void sample(uint64_t address) { unknown.note(address, os::monotonicNanos()); }

  std::vector<Record> found() const {
    return ParsedTrace(readFile(folder.file("a"))).ofType(layout::DynamicMethodSeen::kType);
  }
  // The number of methods that were found, and nothing forbidden was done.
  size_t count() const {
    if (clr.violations != 0) {
      check::fail(__FILE__, __LINE__, "a real runtime might not have survived a call");
    }
    return found().size();
  }
};

}  // namespace

TEST(address_inADynamicMethod_isRecordedWithItsNameItsCodeAndItsPast) {
  Rig rig;
  rig.sample(codeOf(0) + 20);
  CHECK_EQUAL(1, rig.notified);
  rig.methods.ask();
  CHECK_EQUAL(size_t{1}, rig.count());
  const Record record = rig.found()[0];
  const auto seen = record.as<layout::DynamicMethodSeen>();
  CHECK_EQUAL(+kMethod, +seen.functionId);
  CHECK_EQUAL(+kModule, +seen.moduleId);
  CHECK(seen.since != 0 && seen.since < record.header.time);
  CHECK_EQUAL(1u, record.count(sizeof seen));
  uint64_t piece[2];
  memcpy(piece, record.bytes.data() + sizeof seen + 4, sizeof piece);
  CHECK_EQUAL(codeOf(0), piece[0]);
  CHECK_EQUAL(+kSize, +piece[1]);
  CHECK(record.string(sizeof seen + 4 + sizeof piece) == u"lambda_method1");
  rig.map.takeOver();
  const unwind::Method* method = rig.map.method(codeOf(0) + 20, 1);
  CHECK(method != nullptr && method->home == kMethod && method->framed);
  rig.end(kMethod);
  rig.map.takeOver();
  CHECK(rig.map.method(codeOf(0) + 20, os::monotonicNanos()) == nullptr);
}

TEST(addresses_ofOneMethod_areOneQuestion_andOneSuspension) {
  Rig rig;
  rig.add(kOther, u"IL_STUB_PInvoke", 1);
  for (const uint64_t offset : {1, 7, 30, 63}) {
    rig.sample(codeOf(0) + offset);
    rig.sample(codeOf(1) + offset);
  }
  rig.methods.ask();
  CHECK_EQUAL(size_t{2}, rig.count());
  CHECK_EQUAL(2, rig.clr.lookedFor.load());
  CHECK_EQUAL(1, rig.clr.suspensions.load());
  rig.methods.ask();
  CHECK_EQUAL(1, rig.clr.suspensions.load());  // nothing waits
  rig.sample(codeOf(0) + 2);                   // sampled before the news of the code map were taken over
  rig.methods.ask();
  CHECK_EQUAL(size_t{2}, rig.count());
}

TEST(address_thatIsNoDynamicMethods_isAskedAboutOnce) {
  Rig rig;
  rig.add(kOther, u"", 1);
  rig.clr.functions[kOther].methodDef = 0x06000001;
  for (int i = 0; i < 3; i++) {
    rig.sample(codeOf(1) + 5);
    rig.sample(codeOf(2) + 5);
    rig.methods.ask();
  }
  CHECK_EQUAL(size_t{0}, rig.count());
  CHECK_EQUAL(2, rig.clr.lookedFor.load());
  CHECK_EQUAL(1, rig.clr.suspensions.load());
}

// A stub outlives its module a little.
TEST(method_ofAModuleThatIsGone_hasNone) {
  Rig rig;
  rig.clr.functions[kMethod].module = 0x1100;
  rig.sample(codeOf(0) + 5);
  rig.methods.ask();
  CHECK_EQUAL(size_t{1}, rig.count());
  CHECK_EQUAL(uint64_t{0}, +rig.found()[0].as<layout::DynamicMethodSeen>().moduleId);
}

// Its code was published meanwhile, and its end as well.
TEST(method_thatEndsBeforeItIsRecorded_isNotRecorded) {
  Rig rig;
  rig.sample(codeOf(0) + 5);
  rig.clr.whileResuming = [&] { rig.end(kMethod); };
  rig.methods.ask();
  CHECK_EQUAL(size_t{0}, rig.count());
  rig.map.takeOver();
  CHECK(rig.map.method(codeOf(0) + 5, os::monotonicNanos()) == nullptr);
}

// Another method lies there now, whose compilation ends just now.
TEST(address_sampledBeforeAMethodEnded_isNotThatOfItsSuccessor) {
  Rig rig;
  rig.add(kOther, u"another", 1);
  rig.sample(codeOf(0) + 5);
  rig.end(kOther);
  rig.methods.ask();
  CHECK_EQUAL(size_t{0}, rig.count());
  CHECK_EQUAL(0, rig.clr.suspensions.load());
  rig.sample(codeOf(0) + 5);
  rig.clr.whileSuspending = [&] { rig.recorder.dynamicFunctionEnded(kOther); };  // before the program stands
  rig.methods.ask();
  CHECK_EQUAL(0, rig.clr.lookedFor.load());
  rig.clr.whileSuspending = [] {};
  rig.sample(codeOf(0) + 5);
  rig.methods.ask();
  CHECK_EQUAL(size_t{1}, rig.count());
}

// The end of what was announced is no reason to doubt: its code was known.
TEST(address_sampledBeforeAnAnnouncedMethodEnded_isAskedAbout) {
  Rig rig;
  rig.add(kOther, u"another", 1);
  Findings findings;
  rig.recorder.describer().function(kOther, layout::kJitted, findings);
  rig.recorder.append(findings);
  rig.sample(codeOf(0) + 5);
  rig.end(kOther);
  rig.methods.ask();
  CHECK_EQUAL(size_t{1}, rig.count());
}

TEST(address_sampledBeforeAModuleWasUnloaded_isNotAskedAbout) {
  Rig rig;
  rig.sample(codeOf(0) + 5);
  { Gate::Closed closed(rig.gate); }
  rig.methods.ask();
  CHECK_EQUAL(0, rig.clr.lookedFor.load());
  rig.sample(codeOf(0) + 5);
  rig.methods.ask();
  CHECK_EQUAL(size_t{1}, rig.count());
}

TEST(method_whoseCompilationWasAnnounced_isNotFoundAgain) {
  Rig rig;
  Findings findings;
  rig.recorder.describer().function(kMethod, layout::kJitted, findings);
  rig.recorder.append(findings);
  rig.sample(codeOf(0) + 5);
  rig.methods.ask();
  CHECK_EQUAL(size_t{0}, rig.count());
}

// The runtime may have freed the name before the code.
TEST(method_whoseEndWasAnnounced_isNotAskedAbout) {
  Rig rig;
  rig.end(kMethod);
  rig.sample(codeOf(0) + 5);
  rig.methods.ask();
  CHECK_EQUAL(1, rig.clr.lookedFor.load());
  CHECK_EQUAL(size_t{0}, rig.count());
}

TEST(question_whileACollectionSuspends_isAskedLater) {
  Rig rig;
  rig.sample(codeOf(0) + 5);
  rig.clr.suspendResult = cor::kSuspensionInProgress;
  rig.methods.ask();
  CHECK_EQUAL(size_t{0}, rig.count());
  CHECK_EQUAL(2, rig.notified);
  rig.clr.suspendResult = cor::kOk;
  rig.methods.ask();
  CHECK_EQUAL(size_t{1}, rig.count());
}

TEST(rest_isAHundredTimesThePause_andLongerAfterEachQuestionInVain) {
  constexpr uint64_t kMilli = 1'000'000;
  Rig rig;
  CHECK_EQUAL(300 * kMilli, rig.methods.restAfter(3 * kMilli));
  CHECK_EQUAL(10 * kMilli, rig.methods.restAfter(0));
  for (uint64_t i = 0; i < 9; i++) {
    rig.sample(codeOf(2) + i);
    rig.methods.ask();
    CHECK_EQUAL(i < 6 ? 20 * kMilli << i : 1'000 * kMilli, rig.methods.restAfter(0));
  }
  rig.sample(codeOf(0));
  rig.methods.ask();
  CHECK_EQUAL(10 * kMilli, rig.methods.restAfter(0));
}

TEST(unknownCode_keepsABoundedNumberOfAddresses) {
  struct Nobody : UnknownCode::Reader {
    void addressWaits() override {}
  } nobody;
  UnknownCode unknown;
  UnknownCode::Addresses taken;
  unknown.note(0x1000, 1);
  unknown.take(taken);
  CHECK_EQUAL(size_t{0}, taken.size());  // nobody reads them
  unknown.readBy(nobody);
  for (uint64_t i = 1; i <= 2 * UnknownCode::kMostWaiting; i++) {
    unknown.note(8 * i, i);
  }
  unknown.note(8, 77);
  unknown.note(8, 5);
  unknown.note(0, 5);
  unknown.take(taken);
  CHECK_EQUAL(+UnknownCode::kMostWaiting, taken.size());
  for (size_t i = 0; i < taken.size(); i++) {
    CHECK_EQUAL(taken[i].address == 8 ? 77 : taken[i].address / 8, taken[i].time);
  }
  for (uint64_t i = 1; i <= UnknownCode::kMostAnswered; i++) {
    unknown.answered(8 * i);
  }
  unknown.note(8, 1);
  taken.clear();
  unknown.take(taken);
  CHECK_EQUAL(size_t{0}, taken.size());
  unknown.answered(4);
  unknown.note(8, 1);
  unknown.take(taken);
  CHECK_EQUAL(size_t{1}, taken.size());
}

CHECK_MAIN
