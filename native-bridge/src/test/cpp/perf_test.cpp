// SPDX-License-Identifier: Apache-2.0
//
// Perf events of this process's own threads, as the kernel gives them here. Where it refuses them, each test that needs
// them checks that the refusal is reported as such, and says so.

#include "check.h"
#include "forbidden.h"
#include "os/os.h"
#include "os/perf_linux.h"
#include "os/perf_registers.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace tiptoe;
using os::PerfEvents;
using os::PerfRegisters;
using os::PerfSample;
using os::PerfSettings;

namespace {

constexpr uint64_t kMilli = 1'000'000;

uint64_t cpuNanos() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

constexpr uint64_t kMark = 0x5449505430454D41;
std::atomic<uint64_t> sink{0};

// Uses so much processor time, with a mark on the stack.
__attribute__((noinline)) void burn(uint64_t nanos) {
  volatile uint64_t mark[2] = {kMark, nanos};
  const uint64_t until = cpuNanos() + nanos;
  uint64_t sum = 0;
  while (cpuNanos() < until) {
    for (uint64_t i = 0; i < 20'000; i++) {
      sum += i * i ^ mark[1];
      __asm__ volatile("" : "+r"(sum));
    }
  }
  sink += sum + mark[0];
}

// A gate that threads wait at.
class Gate {
 public:
  void open() {
    std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void await() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

// A thread that waits, works, and waits until it may end.
class Worker {
 public:
  explicit Worker(uint64_t nanos) : thread_([this, nanos] { run(nanos); }) { begun_.await(); }
  Worker(const Worker&) = delete;
  ~Worker() {
    idle_ = true;
    go_.open();
    end_.open();
    thread_.join();
  }

  uint32_t id() const { return id_; }
  void go() { go_.open(); }
  bool done() const { return done_; }

 private:
  void run(uint64_t nanos) {
    id_ = os::threadId();
    begun_.open();
    go_.await();
    if (!idle_) {
      burn(nanos);
    }
    done_ = true;
    end_.await();
  }

  Gate begun_;
  Gate go_;
  Gate end_;
  std::atomic<bool> idle_{false};
  std::atomic<bool> done_{false};
  uint32_t id_ = 0;
  std::thread thread_;
};

struct Collected : os::PerfReceiver {
  struct OfThread {
    size_t samples = 0;
    uint64_t nanos = 0;  // that they stand for
    size_t marked = 0;   // with the mark on the copy of the stack
    std::map<uint64_t, uint64_t> turns;  // nanoseconds by the weight of a sample
    std::map<uint64_t, uint64_t> parts;  // nanoseconds by the word that lies above the mark
    uint64_t first = 0;
    uint64_t last = 0;
  };
  std::map<uint32_t, OfThread> threads;
  std::map<uint32_t, size_t> ended;
  std::map<uint32_t, std::string> named;
  size_t withoutRegisters = 0;
  size_t elsewhere = 0;  // the address is not the program counter

  void sampled(const PerfSample& sample) override {
    OfThread& thread = threads[sample.thread];
    thread.samples++;
    thread.nanos += sample.weight;
    thread.turns[sample.weight] += sample.weight;
    thread.first = thread.first == 0 ? sample.time : thread.first;
    thread.last = sample.time;
    if (sample.registers == nullptr) {
      withoutRegisters++;
      return;
    }
    elsewhere += sample.address >> 63 == 0 &&
                 sample.address != sample.registers[PerfRegisters::placeOf(PERF_REG_X86_IP)];
    // From the outermost frame inwards: below the frame that has the mark may lie what is left of an earlier call.
    for (size_t at = sample.stack.size / sizeof kMark * sizeof kMark; at >= 2 * sizeof kMark; at -= sizeof kMark) {
      uint64_t words[2];
      memcpy(words, sample.stack.items + at - sizeof words, sizeof words);
      if (words[0] == kMark) {
        thread.marked++;
        thread.parts[words[1]] += sample.weight;
        break;
      }
    }
  }
  void threadBegan(uint32_t, uint64_t) override {}
  void threadNamed(uint32_t thread, Octets name) override { named[thread].append(name.items, name.items + name.size); }
  void threadEnded(uint32_t thread, uint64_t) override { ended[thread]++; }
};

PerfSettings everyMilli() {
  PerfSettings settings;
  settings.period = kMilli;
  settings.stackBytes = 4096;  // a sanitizer's own frames above the mark need more than 2048
  settings.chain = os::PerfChain::kKernel;
  return settings;
}

size_t readAll(PerfEvents& events, Collected& collected) {
  events.mark();
  const size_t samples = events.read(collected);
  events.takeTurns();
  return samples;
}

uint64_t millisOf(const Collected& collected, uint32_t thread) {
  const auto found = collected.threads.find(thread);
  return found != collected.threads.end() ? found->second.nanos / kMilli : 0;
}

// Reads until the condition holds, or for a minute.
template <typename Condition>
bool readUntil(PerfEvents& events, Collected& collected, Condition condition) {
  const uint64_t until = os::monotonicNanos() + 60'000 * kMilli;
  while (!condition()) {
    if (os::monotonicNanos() > until) {
      return false;
    }
    os::sleep(2 * kMilli);
    readAll(events, collected);
  }
  readAll(events, collected);
  return true;
}

// Asks the kernel as simply as possible. Returns 0, or the errno of its refusal.
int refusal() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_CPU_CLOCK;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.disabled = 1;
  const long event = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
  const int error = errno;
  if (event >= 0) {
    close(static_cast<int>(event));
    return 0;
  }
  return error;
}

// Returns whether perf events are refused here, after checking that the engine returns the same error.
bool refusedHere() {
  const int error = refusal();
  if (error != 0) {
    PerfEvents events;
    const int actual = events.open(PerfSettings{});
    if (actual != error) {
      check::fail(__FILE__, __LINE__, "the refusal is " + std::to_string(error) + ", not " + std::to_string(actual));
    }
    printf("     perf events are refused here: %s\n", os::words(error));
  }
  return error != 0;
}

size_t descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
    count++;
  }
  return count;
}

