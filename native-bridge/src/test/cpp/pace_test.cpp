// SPDX-License-Identifier: Apache-2.0
//
// The duty governor, over clocks of the tests' own.

#include "check.h"
#include "sampling/pace.h"
#include "sampling/pause.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <random>
#include <string>

#include "temporary.h"

using tiptoe::Pace;
using tiptoe::Pause;
using tiptoe::os::Activity;

namespace {

constexpr uint64_t kMilli = 1'000'000;
constexpr uint64_t kPercent = 10'000;

}  // namespace

TEST(pace_withShortPauses_keepsThePeriodOnAverage) {
  Pace pace;
  pace.set(10 * kMilli, kPercent, 0);
  uint64_t last = 0;
  for (int round = 0; round < 10'000; round++) {
    CHECK(pace.next() >= last + 5 * kMilli && pace.next() <= last + 15 * kMilli);
    last = pace.next();
    pace.paused(pace.next() + 80'000, 50'000);
  }
  CHECK(last > 99'000 * kMilli && last < 101'000 * kMilli);
}

// A thread that does three things again and again, one for a half of the time, one for a third, one for a sixth. Rounds
// of a fixed period may meet it always at the same one.
TEST(pace_besideWorkOfAnyPeriod_samplesItAsOftenAsItsShares) {
  constexpr int kRounds = 4000;
  constexpr double kShares[] = {0.5, 0.33, 0.17};
  for (const double millis : {1.0, 5.0, 10.0, 100.0, 0.7, 2.0, 3.3, 9.9, 20.0, 25.0}) {
    Pace pace{static_cast<uint64_t>(millis * 1000)};
    pace.set(10 * kMilli, kPercent, 0);
    double sampled[3] = {};
    uint64_t last = 0;
    for (int round = 0; round < kRounds; round++) {
      const uint64_t now = pace.next();
      const double phase = std::fmod(static_cast<double>(now) / (millis * kMilli), 1);
      sampled[phase < kShares[0] ? 0 : phase < kShares[0] + kShares[1] ? 1 : 2] += static_cast<double>(now - last);
      last = now;
      pace.paused(now + 50'000, 50'000);
    }
    for (int i = 0; i < 3; i++) {
      const double error = std::sqrt(kShares[i] * (1 - kShares[i]) / kRounds);
      const double share = sampled[i] / static_cast<double>(last);
      if (std::abs(share - kShares[i]) > 4 * error) {
        check::fail(__FILE__, __LINE__, std::to_string(millis) + " ms: " + std::to_string(share) + " instead of " +
                                            std::to_string(kShares[i]));
      }
    }
  }
}

