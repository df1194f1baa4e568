// SPDX-License-Identifier: Apache-2.0
//
// Heap walks, in collections as a runtime has them: full ones, concurrent ones, on threads of its own.

#include <chrono>
#include <thread>

#include "check.h"
#include "observed.h"

using namespace check;
using tiptoe::HeapWalker;
namespace layout = tiptoe::layout;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kNode = 0x2000;
constexpr uint64_t kText = 0x2008;
constexpr uint64_t kWorker = 0x300;
constexpr uint64_t kPlenty = 60'000'000'000;

// A program with a heap of two generations and a hole: 3 nodes, a text of an odd size, 24 free bytes.
struct Program : Observed {
  explicit Program(bool info14 = true) {
    clr.hasInfo14 = info14;
    clr.modules[kModule] = {kSomeFile, 0x900, 1, true};
    clr.classes[kNode] = {kModule, 0x02000002, 0, {}, cor::kOk};
    clr.classes[kText] = {kModule, 0x02000003, 0, {}, cor::kOk};
    clr.objects[0x10000] = {kNode, 24};
    clr.objects[0x10018] = {0, 24};
    clr.objects[0x10030] = {kNode, 24};
    clr.objects[0x20000] = {kText, 29};
    clr.objects[0x20020] = {kNode, 24};
    clr.ranges = {{0, 0x10000, 0x48, 0x1000}, {2, 0x20000, 0x38, 0x1000}};
    clr.collection = [this] { collect(); };
    initialize();
  }

  // As the thread that forces a collection sees it.
  void collect() {
    call(kThreadCreated, kWorker);
    suspend(1);
    collectBlocking();
    call(kRuntimeResumeStarted);
  }

  void suspend(uint32_t reason) {
    call(kRuntimeSuspendStarted, reason);
    call(kRuntimeSuspendFinished);
  }

  void collectBlocking() {
    begin(2, 1);
    clr.objectsStand = true;
    call(kGarbageCollectionFinished);
    clr.objectsStand = false;
  }

  void begin(int oldest, uint32_t reason) {
    int32_t collected[5] = {1, oldest >= 1, oldest >= 2, oldest >= 2, oldest >= 2};
    call(kGarbageCollectionStarted, 5, static_cast<int32_t*>(collected), reason);
  }

  HeapWalker& walker() { return agent()->heapWalker(); }

  HeapWalker::Outcome walk(uint64_t budget = kPlenty) {
    HeapWalker::Outcome outcome{};
    walker().begin(budget);
    walker().finished(outcome, tiptoe::os::monotonicNanos() + kPlenty);
    return outcome;
  }
};

}  // namespace

TEST(walk_inAFullCollection_countsTheObjectsOfEachClass) {
  Program program;
  const uint64_t events = program.clr.events;
  const HeapWalker::Outcome outcome = program.walk();
  CHECK_EQUAL(cor::kOk, outcome.result);
  CHECK_EQUAL(0u, outcome.totals.shortfalls);
  CHECK_EQUAL(0x3Fu, outcome.totals.generations);
  CHECK_EQUAL(4u, outcome.totals.objects);
  CHECK_EQUAL(3u * 24 + 29, outcome.totals.bytes);
  CHECK_EQUAL(24u, outcome.totals.freeBytes);
  CHECK_EQUAL(0u, outcome.totals.leftOutBytes);
  CHECK_EQUAL(events, program.clr.events.load());
  CHECK_EQUAL(0, program.clr.violations.load());

  const ParsedTrace trace = program.trace();
  const std::vector<Record> classes = trace.ofType(layout::ClassSeen::kType);
  CHECK_EQUAL(2u, classes.size());
  CHECK_EQUAL(+layout::kOnHeap, +classes[0].as<layout::ClassSeen>().source);
  const std::vector<Record> instances = trace.ofType(layout::InstanceSeen::kType);
  CHECK_EQUAL(2u, instances.size());
  for (const Record& record : instances) {
    const auto seen = record.as<layout::InstanceSeen>();
    CHECK_EQUAL(seen.classId == kNode ? 3u : 1u, +seen.objects);
    CHECK_EQUAL(seen.classId == kNode ? 72u : 29u, +seen.bytes);
    CHECK(record.header.sequence > classes[1].header.sequence);
  }
  const auto walked = trace.records.back().as<layout::HeapWalked>();
  CHECK_EQUAL(4u, +walked.objects);
  CHECK_EQUAL(2u, +walked.classes);
  CHECK_EQUAL(outcome.totals.walking, +walked.walking);
}