std::vector<uint64_t> mappedRings() {
  std::vector<uint64_t> rings;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("[perf_event]") != std::string::npos) {
      rings.push_back(std::stoull(line, nullptr, 16));
    }
  }
  return rings;
}

// Returns on how many processors the threads may run.
size_t processorsHere() {
  cpu_set_t all;
  CPU_ZERO(&all);
  sched_getaffinity(0, sizeof all, &all);
  return static_cast<size_t>(CPU_COUNT(&all));
}

// Runs a check in a forked process, which ends with status 0 when it holds.
template <typename Check>
bool holdsInChild(Check check) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(check() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool isNear(uint64_t expected, uint64_t actual, uint64_t tolerance) {
  return expected < actual + tolerance && actual < expected + tolerance;
}

}  // namespace

// Samples are taken at about every millisecond of a thread's own time, and stand for that time; a sample inside the
// kernel is missing where the kernel may not be sampled.
TEST(perf_threadsOfKnownShares_haveThatManySamples) {
  if (refusedHere()) {
    return;
  }
  constexpr uint64_t kMillis[] = {240, 120, 60, 30, 0};
  std::vector<std::unique_ptr<Worker>> workers;
  for (const uint64_t millis : kMillis) {
    workers.push_back(std::make_unique<Worker>(millis * kMilli));
  }
  PerfEvents events;
  Collected collected;
  const uint64_t begun = os::monotonicNanos();
  PerfSettings settings = everyMilli();
  settings.stackBytes = 4096;  // under a sanitizer a call may take more than a kilobyte
  settings.ringBytes = 1 << 20;
  CHECK_EQUAL(0, events.open(settings));
  for (const auto& worker : workers) {
    worker->go();
  }
  CHECK(readUntil(events, collected, [&] {
    return std::all_of(workers.begin(), workers.end(), [](const auto& worker) { return worker->done(); });
  }));
  for (size_t i = 0; i < workers.size(); i++) {
    const Collected::OfThread& thread = collected.threads[workers[i]->id()];
    if (!isNear(kMillis[i], thread.nanos / kMilli, 5 + kMillis[i] / 20)) {
      check::fail(__FILE__, __LINE__,
                  std::to_string(thread.nanos) + " ns in samples of " + std::to_string(kMillis[i]) + " ms");
    }
    if (!isNear(thread.samples, thread.marked, 5 + thread.samples / 10)) {  // some are from before or after its work
      check::fail(__FILE__, __LINE__,
                  std::to_string(thread.marked) + " of " + std::to_string(thread.samples) + " samples have the mark");
    }
    CHECK(thread.samples == 0 || (begun < thread.first && thread.last < os::monotonicNanos()));
  }
  CHECK_EQUAL(0u, collected.withoutRegisters);
  CHECK_EQUAL(0u, collected.elsewhere);
  CHECK_EQUAL(0u, collected.threads.count(os::threadId()));
  CHECK_EQUAL(0u, events.totals().lost);
  CHECK_EQUAL(0u, events.totals().damaged);
  CHECK_EQUAL(0u, events.extent().missing);
}

