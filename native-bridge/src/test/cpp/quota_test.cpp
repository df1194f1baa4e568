// SPDX-License-Identifier: Apache-2.0
//
// Quotas of processor time: where the system keeps them, and how much of one is left.

#include "os/quota.h"

#include <random>
#include <string>

#include "check.h"
#include "sampling/quota_left.h"
#include "temporary.h"

using namespace check;
using tiptoe::QuotaLeft;
using tiptoe::os::Quota;

namespace {

constexpr uint64_t kMilli = 1'000'000;

struct System : TemporaryFolder {
  void put(const std::string& name, const std::string& text) {
    const std::filesystem::path path = file(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
};

// A group of busy threads on two processors, with a quota of 30 ms in each 100 ms.
struct Throttled {
  static constexpr uint64_t kQuota = 30 * kMilli;
  static constexpr uint64_t kPeriod = 100 * kMilli;
  static constexpr uint64_t kStep = 100'000;

  uint64_t now = 37 * kMilli;
  uint64_t used = 123 * kMilli;
  uint64_t usedInPeriod = 0;

  Quota::Reading reading() const { return {now / kPeriod, used}; }

  void run(uint64_t nanos) {
    for (uint64_t until = now + nanos; now < until;) {
      const uint64_t more = usedInPeriod < kQuota ? 2 * kStep : 0;
      used += more;
      usedInPeriod += more;
      now += kStep;
      usedInPeriod = now % kPeriod == 0 ? 0 : usedInPeriod;
    }
  }

  // As its own thread, which does not run either while the group stands still.
  void runUntilNotThrottled(uint64_t nanos) {
    run(nanos);
    while (usedInPeriod >= kQuota) {
      run(kStep);
    }
  }
};

}  // namespace

TEST(quota_ofVersion2_isThatOfTheNearestGroupThatHasOne) {
  System system;
  system.put("proc/self/cgroup", "0::/pod/app\n");
  system.put("sys/fs/cgroup/pod/app/cpu.max", "max 100000\n");
  system.put("sys/fs/cgroup/pod/cpu.max", "50000 100000\n");
  system.put("sys/fs/cgroup/pod/cpu.stat", "usage_usec 1234\nuser_usec 1000\nnr_periods 7\nnr_throttled 3\n");
  const std::string root = system.file("");
  Quota quota(root.c_str());
  CHECK(quota.find());
  CHECK_EQUAL(50 * kMilli, quota.nanos());
  CHECK_EQUAL(100 * kMilli, quota.period());
  Quota::Reading reading{};
  CHECK(quota.read(reading));
  CHECK_EQUAL(1'234'000u, +reading.used);
  CHECK_EQUAL(7u, +reading.periods);
  system.put("sys/fs/cgroup/pod/cpu.max", "max 100000\n");
  CHECK(!quota.find());
  CHECK_EQUAL(0u, quota.nanos());
  CHECK(!quota.read(reading));
}

// The path is the host's; what is mounted is the container's own group.
TEST(quota_ofVersion1InAContainer_isThatOfItsOwnGroup) {
  System system;
  system.put("proc/self/cgroup", "9:name=systemd:/x\n4:cpu,cpuacct:/docker/abc\n3:cpuset:/docker/abc\n0::/x\n");
  system.put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "150000\n");
  system.put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  system.put("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 12\nnr_throttled 0\nthrottled_time 0\n");
  system.put("sys/fs/cgroup/cpuacct/cpuacct.usage", "987654321\n");
  const std::string root = system.file("");
  Quota quota(root.c_str());
  CHECK(quota.find());
  CHECK_EQUAL(150 * kMilli, quota.nanos());
  Quota::Reading reading{};
  CHECK(quota.read(reading));
  CHECK_EQUAL(987'654'321u, +reading.used);
  CHECK_EQUAL(12u, +reading.periods);
}

TEST(quota_thatIsNone_isNotFound) {
  for (const char* groups : {"", "0::/\n", "4:cpu:/a\n3:cpuacct:/b\n", "nonsense", "4:cpu", "4:cpuset:/a\n"}) {
    System system;
    system.put("proc/self/cgroup", groups);
    system.put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    system.put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    CHECK(!Quota(system.file("").c_str()).find());
  }
  CHECK(!Quota("/no/such/folder").find());
}

TEST(quotaLeft_whatever_isNeverMoreThanThereIs) {
  std::mt19937_64 random(1);
  Throttled group;
  QuotaLeft left;
  for (int i = 0; i < 5'000; i++) {
    group.run(1 + random() % (random() % 10 == 0 ? 300 * kMilli : 5 * kMilli));
    const uint64_t estimate = left.after(group.reading(), group.now, Throttled::kQuota, Throttled::kPeriod);
    CHECK(estimate <= Throttled::kQuota - group.usedInPeriod);
  }
}

// Otherwise such a program would never be sampled.
TEST(quotaLeft_askedEachMillisecond_isFoundInEachPeriodThatTheGroupUsesUp) {
  Throttled group;
  QuotaLeft left;
  uint64_t periods = 0;
  uint64_t last = 0;
  for (int i = 0; i < 2'000; i++) {
    group.runUntilNotThrottled(kMilli);
    const uint64_t estimate = left.after(group.reading(), group.now, Throttled::kQuota, Throttled::kPeriod);
    const uint64_t period = group.now / Throttled::kPeriod;
    if (estimate >= Throttled::kQuota / 2 && period != last) {
      periods++;
      last = period;
    }
  }
  CHECK(periods + 2 >= group.now / Throttled::kPeriod);
}

// A half of the quota is never used, so a half is left; but for what is used between two readings that are kept.
TEST(quotaLeft_askedVeryOften_isFoundAllTheTime) {
  for (const uint64_t interval : {uint64_t{1'000}, uint64_t{20'000}, uint64_t{300'000}}) {
    QuotaLeft left;
    for (uint64_t now = 0; now < 1'000 * kMilli; now += interval) {
      const Quota::Reading reading{now / (100 * kMilli), now};
      const uint64_t estimate = left.after(reading, now, 200 * kMilli, 100 * kMilli);
      if (now >= 100 * kMilli && (estimate < 98 * kMilli || estimate > 200 * kMilli - now % (100 * kMilli))) {
        check::fail(__FILE__, __LINE__,
                    std::to_string(estimate) + " are left at " + std::to_string(now) + ", asked every " +
                        std::to_string(interval));
        break;
      }
    }
  }
}

// No period is counted while nothing runs.
TEST(quotaLeft_ofAnIdleGroup_isAllOfIt) {
  QuotaLeft left;
  left.after({5, 1'000 * kMilli}, 0, 30 * kMilli, 100 * kMilli);
  CHECK_EQUAL(0u, left.after({5, 1'000 * kMilli}, 50 * kMilli, 30 * kMilli, 100 * kMilli));
  CHECK_EQUAL(29 * kMilli, left.after({5, 1'001 * kMilli}, 100 * kMilli, 30 * kMilli, 100 * kMilli));
}

CHECK_MAIN