// Literal strings and the like, which are in no generation.
TEST(walk_ofTheFrozenHeap_countsItsObjects) {
  Program program;
  program.clr.objects[0x80008] = {kText, 29};
  program.clr.objects[0x80028] = {kText, 24};
  program.clr.objects[0x90008] = {kNode, 24};
  program.clr.frozen = {{0x80008, 0x38, 0x3FFFF8}, {0x90008, 0x18, 0x3FFFF8}, {0xA0008, 0, 0x3FFFF8}};
  const HeapWalker::Outcome outcome = program.walk();
  CHECK_EQUAL(cor::kOk, outcome.result);
  CHECK_EQUAL(0u, outcome.totals.shortfalls);
  CHECK_EQUAL(0x3Fu, outcome.totals.generations);
  CHECK_EQUAL(7u, outcome.totals.objects);
  CHECK_EQUAL(4u * 24 + 29 + 29 + 24, outcome.totals.bytes);
  CHECK_EQUAL(0, program.clr.violations.load());
}

TEST(walk_whereTheFrozenHeapIsNotListed_saysSo) {
  Program program;
  program.clr.frozenResult = cor::kOutOfMemory;
  const HeapWalker::Outcome outcome = program.walk();
  CHECK_EQUAL(+layout::kNoFrozenRanges, outcome.totals.shortfalls);
  CHECK_EQUAL(0x1Fu, outcome.totals.generations);
  CHECK_EQUAL(4u, outcome.totals.objects);
}