TEST(perf_threadsThatBeginLater_areSampledAndTheirEndIsReported) {
  if (refusedHere()) {
    return;
  }
  PerfEvents events;
  Collected collected;
  Gate go;
  std::atomic<uint32_t> middle{0}, last{0};
  std::thread first([&] {
    go.await();
    std::thread([&] {
      middle = os::threadId();
      burn(20 * kMilli);
      std::thread([&] {
        prctl(PR_SET_NAME, "grandchild");
        last = os::threadId();
        burn(60 * kMilli);
      }).join();
    }).join();
  });
  const int error = events.open(everyMilli());
  go.open();
  const bool complete = readUntil(events, collected, [&] {
    return last != 0 && collected.ended[last] != 0 && collected.ended[middle] != 0;
  });
  first.join();
  CHECK_EQUAL(0, error);
  CHECK(complete);
  CHECK(isNear(20, millisOf(collected, middle), 7));
  CHECK(isNear(60, millisOf(collected, last), 9));
  CHECK(collected.named[last] == "grandchild");
}

// Repeats work of three parts, of which one takes a half of the time, one a third, and one the rest, until it has used so
// much processor time. Adds up how much each part took.
void repeat(uint64_t cycle, uint64_t nanos, uint64_t (&took)[3]) {
  const uint64_t ends[] = {cycle / 2, cycle / 2 + cycle / 3, cycle};
  const uint64_t begun = cpuNanos();
  volatile uint64_t mark[2] = {kMark, 0};
  for (uint64_t now = begun; now < begun + nanos;) {
    const uint64_t from = now;
    const uint64_t phase = (from - begun) % cycle;
    const size_t part = phase < ends[0] ? 0 : phase < ends[1] ? 1 : 2;
    mark[1] = part;
    while ((now - begun) / cycle == (from - begun) / cycle && (now - begun) % cycle < ends[part]) {
      now = cpuNanos();
    }
    took[part] += now - from;
  }
  sink += mark[0];
}

// Keeps the calling thread on the processor where it is, so that it has the same events all the time.
void stay() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);
}

// As with the default period, 10 ms, beside work that repeats itself every 1, 5, 10 and 100 ms: a tenth of all that.
TEST(perf_workThatRepeatsItself_isSampledAsOftenAsItsShares) {
  if (refusedHere()) {
    return;
  }
  constexpr uint64_t kCycles[] = {kMilli / 10, kMilli / 2, kMilli, 10 * kMilli};
  constexpr size_t kCount = sizeof kCycles / sizeof *kCycles;
  PerfEvents events;
  Collected collected;
  uint32_t ids[kCount] = {};
  uint64_t took[kCount][3] = {};
  std::atomic<size_t> done{0};
  Gate go;
  Gate begun[kCount];
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kCount; i++) {
    threads.emplace_back([&, i] {
      ids[i] = os::threadId();
      begun[i].open();
      go.await();
      stay();
      repeat(kCycles[i], 800 * kMilli, took[i]);
      done++;
    });
    begun[i].await();
  }
  const int error = events.open(everyMilli());
  go.open();
  const bool complete = readUntil(events, collected, [&] { return done == kCount; });
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK_EQUAL(0, error);
  CHECK(complete);
  for (size_t i = 0; i < kCount; i++) {
    Collected::OfThread& thread = collected.threads[ids[i]];
    const double all = static_cast<double>(took[i][0] + took[i][1] + took[i][2]);
    CHECK(thread.samples > 500);
    for (size_t part = 0; part < 3; part++) {
      const double share = static_cast<double>(took[i][part]) / all;
      const double sampled = static_cast<double>(thread.parts[part]) / static_cast<double>(thread.nanos);
      const double noise = std::sqrt(share * (1 - share) / static_cast<double>(thread.samples));
      if (std::abs(sampled - share) > 3.5 * noise + 0.01) {
        check::fail(__FILE__, __LINE__, "every " + std::to_string(kCycles[i]) + " ns " + std::to_string(share) +
                                            ", sampled " + std::to_string(sampled));
      }
    }
  }
}

