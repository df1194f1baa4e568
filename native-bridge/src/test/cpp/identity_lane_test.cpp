// SPDX-License-Identifier: Apache-2.0
//
// The identity lane: its order under many threads, and its records about losses.

#include "check.h"
#include "parsed_trace.h"
#include "temporary.h"
#include "trace/identity_lane.h"

#include <errno.h>

#include <atomic>
#include <fstream>
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

// Reads a trace while it is written: each time on from the last whole record.
class RacingReader {
 public:
  explicit RacingReader(const std::string& path) : in_(path, std::ios::binary) {}

  // Takes what there is.
  void look() {
    constexpr size_t kAtOnce = 1 << 16;
    check::Bytes bytes(kAtOnce);
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(at_));
    in_.read(reinterpret_cast<char*>(bytes.data()), kAtOnce);
    bytes.resize(static_cast<size_t>(in_.gcount()));
    check::Record record{};
    size_t taken = 0;
    while (taken < bytes.size() && check::ParsedTrace::whole(bytes, taken, record)) {
      CHECK_EQUAL(records_ + 1, record.header.sequence);
      CHECK(record.header.time > time_);
      time_ = record.header.time;
      records_++;
      taken += record.header.length;
    }
    at_ += taken;
  }

  uint64_t records() const { return records_; }

 private:
  std::ifstream in_;
  size_t at_ = sizeof(layout::FileHeader);
  uint64_t records_ = 0;
  uint64_t time_ = 0;
};

}  // namespace

// Whatever a reader finds is published whole, in order and without a gap, while eight threads go on writing.
TEST(lane_manyThreadsAndAReaderThatRacesThem_isReadInOrder) {
  constexpr int kThreads = 8;
  constexpr int kLooks = 500;  // that find something
  constexpr uint64_t kLongest = 10'000'000'000;
  Lane trace;
  std::atomic<bool> enough{false};
  std::atomic<uint64_t> written{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([&] {
      for (uint64_t i = 1; !enough; i++) {
        written += trace.append(i) ? 1 : 0;
      }
    });
  }
  RacingReader reader(trace.folder.file("a"));
  const uint64_t until = os::monotonicNanos() + kLongest;
  for (int looks = 0; looks < kLooks && os::monotonicNanos() < until;) {
    const uint64_t before = reader.records();
    reader.look();
    looks += reader.records() != before ? 1 : 0;
  }
  enough = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (uint64_t before = ~0ull; reader.records() != before;) {
    before = reader.records();
    reader.look();
  }
  CHECK_EQUAL(written.load(), reader.records());
}

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

TEST(lane_lossBeforeTheEnd_isReportedBeforeTheEnd) {
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