TEST(walk_whereTheFrozenHeapIsTooLarge_walksAPartAndSaysSo) {
  Program program;
  program.clr.frozen.assign(5'000, {0x10000, 0x18, 0x1000});
  const HeapWalker::Outcome outcome = program.walk();
  CHECK_EQUAL(+layout::kNoFrozenRanges, outcome.totals.shortfalls);
  CHECK_EQUAL(0x1Fu, outcome.totals.generations);
  CHECK(outcome.totals.objects > 4);
}

TEST(walk_onARuntimeBeforeTheFrozenHeap_isComplete) {
  Program program(false);
  program.clr.frozen = {{0x80008, 0x38, 0x3FFFF8}};
  const HeapWalker::Outcome outcome = program.walk();
  CHECK_EQUAL(0u, outcome.totals.shortfalls);
  CHECK_EQUAL(0x3Fu, outcome.totals.generations);
  CHECK_EQUAL(4u, outcome.totals.objects);
  CHECK_EQUAL(0, program.clr.violations.load());
}

TEST(walk_itsOwnThread_isNamedAndNotSampled) {
  Program program;
  program.walk();
  const std::vector<Record> named = program.trace().ofType(layout::ThreadNamed::kType);
  CHECK_EQUAL(1u, named.size());
  CHECK_EQUAL(kWorker, +named[0].as<layout::ThreadNamed>().threadId);
  CHECK(named[0].string(40) == u"tiptoe-heap");
}

TEST(walk_inACollectionOnAThreadOfTheRuntime_isDone) {
  Program program;
  program.clr.collection = [&] { std::thread([&] { program.collect(); }).join(); };
  CHECK_EQUAL(4u, program.walk().totals.objects);
  CHECK_EQUAL(0, program.clr.violations.load());
}

// It ends while the program runs: no object may be looked at.
TEST(walk_whileAConcurrentCollectionEnds_looksAtNothing) {
  Program program;
  program.clr.collection = [&] {
    program.suspend(1);
    program.begin(2, 1);
    program.call(kRuntimeResumeStarted);
    program.call(kGarbageCollectionFinished);
  };
  CHECK_EQUAL(cor::kFalse, program.walk().result);
  CHECK_EQUAL(0, program.clr.violations.load());
  CHECK_EQUAL(0u, program.trace().ofType(layout::HeapWalked::kType).size());
}

TEST(walk_whileOtherCollectionsEnd_looksAtNothing) {
  Program program;
  program.clr.collection = [&] {
    program.call(kGarbageCollectionFinished);  // it began before the walker enabled the callbacks
    program.suspend(1);
    program.begin(1, 1);  // a young one
    program.call(kGarbageCollectionFinished);
    program.begin(2, 0);  // not forced: it may be concurrent
    program.call(kGarbageCollectionFinished);
    program.call(kRuntimeResumeStarted);
    program.suspend(9);  // the sampler's
    program.begin(2, 1);
    program.call(kGarbageCollectionFinished);
    program.call(kRuntimeResumeStarted);
  };
  CHECK_EQUAL(cor::kFalse, program.walk().result);
  CHECK_EQUAL(0, program.clr.violations.load());
}

TEST(walk_thatTheRuntimeRefuses_tellsItsReason) {
  Program program;
  program.clr.collection = [] {};
  CHECK_EQUAL(cor::kFalse, program.walk().result);
  program.clr.collection = [&] { program.collect(); };
  CHECK_EQUAL(cor::kOk, program.walk().result);
}

TEST(walk_withoutTime_saysWhatItLeftOut) {
  Program program;
  const HeapWalker::Outcome outcome = program.walk(0);
  CHECK_EQUAL(cor::kOk, outcome.result);
  CHECK_EQUAL(+layout::kOutOfTime, outcome.totals.shortfalls);
  CHECK_EQUAL(0x3Au, outcome.totals.generations);  // those that are empty
  CHECK_EQUAL(0u, outcome.totals.objects);
  CHECK_EQUAL(0x80u, outcome.totals.leftOutBytes);
}

TEST(walk_whereARangeDoesNotAddUp_leavesItsRestOut) {
  for (const size_t size : {size_t{0}, size_t{8}, size_t{0x1000}, ~size_t{0}}) {
    Program program;
    program.clr.objects[0x10018].size = size;
    const HeapWalker::Outcome outcome = program.walk();
    CHECK_EQUAL(+layout::kBrokenRange, outcome.totals.shortfalls);
    CHECK_EQUAL(0x3Eu, outcome.totals.generations);
    CHECK_EQUAL(3u, outcome.totals.objects);
    CHECK_EQUAL(0x30u, outcome.totals.leftOutBytes);
  }
}

TEST(begin_whileAWalkIsUnderWay_isRefused) {
  Program program;
  program.clr.collection = [&] {
    CHECK_EQUAL(+HeapWalker::kUnderWay, +program.walker().begin(kPlenty));
    HeapWalker::Outcome outcome{};
    CHECK(!program.walker().finished(outcome, 0));
    program.collect();
  };
  CHECK_EQUAL(cor::kOk, program.walk().result);
}

TEST(begin_whenTheProgramEnds_isRefused) {
  Program program;
  CHECK_EQUAL(cor::kOk, program.walk().result);
  program.shutdown();
  CHECK_EQUAL(+HeapWalker::kAtRest, +program.walker().begin(kPlenty));
}

TEST(walks_oneAfterAnother_reportAClassOnce) {
  Program program;
  program.walk();
  program.walk();
  CHECK_EQUAL(2u, program.trace().ofType(layout::ClassSeen::kType).size());
  CHECK_EQUAL(4u, program.trace().ofType(layout::InstanceSeen::kType).size());
}

TEST(shutdown_duringAWalkWithAllTheTimeThereIs_waitsForIt) {
  Program program;
  std::thread ending;
  program.clr.collection = [&] {
    ending = std::thread([&] { program.shutdown(); });
    while (program.walker().begin(kPlenty) != HeapWalker::kAtRest) {
      std::this_thread::yield();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    program.collect();
  };
  CHECK_EQUAL(cor::kOk, program.walk(UINT64_MAX - 3'000'000'000).result);
  ending.join();
  CHECK_EQUAL(0u, +program.trace().records.back().as<layout::TraceEnded>().agentErrors);
}

// Objects met on the heap are still alive when they are described and recorded.
TEST(unload_duringAWalk_waitsUntilItIsWrittenDown) {
  Program program;
  std::thread unloader;
  program.clr.collection = [&] {
    program.collect();
    unloader = std::thread([&] {
      program.call(kModuleUnloadStarted, kModule);
      std::lock_guard<std::mutex> locked(program.clr.lock);
      program.clr.classes.clear();
    });
  };
  CHECK_EQUAL(cor::kOk, program.walk().result);
  unloader.join();
  CHECK_EQUAL(0, program.clr.violations.load());
  const ParsedTrace trace = program.trace();
  CHECK_EQUAL(+layout::UnloadStarted::kType, +trace.records.back().header.type);
  CHECK_EQUAL(2u, trace.ofType(layout::InstanceSeen::kType).size());
}

CHECK_MAIN