// What a call does has a bound, and a thread has an event all the same, now of one period and now of the other.
TEST(perf_manyThreads_takeTurnsAFewAtATime) {
  if (refusedHere()) {
    return;
  }
  const size_t processors = processorsHere();
  const size_t count = 2 * PerfEvents::kMostTurns / processors + 1;
  std::vector<std::unique_ptr<Worker>> idle;
  for (size_t i = 0; i < count; i++) {
    idle.push_back(std::make_unique<Worker>(0));
  }
  std::atomic<bool> enough{false};
  std::atomic<uint32_t> id{0};
  std::atomic<uint64_t> took{0};
  Gate begun, go;
  std::thread worker([&] {
    id = os::threadId();
    begun.open();
    go.await();
    const uint64_t before = cpuNanos();
    while (!enough) {
      burn(5 * kMilli);
    }
    took = cpuNanos() - before;
  });
  begun.await();
  PerfEvents events;
  Collected collected;
  CHECK_EQUAL(0, events.open(everyMilli()));
  const size_t pairs = events.extent().threads * processors;
  CHECK(pairs > 2 * PerfEvents::kMostTurns);
  go.open();
  size_t most = 0;
  size_t changed = 0;
  const uint64_t until = os::monotonicNanos() + 60'000 * kMilli;
  while (changed < 12 * pairs && os::monotonicNanos() < until) {
    os::sleep(kMilli);
    events.mark();
    events.read(collected);
    const size_t some = events.takeTurns();
    most = std::max(most, some);
    changed += some;
  }
  enough = true;
  worker.join();
  events.mark();
  events.read(collected);
  CHECK(changed >= 12 * pairs);
  CHECK(most <= PerfEvents::kMostTurns);
  const Collected::OfThread& thread = collected.threads[id];
  CHECK(isNear(took / kMilli, thread.nanos / kMilli, 5 + took / kMilli / 20));
  CHECK_EQUAL(2u, thread.turns.size());
  for (const auto& turn : thread.turns) {
    CHECK(turn.second > thread.nanos / 10);
  }
}