// Whatever the pauses, and however late the rounds come.
TEST(pace_withAnyPauses_staysWithinItsDuty) {
  std::mt19937_64 random(1);
  for (const uint64_t duty : {uint64_t{100}, kPercent, 20 * kPercent}) {
    Pace pace;
    pace.set(kMilli, duty, 0);
    uint64_t paused = 0;
    for (int i = 0; i < 2000; i++) {
      const uint64_t asked = pace.next() + random() % kMilli;
      const uint64_t pause = 1 + random() % (random() % 20 == 0 ? 50 * kMilli : 300'000);
      paused += pause;
      pace.paused(asked + pause, pause);
    }
    CHECK(static_cast<unsigned __int128>(paused) * Pace::kWhole <=
          static_cast<unsigned __int128>(pace.next()) * duty);
  }
}

// Where nothing but the duty decides when the next one begins; also for one that is no part of the whole.
TEST(pace_withPausesAsLongAsItsDutyLets_keepsItToTheNanosecond) {
  for (const uint64_t duty : {3 * kPercent, 7 * kPercent, 30 * kPercent, 45 * kPercent}) {
    Pace pace;
    pace.set(kMilli, duty, 0);
    uint64_t paused = 0;
    for (int i = 0; i < 100; i++) {
      const uint64_t asked = pace.next();
      paused += 21 * kMilli;
      pace.paused(asked + 21 * kMilli, 21 * kMilli);
      CHECK(paused * Pace::kWhole <= pace.next() * duty);
    }
  }
}

TEST(pace_withAllTheTime_letsTheProgramRunAsLongAsItWasHeld) {
  Pace pace;
  pace.set(kMilli, Pace::kWhole, 0);
  pace.paused(5 * kMilli, 4 * kMilli);
  CHECK_EQUAL(9 * kMilli, pace.next());
}

// Otherwise changing the rate, or turning sampling off and on, could stop the program as often as requested.
TEST(pace_setAgain_stillOwesWhatTheLastPauseTook) {
  Pace pace;
  pace.set(kMilli, kPercent, 0);
  pace.paused(3 * kMilli, 2 * kMilli);
  pace.set(0, kPercent, 4 * kMilli);
  CHECK(!pace.active());
  pace.set(kMilli, kPercent, 5 * kMilli);
  CHECK_EQUAL(201 * kMilli, pace.next());
  pace.set(kMilli, 2 * kPercent, 6 * kMilli);
  CHECK_EQUAL(101 * kMilli, pace.next());
  pace.set(kMilli, Pace::kWhole, 7 * kMilli);
  CHECK(pace.next() >= 7 * kMilli + kMilli / 2 && pace.next() <= 8 * kMilli + kMilli / 2);
  pace.set(kMilli, kPercent, 300 * kMilli);
  CHECK(pace.next() >= 300 * kMilli + kMilli / 2 && pace.next() <= 301 * kMilli + kMilli / 2);
}

// The agent's thread slept for all of it: a debugger held the process, or the runtime waited for one.
TEST(pause_inWhichTheProcessWasStopped_countsAsWhatItsThreadDid) {
  const Activity before{5'000, 7'000, 3, 1, 4};
  const Activity after{5'000 + 2 * kMilli, 7'000 + 3 * kMilli, 3 + 2, 3, 4};
  CHECK_EQUAL(25 * kMilli, Pause::counted(10'000 * kMilli, before, after));
  CHECK_EQUAL(99 * kMilli, Pause::counted(99 * kMilli, before, after));
}

TEST(pause_inWhichItsThreadWorkedOrWaitedForAProcessor_countsAsItIs) {
  const Activity none{0, 0, 0, 1, 0};
  CHECK_EQUAL(180 * kMilli, Pause::counted(180 * kMilli, none, {180 * kMilli, 0, 0, 1, 0}));
  CHECK_EQUAL(180 * kMilli, Pause::counted(180 * kMilli, none, {10 * kMilli, 170 * kMilli, 0, 2, 0}));
  CHECK_EQUAL(180 * kMilli, Pause::counted(180 * kMilli, none, {0, 0, 60, 61, 0}));
  CHECK_EQUAL(Pause::kMost, Pause::counted(600'000 * kMilli, none, {600'000 * kMilli, 0, 0, 1, 0}));
}

TEST(pause_whereTheSystemCountsNoWaiting_countsAsItIs) {
  CHECK_EQUAL(180 * kMilli, Pause::counted(180 * kMilli, {}, {kMilli, 0, 2, 0, 0}));
  CHECK_EQUAL(Pause::kMost, Pause::counted(10'000 * kMilli, {}, {kMilli, 0, 2, 0, 0}));
}

// One sleep, of any length, in which the program stood still.
TEST(pause_inWhichItsThreadWaitedForADisk_countsAsItIs) {
  const Activity before{0, 0, 3, 1, 7};
  CHECK_EQUAL(400 * kMilli, Pause::counted(400 * kMilli, before, {kMilli, 0, 4, 2, 8}));
  CHECK_EQUAL(Pause::kMost, Pause::counted(10'000 * kMilli, before, {kMilli, 0, 4, 2, 8}));
}

// Of a file that is no longer in memory, unless the temporary folder is in memory itself.
TEST(activity_ofAThreadThatReadFromADisk_saysSo) {
  check::TemporaryFolder folder;
  const std::string path = folder.file("data");
  std::ofstream(path) << std::string(1 << 20, 'x');
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  CHECK(file >= 0 && fsync(file) == 0 && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
  void* mapped = mmap(nullptr, 1 << 20, PROT_READ, MAP_PRIVATE, file, 0);
  CHECK(mapped != MAP_FAILED);
  unsigned char resident = 0;
  CHECK_EQUAL(0, mincore(mapped, 1, &resident));
  const Activity before = tiptoe::os::activity();
  CHECK_EQUAL('x', +*static_cast<const volatile char*>(mapped));
  const Activity after = tiptoe::os::activity();
  CHECK_EQUAL((resident & 1) != 0 ? 0u : 1u, after.loads - before.loads);
  munmap(mapped, 1 << 20);
  close(file);
}

TEST(pace_afterAStopOfTenSeconds_goesOnSoon) {
  Pace pace;
  pace.set(10 * kMilli, kPercent, 0);
  pace.paused(10'010 * kMilli, Pause::counted(10'000 * kMilli, {0, 0, 0, 1, 0}, {kMilli, 0, 2, 3, 0}));
  CHECK(pace.next() <= 10'010 * kMilli + 2'100 * kMilli);
}

TEST(pace_whenLate_doesNotCatchUp) {
  Pace pace;
  pace.set(10 * kMilli, kPercent, 0);
  pace.paused(95 * kMilli + 50'000, 50'000);
  CHECK_EQUAL(100 * kMilli, pace.next());
}

TEST(pace_refused_triesAgainSoonAndThenLeavesTheRoundOut) {
  Pace pace;
  pace.set(10 * kMilli, kPercent, 0);
  const uint64_t due = pace.next();
  uint64_t now = due;
  int attempts = 1;
  while (pace.refused(now)) {
    CHECK(pace.next() > now && pace.next() < due + 5 * kMilli);
    now = pace.next();
    attempts++;
  }
  CHECK(attempts >= 5 && attempts <= 7);
  CHECK(pace.next() >= due + 5 * kMilli && pace.next() <= due + 15 * kMilli);
}

TEST(pace_refusedWithAShortPeriod_makesNoRoundLateForAnother) {
  Pace pace;
  pace.set(150'000, kPercent, 0);
  const uint64_t due = pace.next();
  CHECK(!pace.refused(due));
  CHECK(pace.next() >= due + 75'000 && pace.next() <= due + 225'000);
}

TEST(pace_budget_isAShareOfThePeriodAndAtLeastWhatStoppingCost) {
  Pace pace;
  pace.set(10 * kMilli, kPercent, 0);
  CHECK_EQUAL(100'000u, pace.walkUntil(0, 20'000));            // the budget
  CHECK_EQUAL(180'000u, pace.walkUntil(0, 90'000));            // little of it was left
  CHECK_EQUAL(2 * kMilli, pace.walkUntil(0, kMilli));          // to stop cost more than the budget
  CHECK_EQUAL(22 * kMilli, pace.walkUntil(0, 20 * kMilli));    // but there is an end to it
  pace.set(10 * kMilli, Pace::kWhole, 0);
  CHECK_EQUAL(10 * kMilli, pace.walkUntil(0, 20'000));
}

TEST(pace_withoutPeriodOrDuty_rests) {
  Pace pace;
  CHECK(!pace.active());
  pace.set(0, kPercent, 0);
  CHECK(!pace.active());
  pace.set(kMilli, 0, 0);
  CHECK(!pace.active());
  pace.set(UINT64_MAX, UINT64_MAX, 0);
  CHECK(pace.active() && pace.next() < UINT64_MAX / 2);
  CHECK_EQUAL(Pace::kWhole, pace.duty());
}

CHECK_MAIN
