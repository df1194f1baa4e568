// SPDX-License-Identifier: Apache-2.0
//
// The identity lane: its order under many threads, and what it says of what it lost.

#include "check.h"
#include "parsed_trace.h"
#include "temporary.h"
#include "trace/identity_lane.h"

#include <errno.h>

#include <thread>

using namespace tiptoe;

namespace {

std::atomic<int> failing{0};  // an errno, or 0

int64_t failingAppend(int file, const void* bytes, size_t size) {
  const int error = failing;
  return error != 0 ? -error : os::append(file, bytes, size);
}

uint64_t stoppedClock() { return 1000; }

struct Lane {
  check::TemporaryFolder folder;
  TraceFile file;
  IdentityLane lane{file};

  explicit Lane(TraceSystem system = {}) : file(system) {
    failing = 0;
    file.create(folder.file("a").c_str(), headerOfNow());
  }

  bool append(uint64_t id) {
    layout::ThreadDestroyed record{};
    record.threadId = id;
    Batch batch;
    batch.add(record);
    bool appended = false;
    lane.append(batch, [&](layout::RecordHeader*) { appended = true; });
    return appended;
  }

  check::ParsedTrace parsed() const { return check::ParsedTrace(check::readFile(folder.file("a"))); }
};

TraceSystem failingSystem() {
  TraceSystem system;
  system.append = failingAppend;
  return system;
}

}  // namespace

TEST(lane_manyThreads_sequenceAndTimeIncreaseInFileOrder) {
  constexpr int kThreads = 8;
  constexpr uint64_t kEach = 2000;
  Lane trace;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([&trace] {
      for (uint64_t i = 1; i <= kEach; i++) {
        trace.append(i);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }

  const check::ParsedTrace parsed = trace.parsed();
  CHECK_EQUAL(kThreads * kEach, parsed.records.size());
  CHECK_EQUAL(0u, parsed.damaged);
  uint64_t sequence = 0;
  uint64_t time = 0;
  for (const check::Record& record : parsed.records) {
    CHECK_EQUAL(sequence + 1, record.header.sequence);
    CHECK(record.header.time > time);
    sequence = record.header.sequence;
    time = record.header.time;
  }
}

TEST(lane_clockThatStands_stillHasIncreasingTimes) {
  TraceSystem system;
  system.monotonicNanos = stoppedClock;
  Lane trace(system);
  trace.append(1);
  const uint64_t stamp = trace.lane.stamp();
  trace.append(2);
  const check::ParsedTrace parsed = trace.parsed();
  CHECK(parsed.records[0].header.time < stamp);
  CHECK(stamp < parsed.records[1].header.time);
}

TEST(lane_fullDisk_losesCountedAndSaysSoWhenItCan) {
  Lane trace(failingSystem());
  CHECK(trace.append(1));
  failing = ENOSPC;
  CHECK(!trace.append(2));
  CHECK(!trace.append(3));
  failing = 0;
  CHECK(trace.append(4));
  CHECK(trace.append(5));
  trace.lane.end(layout::kRuntimeShutDown, 0, 0);

  const check::ParsedTrace parsed = trace.parsed();
  CHECK_EQUAL(5u, parsed.records.size());
  const uint64_t sequences[] = {1, 4, 5, 6, 7};
  for (size_t i = 0; i < 5; i++) {
    CHECK_EQUAL(sequences[i], parsed.records[i].header.sequence);
  }
  const auto coverage = parsed.records[1].as<layout::Coverage>();
  CHECK_EQUAL(+layout::Coverage::kType, +coverage.header.type);
  CHECK_EQUAL(+layout::kEnded, +coverage.state);
  CHECK_EQUAL(static_cast<uint32_t>(ENOSPC), +coverage.code);
  CHECK_EQUAL(4u, parsed.records[2].as<layout::ThreadDestroyed>().threadId);

  const auto ended = parsed.records[4].as<layout::TraceEnded>();
  CHECK_EQUAL(5u, ended.identityRecords);
  CHECK_EQUAL(2u, ended.identityLost);
}

TEST(lane_lossBeforeTheEnd_isToldBeforeTheEnd) {
  Lane trace(failingSystem());
  failing = EIO;
  trace.append(1);
  failing = 0;
  trace.lane.end(layout::kRuntimeShutDown, 0, 0);
  const check::ParsedTrace parsed = trace.parsed();
  CHECK_EQUAL(2u, parsed.records.size());
  CHECK_EQUAL(+layout::Coverage::kType, +parsed.records[0].header.type);
  CHECK_EQUAL(+layout::TraceEnded::kType, +parsed.records[1].header.type);
}

TEST(lane_factThatBecameNoRecord_isALossToo) {
  Lane trace;
  trace.lane.lose(0x80131351);
  trace.append(1);
  const check::ParsedTrace parsed = trace.parsed();
  CHECK_EQUAL(2u, parsed.records.size());
  CHECK_EQUAL(2u, parsed.records[0].header.sequence);
  CHECK_EQUAL(0x80131351u, +parsed.records[0].as<layout::Coverage>().code);
}

TEST(lane_afterItsEnd_appendsNothing) {
  Lane trace;
  trace.lane.end(layout::kRuntimeShutDown, 3, 4);
  CHECK(!trace.append(1));
  trace.lane.end(layout::kDetached, 0, 0);
  const check::ParsedTrace parsed = trace.parsed();
  CHECK_EQUAL(1u, parsed.records.size());
  const auto ended = parsed.records[0].as<layout::TraceEnded>();
  CHECK_EQUAL(+layout::kRuntimeShutDown, +ended.reason);
  CHECK_EQUAL(3u, +ended.agentErrors);
  CHECK_EQUAL(4u, +ended.loadsOnOurThreads);
}

CHECK_MAIN
