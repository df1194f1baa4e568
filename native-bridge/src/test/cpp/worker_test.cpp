// SPDX-License-Identifier: Apache-2.0
//
// The life of a thread of the agent: start, wake, stop, join, end, and what comes in between in another order.

#include "check.h"
#include "os/os.h"
#include "os/worker.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <thread>
#include <vector>

using tiptoe::os::Locked;
using tiptoe::os::monotonicNanos;
using tiptoe::os::Worker;

namespace {

constexpr uint64_t kLong = 60'000'000'000;

uint64_t longFromNow() { return monotonicNanos() + kLong; }

// Returns how many threads of this process have that name in the kernel.
int threadsNamed(const char* name) {
  int found = 0;
  DIR* tasks = opendir("/proc/self/task");
  for (dirent* task = readdir(tasks); task != nullptr; task = readdir(tasks)) {
    char path[300];
    char comm[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
    if (FILE* file = fopen(path, "r")) {
      if (fgets(comm, sizeof comm, file) != nullptr) {
        comm[strcspn(comm, "\n")] = '\0';
      }
      fclose(file);
    }
    found += strcmp(comm, name) == 0;
  }
  closedir(tasks);
  return found;
}

// Waits for orders and carries them out, until it is stopped.
struct Server {
  void run() {
    Locked locked(worker.lock());
    begun++;
    worker.wake(locked);
    while (!worker.stopping()) {
      if (done != ordered) {
        done++;
        worker.wake(locked);
      } else {
        worker.wait(locked);
      }
    }
  }

  bool start() {
    Locked locked(worker.lock());
    return worker.start<Server, &Server::run>(locked, "test-server", this);
  }

  bool running() {
    Locked locked(worker.lock());
    return worker.running(locked);
  }

  void awaitBegun(int times) {
    Locked locked(worker.lock());
    while (begun < times) {
      worker.wait(locked);
    }
  }

  Worker worker;
  int begun = 0;
  int ordered = 0;
  int done = 0;
};

// Does one thing and ends, but is blocked in it for as long as the test wants.
struct Task {
  void run() {
    Locked locked(held.lock());
    begun++;
    held.wake(locked);
    while (holds) {
      held.wait(locked);
    }
  }

  bool start() {
    Locked locked(worker.lock());
    return worker.start<Task, &Task::run>(locked, "test-task", this);
  }

  void awaitBegun(int times) {
    Locked locked(held.lock());
    while (begun < times) {
      held.wait(locked);
    }
  }

  void awaitEnded() {
    Locked locked(worker.lock());
    while (worker.running(locked)) {
      worker.wait(locked);
    }
  }

  void release() {
    Locked locked(held.lock());
    holds = false;
    held.wake(locked);
  }

  Worker worker;
  Worker held;  // never started: a lock with a condition
  bool holds = true;
  int begun = 0;
};

// While it lives the system has no room for a new thread.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, size_t{1} << 47);
    pthread_setattr_default_np(&huge);
  }
  ~NoThreads() { pthread_setattr_default_np(&before_); }

 private:
  pthread_attr_t before_;
};

}  // namespace

TEST(worker_thatNeverRan_isStoppedAndJoinedAtOnce) {
  Worker worker;
  CHECK(worker.join(0));
  CHECK(worker.stopAndJoin());
  CHECK(worker.stopAndJoin());
}

TEST(worker_started_runsUntilItIsStopped) {
  Server server;
  CHECK(server.start());
  server.awaitBegun(1);
  CHECK(server.running());
  CHECK(!server.worker.stopping());
  CHECK(server.worker.stopAndJoin());
  CHECK(!server.running());
  CHECK_EQUAL(1, server.begun);
}

TEST(worker_startedWhileItRuns_hasOneThread) {
  Server server;
  CHECK(server.start());
  server.awaitBegun(1);
  CHECK(server.start());
  CHECK(server.start());
  CHECK(server.worker.stopAndJoin());
  CHECK_EQUAL(1, server.begun);
}

TEST(wake_ofAWorkerThatMayJustBeginToWait_isNotLost) {
  Server server;
  CHECK(server.start());
  for (int i = 1; i <= 10'000; i++) {
    Locked locked(server.worker.lock());
    server.ordered++;
    server.worker.wake(locked);
    while (server.done != server.ordered && server.worker.waitUntil(locked, longFromNow())) {
    }
    CHECK_EQUAL(i, server.done);
  }
  CHECK(server.worker.stopAndJoin());
}

TEST(stop_ofAWorkerThatMayJustBeginToWait_isNotLost) {
  for (int i = 0; i < 1'000; i++) {
    Server server;
    CHECK(server.start());
    CHECK(server.worker.stopAndJoin());
  }
}

TEST(work_thatEnds_canBeJoinedWithoutAStopAndStartedAgain) {
  Task task;
  task.holds = false;
  for (int i = 1; i <= 100; i++) {
    CHECK(task.start());
    CHECK(task.worker.join(longFromNow()));
    CHECK_EQUAL(i, task.begun);
  }
}

TEST(work_thatEnded_isStartedAgainWithoutAJoin) {
  Task task;
  task.holds = false;
  CHECK(task.start());
  task.awaitEnded();
  CHECK(task.start());
  CHECK(task.worker.stopAndJoin());
  CHECK_EQUAL(2, task.begun);
}

TEST(work_startedAgainBeforeItsEnd_isDoneOnceMore) {
  Task task;
  CHECK(task.start());
  task.awaitBegun(1);
  CHECK(task.start());
  CHECK(task.start());
  task.release();
  CHECK(task.worker.join(longFromNow()));
  CHECK_EQUAL(2, task.begun);
}

