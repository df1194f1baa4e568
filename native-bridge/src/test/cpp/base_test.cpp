// SPDX-License-Identifier: Apache-2.0
//
// The containers: Buffer, IdSet and LogHistogram; a number of each thread; and the one line that the agent says.

#include "base/buffer.h"
#include "base/id_set.h"
#include "base/log_histogram.h"
#include "check.h"
#include "os/os.h"
#include "os/scheduling_linux.h"
#include "os/threads.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <set>
#include <thread>
#include <vector>

using tiptoe::Buffer;
using tiptoe::IdSet;
using tiptoe::LogHistogram;

TEST(buffer_grownPastItsInlineItems_keepsThemAll) {
  Buffer<int, 4> buffer;
  for (int i = 0; i < 1000; i++) {
    buffer.push(i);
  }
  CHECK_EQUAL(1000u, buffer.size());
  for (int i = 0; i < 1000; i++) {
    CHECK_EQUAL(i, buffer[static_cast<size_t>(i)]);
  }
  CHECK(!buffer.refused());
}

TEST(buffer_askedForMoreThanThereIs_keepsWhatItHasAndSaysSo) {
  Buffer<uint64_t, 2> buffer;
  buffer.push(7);
  CHECK(buffer.extend(static_cast<size_t>(-1) / sizeof(uint64_t)) == nullptr);
  CHECK(buffer.extend(static_cast<size_t>(-1)) == nullptr);
  CHECK(buffer.refused());
  CHECK_EQUAL(1u, buffer.size());
  CHECK_EQUAL(7u, buffer[0]);
  buffer.rewind(1);
  CHECK(!buffer.refused());
}

TEST(buffer_released_isAsItWasInTheBeginning) {
  Buffer<int, 4> buffer;
  for (int i = 0; i < 1000; i++) {
    buffer.push(i);
  }
  buffer.release();
  CHECK_EQUAL(0u, buffer.size());
  CHECK_EQUAL(4u, buffer.capacity());
  buffer.push(7);
  CHECK_EQUAL(7, buffer[0]);
}

TEST(buffer_appendingNothing_isFine) {
  Buffer<uint64_t, 2> buffer;
  buffer.append(nullptr, 0);
  CHECK_EQUAL(0u, buffer.size());
  CHECK(!buffer.refused());
}

TEST(idSet_zero_isNeverInIt) {
  IdSet set;
  CHECK(!set.contains(0));
  CHECK(!set.add(0));
  CHECK(!set.remove(0));
  CHECK_EQUAL(0u, set.size());
}

TEST(idSet_addedTwice_isNewOnce) {
  IdSet set;
  CHECK(set.add(0x7f0012345678));
  CHECK(!set.add(0x7f0012345678));
  CHECK_EQUAL(1u, set.size());
}

TEST(idSet_cleared_isEmptyAndUsable) {
  IdSet set;
  for (uint64_t id = 8; id < 8000; id += 8) {
    set.add(id);
  }
  set.clear();
  CHECK_EQUAL(0u, set.size());
  CHECK(!set.contains(8));
  CHECK(set.add(8));
}

// IDs of a small range collide and make long runs, which is where removal goes wrong.
TEST(idSet_randomAddsAndRemoves_agreesWithStdSet) {
  std::mt19937_64 random(20240229);
  IdSet set;
  std::set<uint64_t> expected;
  for (int i = 0; i < 200000; i++) {
    const uint64_t id = 0x7f0000000000 + 8 * (random() % 3000);
    if (random() % 2 == 0) {
      CHECK_EQUAL(expected.insert(id).second, set.add(id));
    } else {
      CHECK_EQUAL(expected.erase(id) != 0, set.remove(id));
    }
    CHECK_EQUAL(expected.size(), set.size());
  }
  size_t visited = 0;
  bool all = true;
  set.forEach([&](uint64_t id) {
    visited++;
    all = all && expected.count(id) == 1;
  });
  CHECK(all);
  CHECK_EQUAL(expected.size(), visited);
}

TEST(histogram_empty_tellsNothing) {
  LogHistogram histogram;
  CHECK_EQUAL(0u, histogram.permille(500));
  CHECK_EQUAL(0u, histogram.greatest());
}