// The kernel exchanges the events of two threads that have the same, and those of a short-lived one end with it.
TEST(perf_threadThatCreatesMany_isSampledLikeAnyOther) {
  if (refusedHere()) {
    return;
  }
  PerfEvents events;
  Collected collected;
  Gate go;
  std::atomic<uint32_t> first{0}, later{0};
  uint64_t took[2] = {};
  std::atomic<int> done{0};
  const auto createMany = [&](uint64_t& nanos) {
    const uint64_t begun = cpuNanos();
    for (int i = 0; i < 1500; i++) {
      std::thread(burn, 50'000).join();
      burn(600'000);
    }
    nanos = cpuNanos() - begun;
    done++;
  };
  std::thread creator([&] {
    first = os::threadId();
    go.await();
    std::thread([&] {
      later = os::threadId();
      burn(5 * kMilli);
      createMany(took[1]);
    }).join();
    createMany(took[0]);
  });
  while (first == 0) {
    os::sleep(kMilli);
  }
  PerfSettings settings = everyMilli();
  settings.period = 5 * kMilli;
  const int error = events.open(settings);
  go.open();
  const bool complete = readUntil(events, collected, [&] { return done == 2; });
  creator.join();
  CHECK_EQUAL(0, error);
  CHECK(complete);
  CHECK(events.extent().missing == 0);
  const uint32_t ids[] = {first, later};
  for (size_t i = 0; i < 2; i++) {
    const uint64_t sampled = collected.threads[ids[i]].nanos;
    printf("     %.1f of %.1f ms are sampled\n", static_cast<double>(sampled) / 1e6, static_cast<double>(took[i]) / 1e6);
    if (sampled < took[i] / 100 * 95) {
      check::fail(__FILE__, __LINE__, std::to_string(sampled) + " of " + std::to_string(took[i]) + " ns are sampled");
    }
  }
}

// Threads that are created while the others are opened have one event on each processor, not two.
TEST(perf_threadsThatBeginMeanwhile_areSampledOnce) {
  if (refusedHere()) {
    return;
  }
  for (int round = 0; round < 3; round++) {
    PerfEvents events;
    Collected collected;
    std::atomic<bool> stop{false};
    std::vector<std::unique_ptr<Worker>> made;
    std::atomic<size_t> count{0};
    std::thread maker([&] {
      while (!stop && made.size() < 200) {
        made.push_back(std::make_unique<Worker>(20 * kMilli));
        count = made.size();
      }
    });
    while (count < 8) {
      std::this_thread::yield();
    }
    const int error = events.open(everyMilli());
    stop = true;
    maker.join();
    CHECK_EQUAL(0, error);
    // The maker's last ones inherit for certain; a few of all burn.
    std::vector<Worker*> chosen;
    for (size_t i = 0; i < made.size(); i += made.size() / 8 + 1) {
      chosen.push_back(made[i].get());
    }
    for (Worker* worker : chosen) {
      worker->go();
    }
    const bool done = readUntil(events, collected, [&] {
      return std::all_of(chosen.begin(), chosen.end(), [](Worker* worker) { return worker->done(); });
    });
    for (Worker* worker : chosen) {
      const uint64_t millis = millisOf(collected, worker->id());
      // On a busy machine, a ring may be full before it is read.
      if (millis >= 28 || millis + events.totals().lost <= 12) {
        check::fail(__FILE__, __LINE__, std::to_string(millis) + " ms in samples of 20 ms");
      }
    }
    made.clear();
    CHECK(done);
  }
}

TEST(perf_childProcess_isNotSampled) {
  if (refusedHere()) {
    return;
  }
  PerfEvents events;
  Collected collected;
  Worker worker(30 * kMilli);
  std::atomic<pid_t> child{0};
  Gate go;
  std::thread forker([&] {
    go.await();
    child = fork();
    if (child == 0) {
      burn(50 * kMilli);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
  });
  const int error = events.open(everyMilli());
  go.open();
  forker.join();
  CHECK_EQUAL(0, error);
  worker.go();
  CHECK(readUntil(events, collected, [&] { return worker.done(); }));
  CHECK_EQUAL(0u, collected.threads.count(static_cast<uint32_t>(child.load())));
  CHECK(isNear(30, millisOf(collected, worker.id()), 7));
}

TEST(perf_thousandTimesOpenedAndClosed_leavesNothing) {
  if (refusedHere()) {
    return;
  }
  Worker one(0);
  Worker other(0);
  const size_t before = descriptors();
  for (int i = 0; i < 1000; i++) {
    PerfEvents events;
    CHECK_EQUAL(0, events.open(everyMilli()));
    CHECK(events.isOpen());
    events.close();
  }
  CHECK_EQUAL(before, descriptors());
  CHECK_EQUAL(0u, mappedRings().size());
}

// The kernel reports what it lost with the next record on the same processor.
TEST(perf_nobodyReads_countsWhatIsLost) {
  if (refusedHere()) {
    return;
  }
  CHECK(holdsInChild([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    PerfEvents events;
    Collected collected;
    Worker worker(200 * kMilli);
    Worker after(20 * kMilli);
    PerfSettings settings = everyMilli();
    settings.stackBytes = 32 << 10;
    settings.ringBytes = 64 << 10;
    if (events.open(settings) != 0) {
      return false;
    }
    worker.go();
    while (!worker.done()) {
      os::sleep(kMilli);
    }
    readAll(events, collected);
    after.go();
    return readUntil(events, collected, [&] { return after.done(); }) && events.totals().lost > 100 &&
           isNear(200, millisOf(collected, worker.id()) + events.totals().lost, 60);  // a lost one may stand for 0.9 ms
  }));
}

// Is over after it was asked so often.
class Asked : public os::PerfPatience {
 public:
  explicit Asked(size_t times) : left_(times) {}

  bool isOver() const override { return left_ == 0 || left_-- == 0; }

 private:
  mutable size_t left_;
};

TEST(perf_patienceThatIsOver_endsReadingAndOpening) {
  if (refusedHere()) {
    return;
  }
  Worker worker(60 * kMilli);
  PerfEvents events;
  CHECK_EQUAL(ECANCELED, events.open(everyMilli(), std::make_unique<Asked>(0).get()));
  CHECK(!events.isOpen());
  CHECK_EQUAL(0, events.open(everyMilli(), std::make_unique<Asked>(1000).get()));
  worker.go();
  while (!worker.done()) {
    os::sleep(kMilli);
  }
  Collected collected;
  const Asked few(5);
  events.mark();
  const size_t first = events.read(collected, &few);
  CHECK(first <= 5);
  CHECK(events.read(collected) >= 30);  // the rest is still there
}

// The program can write the positions of the rings, as it can all of its memory.
TEST(perf_positionsOverwritten_areReadWithoutHarm) {
  if (refusedHere()) {
    return;
  }
  std::mt19937_64 random(18);
  for (int round = 0; round < 12; round++) {
    PerfEvents events;
    Collected collected;
    Worker worker(10 * kMilli);
    CHECK_EQUAL(0, events.open(everyMilli()));
    worker.go();
    while (!worker.done()) {
      os::sleep(kMilli);
    }
    for (const uint64_t start : mappedRings()) {
      auto* page = reinterpret_cast<perf_event_mmap_page*>(start);
      if (round % 2 == 0) {
        page->data_head = random();
        page->data_tail = random();
      } else {
        page->data_tail = page->data_head - random() % (256 << 10);
      }
    }
    readAll(events, collected);
    CHECK(events.totals().damaged > 0 || round % 2 == 1);
    readAll(events, collected);
    events.close();
  }
  CHECK_EQUAL(0u, mappedRings().size());
}

TEST(perfRecords_ofRandomBytes_areNeverReadBeyondTheirEnd) {
  std::mt19937_64 random(42);
  size_t samples = 0;
  for (int round = 0; round < 200'000; round++) {
    os::PerfRecords records({4711, round % 2 == 0, round % 3 == 0});
    Collected collected;
    const size_t words = 1 + random() % 64;
    auto record = std::make_unique<uint64_t[]>(words);  // of exactly its size, for the sanitizer
    for (size_t i = 0; i < words; i++) {
      const uint64_t small = random() % 40;
      record[i] = random() % 4 == 0 ? random() : small;
    }
    auto* bytes = reinterpret_cast<uint8_t*>(record.get());
    auto* header = reinterpret_cast<perf_event_header*>(bytes);
    header->type = random() % 2 == 0 ? uint32_t{PERF_RECORD_SAMPLE} : static_cast<uint32_t>(random() % 12);
    if (words > 2) {
      reinterpret_cast<uint32_t*>(bytes)[4] = 4711;
    }
    samples += records.receive(bytes, words * sizeof(uint64_t), collected);
  }
  CHECK(samples > 100);
}

TEST(perf_refusedByAFilter_tellsItAndOpensNothing) {
  for (const int error : {EPERM, ENOSYS, EACCES}) {
    CHECK(holdsInChild([error] {
      const size_t before = descriptors();
      PerfEvents events;
      return check::forbidPerfEvents(error) && events.open(PerfSettings{}) == error && !events.isOpen() &&
             descriptors() == before && mappedRings().empty() && PerfEvents::reason(error)[0] != 0;
    }));
  }
}

TEST(perf_noDescriptorsLeft_isRefused) {
  if (refusedHere()) {
    return;
  }
  CHECK(holdsInChild([] {
    Worker worker(0);
    const size_t before = descriptors();
    rlimit limit{before + 1, before + 1};
    PerfEvents events;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 && events.open(PerfSettings{}) == EMFILE && descriptors() == before;
  }));
}

TEST(perf_userWithoutPrivileges_samplesWithinTheLimitOfLockedMemory) {
  if (refusedHere()) {
    return;
  }
  CHECK(holdsInChild([] {
    // What the processes of one user lock is counted together, and this test may run in several at a time.
    const uid_t user = 64'100 + static_cast<uid_t>(getpid()) % 1'000;
    if (geteuid() == 0 && (setgid(user) != 0 || setuid(user) != 0)) {
      return false;
    }
    const rlimit none{0, 0};
    setrlimit(RLIMIT_MEMLOCK, &none);
    Worker worker(50 * kMilli);
    PerfEvents events;
    Collected collected;
    PerfSettings settings = everyMilli();
    settings.ringBytes = 4 << 20;
    const int error = events.open(settings);
    if (error == EACCES) {  // kernel.perf_event_paranoid is 3, or 2 with a patch
      return !events.isOpen();
    }
    worker.go();
    // On a busy machine, a ring may be full before it is read.
    return error == 0 && readUntil(events, collected, [&] { return worker.done(); }) &&
           isNear(50, millisOf(collected, worker.id()) + events.totals().lost, 25);
  }));
}

CHECK_MAIN