TEST(work_startedAgainAndThenStopped_isNotDoneOnceMore) {
  Task task;
  CHECK(task.start());
  task.awaitBegun(1);
  CHECK(task.start());
  {
    Locked locked(task.worker.lock());
    task.worker.stop(locked);
  }
  task.release();
  CHECK(task.worker.join(longFromNow()));
  CHECK_EQUAL(1, task.begun);
}

TEST(start_afterAStop_isRefusedUntilThatIsTakenBack) {
  Server server;
  CHECK(server.worker.stopAndJoin());
  CHECK(server.worker.stopping());
  CHECK(!server.start());
  CHECK(!server.running());
  server.worker.resume();
  CHECK(server.start());
  CHECK(server.worker.stopAndJoin());
  CHECK(!server.start());
  CHECK_EQUAL(1, server.begun);
}

TEST(join_ofWorkThatDoesNotEnd_leavesItToItself) {
  Task task;
  CHECK(task.start());
  task.awaitBegun(1);
  {
    Locked locked(task.worker.lock());
    task.worker.stop(locked);
  }
  CHECK(!task.worker.join(monotonicNanos()));
  CHECK(!task.start());
  task.release();
  CHECK(task.worker.join(longFromNow()));
  CHECK_EQUAL(1, task.begun);
}

TEST(stop_takenBackBeforeTheWorkEnded_letsItBeDoneAnew) {
  Task task;
  CHECK(task.start());
  task.awaitBegun(1);
  {
    Locked locked(task.worker.lock());
    task.worker.stop(locked);
  }
  CHECK(!task.worker.join(monotonicNanos()));
  task.worker.resume();
  CHECK(task.start());
  task.release();
  CHECK(task.worker.join(longFromNow()));
  CHECK_EQUAL(2, task.begun);
}

TEST(stop_takenBackAtAnyMoment_leavesAThreadThatServes) {
  Server server;
  for (int i = 0; i < 1'000; i++) {
    CHECK(server.start());
    {
      Locked locked(server.worker.lock());
      server.worker.stop(locked);
    }
    server.worker.resume();
    CHECK(server.start());
    Locked locked(server.worker.lock());
    const int before = server.done;
    server.ordered++;
    server.worker.wake(locked);
    while (server.done == before && server.worker.waitUntil(locked, longFromNow())) {
    }
    CHECK_EQUAL(before + 1, server.done);
  }
  CHECK(server.worker.stopAndJoin());
}

TEST(join_byManyThreads_tellsEachThatTheThreadIsGone) {
  for (int i = 0; i < 100; i++) {
    Task task;
    CHECK(task.start());
    std::atomic<int> joined{0};
    std::vector<std::thread> joiners;
    for (int j = 0; j < 4; j++) {
      joiners.emplace_back([&] { joined += task.worker.join(longFromNow()); });
    }
    task.release();
    for (std::thread& joiner : joiners) {
      joiner.join();
    }
    CHECK_EQUAL(4, joined.load());
    CHECK_EQUAL(0, threadsNamed("test-task"));
  }
}

TEST(start_whereTheSystemHasNoThread_isFalseAndMayBeTriedAgain) {
  Server server;
  {
    NoThreads none;
    CHECK(!server.start());
  }
  CHECK(!server.running());
  CHECK(server.worker.join(0));
  CHECK(server.start());
  CHECK(server.worker.stopAndJoin());
  CHECK_EQUAL(1, server.begun);
}

namespace {

struct Sleeper {
  void run() {
    wholeShortSleep = worker.sleep(1'000);
    {
      Locked locked(asleep.lock());
      begun = true;
      asleep.wake(locked);
    }
    wholeLongSleep = worker.sleep(kLong);
    wholeSleepBehindTheStop = worker.sleep(kLong);
  }

  Worker worker;
  Worker asleep;  // never started: a lock with a condition
  bool begun = false;
  bool wholeShortSleep = false;
  bool wholeLongSleep = true;
  bool wholeSleepBehindTheStop = true;
};

struct Thread {
  void run() {
    prctl(PR_GET_NAME, name);
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  }

  Worker worker;
  char name[16] = {};
  sigset_t blocked;
};

}  // namespace

TEST(sleep_ofTheWork_endsWithTheTimeOrTheStop) {
  Sleeper sleeper;
  {
    Locked locked(sleeper.worker.lock());
    CHECK((sleeper.worker.start<Sleeper, &Sleeper::run>(locked, "test-sleeper", &sleeper)));
  }
  {
    Locked locked(sleeper.asleep.lock());
    while (!sleeper.begun) {
      sleeper.asleep.wait(locked);
    }
  }
  CHECK(sleeper.worker.stopAndJoin());
  CHECK(sleeper.wholeShortSleep);
  CHECK(!sleeper.wholeLongSleep);
  CHECK(!sleeper.wholeSleepBehindTheStop);
}

TEST(thread_ofAWorker_hasItsNameAndOnlyFaultsAreDeliveredOnIt) {
  Thread thread;
  {
    Locked locked(thread.worker.lock());
    CHECK((thread.worker.start<Thread, &Thread::run>(locked, "test-thread-15c", &thread)));
  }
  CHECK(thread.worker.join(longFromNow()));
  CHECK_EQUAL(std::string("test-thread-15c"), std::string(thread.name));
  for (const int asynchronous : {SIGINT, SIGTERM, SIGCHLD, SIGPROF, SIGRTMIN}) {
    CHECK_EQUAL(1, sigismember(&thread.blocked, asynchronous));
  }
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) {
    CHECK_EQUAL(0, sigismember(&thread.blocked, fault));
  }
}

CHECK_MAIN