TEST(histogram_ofAnyValues_isAtMostAnEighthTooGreat) {
  std::mt19937_64 random(3);
  LogHistogram histogram;
  std::vector<uint64_t> values;
  for (int i = 0; i < 5000; i++) {
    values.push_back(random() >> random() % 64);
    histogram.add(values.back());
  }
  std::sort(values.begin(), values.end());
  for (const uint64_t part : {1u, 10u, 500u, 900u, 990u, 1000u}) {
    const uint64_t exact = values[(values.size() * part + 999) / 1000 - 1];
    const uint64_t actual = histogram.permille(part);
    CHECK(actual >= exact && actual - exact <= exact / 8);
  }
  CHECK_EQUAL(values.back(), histogram.greatest());
  CHECK_EQUAL(values.back(), histogram.permille(1000));
}

// Where the kernel heeds turns of one's own choice, and shows them.
TEST(thread_withReducedWakeupLatency_takesShortTurns_andIsOtherwiseAsItWas) {
  std::thread([] {
    constexpr uint64_t kLong = 5'000'000;
    tiptoe::os::Scheduling before;
    before.read();
    before.runtime = kLong;
    before.nice = before.nice < 19 ? before.nice + 1 : before.nice;
    before.write();
    before.read();
    const bool heeded = before.policy == SCHED_OTHER && before.runtime == kLong;
    tiptoe::os::reduceWakeupLatency();
    tiptoe::os::Scheduling after;
    after.read();
    CHECK_EQUAL(1, prctl(PR_GET_TIMERSLACK));
    CHECK_EQUAL(heeded ? 100'000u : after.runtime, after.runtime);
    CHECK_EQUAL(before.policy, after.policy);
    CHECK_EQUAL(before.nice, after.nice);
    CHECK_EQUAL(before.flags, after.flags);
  }).join();
}

TEST(threadName_thatIsNoUtf8_hasOneMarkForEachByte) {
  const auto named = [](const char* bytes) {
    std::u16string name;
    std::thread([&] {
      prctl(PR_SET_NAME, bytes);
      const tiptoe::os::ThreadName now = tiptoe::os::threadName(tiptoe::os::threadId());
      name.assign(now.units, now.length);
    }).join();
    return name;
  };
  CHECK(named("plain") == u"plain");
  CHECK(named("f\xFCr alle") == u"f\uFFFDr alle");
  CHECK(named("\x80\xBF!") == u"\uFFFD\uFFFD!");
  CHECK(named("\xC0\x80 \xED\xA0\x80") == u"\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD");
  CHECK(named("\xF0\x9F\x90\xBE\xF0\x9F\x90") == u"\U0001F43E");
  CHECK(named("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF") == std::u16string(15, 0xFFFD));
  CHECK_EQUAL(0u, tiptoe::os::threadName(0).length);
}

TEST(perThread_isEachThreadsOwn_andNothingBeforeAndAfter) {
  tiptoe::os::PerThread number;
  number.set(1);
  CHECK_EQUAL(0u, number.get());
  CHECK(number.make());
  number.set(2);
  uintptr_t others[2] = {9, 9};
  std::thread([&] {
    others[0] = number.get();
    number.set(3);
    others[1] = number.get();
  }).join();
  CHECK_EQUAL(0u, others[0]);
  CHECK_EQUAL(3u, others[1]);
  CHECK_EQUAL(2u, number.get());
  number.drop();
  CHECK_EQUAL(0u, number.get());
  CHECK(number.make());
  CHECK_EQUAL(0u, number.get());
  number.drop();
}

// As a process is in that uses them all itself.
TEST(perThread_whereThereIsNoRoom_isZero) {
  std::vector<pthread_key_t> keys;
  pthread_key_t key;
  while (pthread_key_create(&key, nullptr) == 0) {
    keys.push_back(key);
  }
  tiptoe::os::PerThread number;
  CHECK(!number.make());
  number.set(1);
  CHECK_EQUAL(0u, number.get());
  for (const pthread_key_t each : keys) {
    pthread_key_delete(each);
  }
}

// A pipe whose reader sleeps: a program's thread must not wait for it.
TEST(say_whereStderrTakesNoMore_returns) {
  int ends[2];
  CHECK_EQUAL(0, pipe2(ends, O_NONBLOCK));
  char byte = 0;
  while (write(ends[1], &byte, 1) == 1) {
  }
  CHECK_EQUAL(0, fcntl(ends[1], F_SETFL, 0));  // as a shell hands it out
  const int before = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  alarm(30);
  tiptoe::os::say("nobody reads this");
  alarm(0);
  dup2(before, STDERR_FILENO);
  char first[8] = {};
  CHECK_EQUAL(8, read(ends[0], first, sizeof first));
  tiptoe::os::close(before);
  tiptoe::os::close(ends[0]);
  tiptoe::os::close(ends[1]);
}

CHECK_MAIN
