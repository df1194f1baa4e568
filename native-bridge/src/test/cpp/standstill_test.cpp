// SPDX-License-Identifier: Apache-2.0
//
// Threads that have not run are not walked again, and those that have are. The threads are real ones, whose processor
// time the kernel counts; their stacks are the fake CLR's.

#include "sampling/standstill.h"

#include <algorithm>
#include <condition_variable>

#include "check.h"
#include "observed.h"
#include "os/os.h"
#include "sampled.h"
#include "sampling/pause.h"

using namespace check;
using namespace std::chrono_literals;
namespace layout = tiptoe::layout;
using tiptoe::Standstill;

namespace {

constexpr const char* kOften = "200000";  // ns
constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kClass = 0x2000;
constexpr uint64_t kMain = 0x3000;
constexpr uint64_t kThread = 0x5000;
constexpr uint64_t kTenthOfASecond = 100'000'000;

// A thread that runs only to do what it is asked for.
class Servant {
 public:
  Servant() : thread_([this] { serve(); }) {
    order([this] { id_ = tiptoe::os::threadId(); });
  }
  ~Servant() {
    order({});
    thread_.join();
  }

  uint32_t id() const { return id_; }

  void order(std::function<void()> task) {
    std::unique_lock<std::mutex> locked(lock_);
    task_ = std::move(task);
    ordered_ = true;
    changed_.notify_all();
    changed_.wait(locked, [this] { return !ordered_; });
  }

  // The calling thread does not sleep meanwhile: one that waits for the processor does not either.
  void orderAwake(const std::function<void()>& task) {
    std::atomic<bool> done{false};
    {
      std::lock_guard<std::mutex> locked(lock_);
      task_ = [&] {
        task();
        done = true;
      };
      ordered_ = true;
      changed_.notify_all();
    }
    while (!done) {
    }
    std::unique_lock<std::mutex> locked(lock_);
    changed_.wait(locked, [this] { return !ordered_; });
  }

 private:
  void serve() {
    std::unique_lock<std::mutex> locked(lock_);
    for (bool more = true; more;) {
      changed_.wait(locked, [this] { return ordered_; });
      more = task_ != nullptr;
      if (more) {
        task_();
      }
      ordered_ = false;
      changed_.notify_all();
    }
  }

  std::mutex lock_;
  std::condition_variable changed_;
  std::function<void()> task_;
  bool ordered_ = false;
  uint32_t id_ = 0;
  std::thread thread_;
};

// On that thread: until the kernel has counted so much more of its time. A shorter run may be charged to an interrupt.
void runFor(uint32_t thread, uint64_t nanos) {
  const uint64_t until = tiptoe::os::threadNanos(thread) + nanos;
  while (tiptoe::os::threadNanos(thread) < until) {
  }
}

// A program with a real thread that rests.
struct Program {
  Observed observed{kOften};
  Servant servant;
  std::atomic<int> walks{0};

  explicit Program(const std::function<void(FakeClr&)>& prepare = [](FakeClr&) {}) {
    prepare(observed.clr);
    observed.clr.modules[kModule] = {kSomeFile, 0, 1, true};
    observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
    observed.clr.functions[kMain] = {kClass, kModule, 0x06000001, {}, u""};
    observed.clr.whileWalking = [this] { walks++; };
    observed.initialize();
  }

  static uint64_t function(uint64_t number) { return 0x10000 + 8 * number; }

  void stand(uint64_t number) {
    std::lock_guard<std::mutex> locked(observed.clr.lock);
    observed.clr.functions[function(number)] = {kClass, kModule, 0x06000002, {}, u""};
    observed.clr.stacks[kThread] = {function(number), kMain};
    observed.clr.osThreads[kThread] = servant.id();
  }

  uint64_t roundsUntilNow() { return observed.agent()->sampler().status().totals.rounds; }

  void rounds(uint64_t count) {
    const uint64_t until = roundsUntilNow() + count;
    while (roundsUntilNow() < until) {
      std::this_thread::sleep_for(100us);
    }
  }

  // Until so many rounds more have been without a stop.
  void roundsWithoutStop(int64_t count) {
    const auto without = [this] { return static_cast<int64_t>(roundsUntilNow()) - observed.clr.suspensions; };
    const int64_t until = without() + count;
    while (without() < until) {
      std::this_thread::sleep_for(100us);
    }
  }
};

// A thread that takes the processor from the sampler as soon as that lets the program run, in a round in which all
// threads were walked.
class Usurpation {
 public:
  static constexpr uint64_t kLong = 500'000'000;  // ns that it runs; more than a second of a pause does not count

  uint64_t took = 0;    // by the clock
  uint64_t paused = 0;  // as the sampler counts, all rounds together

  // With others that the sampler has not let go yet.
  explicit Usurpation(int others) : threads_(1 + others) {
    program_.stand(0);
    {
      std::lock_guard<std::mutex> locked(program_.observed.clr.lock);
      for (int i = 0; i < others; i++) {
        program_.observed.clr.stacks[kThread + 8] = {kMain};
        program_.observed.clr.osThreads[kThread + 8] = other_.id();
      }
    }
    for (int i = 0; i < threads_; i++) {
      program_.observed.call(kThreadCreated, kThread + 8 * static_cast<uint64_t>(i));
    }
    armed_ = true;
    while (armed_) {
      std::this_thread::sleep_for(1ms);
    }
    program_.rounds(2);
    program_.observed.shutdown();
    const Record state = program_.observed.trace().ofType(layout::SamplerState::kType).back();
    paused = state.as<layout::SamplerState>().pausedTotal;
  }

 private:
  // All have run since they were walked last, so that they are walked again.
  void suspending() {
    if (armed_) {
      program_.servant.order([] {});
      other_.order([] {});
      walks_ = program_.walks;
    }
  }

  void resuming() {
    if (armed_ && program_.walks - walks_ == threads_) {
      const uint64_t before = tiptoe::os::monotonicNanos();
      program_.servant.orderAwake([this] { runFor(program_.servant.id(), kLong); });
      took = tiptoe::os::monotonicNanos() - before;
      armed_ = false;
    }
  }

  const int threads_;
  std::atomic<bool> armed_{false};
  int walks_ = 0;
  Servant other_;
  Program program_{[this](FakeClr& clr) {
    clr.whileSuspending = [this] { suspending(); };
    clr.whileResuming = [this] { resuming(); };
  }};
};

Standstill::Reading reading(uint64_t ran) { return {4711, ran}; }

}  // namespace

TEST(threads_thatHaveNotRun_areSampledWithoutAStop) {
  Program program;
  program.stand(0);
  program.observed.call(kThreadCreated, kThread);
  program.roundsWithoutStop(20);
  program.observed.shutdown();

  const ParsedTrace trace = program.observed.trace();
  const Samples samples(trace);
  CHECK_EQUAL(0u, samples.undecodable);
  CHECK_EQUAL(1u, samples.definitions);
  const auto totals = trace.ofType(layout::SamplerTotals::kType).back().as<layout::SamplerTotals>();
  CHECK_EQUAL(samples.all.size(), +totals.stacks);
  CHECK(samples.all.size() > static_cast<size_t>(program.walks) + 10);
  for (const Sample& sample : samples.all) {
    CHECK(sample.frames == (std::vector<uint64_t>{Program::function(0), kMain}));
  }
  const Record state = trace.ofType(layout::SamplerState::kType).back();
  CHECK_EQUAL(+totals.stacks, +state.as<layout::SamplerState>().walked);
  const auto outcomes = state.list<layout::SamplerState>();
  CHECK_EQUAL(uint64_t{1} << 32, outcomes.at(0));  // SuspendRuntime, S_OK
  CHECK_EQUAL(static_cast<uint64_t>(program.observed.clr.suspensions), outcomes.at(1));
  CHECK_EQUAL(uint64_t{2} << 32, outcomes.at(2));  // DoStackSnapshot, S_OK
  CHECK_EQUAL(static_cast<uint64_t>(program.walks), outcomes.at(3));
  CHECK_EQUAL(0, program.observed.clr.violations.load());
}

// It samples beside a thread that never rests, so the program is stopped each time.
TEST(thread_thatHasNotRun_isNotWalkedWithTheOthers) {
  Program program;
  program.stand(0);
  {
    std::lock_guard<std::mutex> locked(program.observed.clr.lock);
    program.observed.clr.stacks[kThread + 8] = {kMain};
  }
  program.observed.call(kThreadCreated, kThread);
  program.observed.call(kThreadCreated, kThread + 8);
  const int stops = program.observed.clr.suspensions;
  const auto walksSaved = [&] { return 2 * (program.observed.clr.suspensions - stops) - program.walks; };
  while (walksSaved() < 20) {
    std::this_thread::sleep_for(100us);
  }
  program.observed.shutdown();
  const Samples samples(program.observed.trace());
  size_t resting = 0;
  for (const Sample& sample : samples.all) {
    resting += sample.thread == kThread;
  }
  CHECK(samples.all.size() <= 2 * resting + 1);
  CHECK(static_cast<size_t>(program.walks) < samples.all.size());
  CHECK_EQUAL(0u, samples.undecodable);
  CHECK_EQUAL(0, program.observed.clr.violations.load());
}

TEST(thread_thatRan_isSeenWhereItStandsNow) {
  Program program;
  program.stand(0);
  program.observed.call(kThreadCreated, kThread);
  constexpr uint64_t kPlaces = 60;
  for (uint64_t i = 1; i <= kPlaces; i++) {
    program.roundsWithoutStop(1);
    program.servant.order([&program, i] {
      program.stand(i);
      runFor(program.servant.id(), 1);
    });
    program.rounds(2);  // the second begins behind that
  }
  program.observed.shutdown();
  uint64_t last = Program::function(0);
  for (const Sample& sample : Samples(program.observed.trace()).all) {
    CHECK(sample.frames[0] == last || sample.frames[0] == last + 8);
    last = sample.frames[0];
  }
  CHECK_EQUAL(Program::function(kPlaces), last);
}

// What it ran, it ran after the pause.
TEST(pause_behindWhichTheOneThreadTakesTheProcessor_endsBeforeThat) {
  const Usurpation alone(0);
  CHECK(alone.took >= Usurpation::kLong / 10 * 9);  // two clocks
  CHECK(alone.paused < alone.took - Usurpation::kLong / 2);
}

TEST(pause_behindWhichOneOfTwoTakesTheProcessor_isCountedWhole) {
  const Usurpation beside(1);
  CHECK(beside.paused >= std::min(beside.took, tiptoe::Pause::kMost) / 10 * 9);  // two clocks
}

// The same ID and the same resting thread of the system: only the life is another.
TEST(threadId_givenToAnotherThread_isWalkedAnew) {
  Program program;
  program.stand(0);
  program.observed.call(kThreadCreated, kThread);
  program.roundsWithoutStop(3);
  program.observed.call(kThreadDestroyed, kThread);
  program.stand(1);
  const int walks = program.walks;
  program.observed.call(kThreadCreated, kThread);
  program.rounds(2);
  program.observed.shutdown();
  CHECK(program.walks > walks);
  CHECK_EQUAL(Program::function(1), Samples(program.observed.trace()).all.back().frames[0]);
}

TEST(thread_thatHasNotRun_isWalkedAgainAfterAnUnload) {
  Program program;
  program.stand(0);
  program.observed.call(kThreadCreated, kThread);
  program.roundsWithoutStop(3);
  program.observed.call(kModuleUnloadStarted, uint64_t{0x9000});
  program.roundsWithoutStop(3);
  program.observed.shutdown();
  const Samples samples(program.observed.trace());
  CHECK_EQUAL(2u, samples.definitions);
  CHECK_EQUAL(0u, samples.undecodable);
}

TEST(thread_withoutManagedFrames_isNotWalkedAgainEither) {
  Program program;
  {
    std::lock_guard<std::mutex> locked(program.observed.clr.lock);
    program.observed.clr.stacks[kThread] = {};
    program.observed.clr.osThreads[kThread] = program.servant.id();
  }
  program.observed.call(kThreadCreated, kThread);
  program.roundsWithoutStop(10);
  program.observed.shutdown();
  const ParsedTrace trace = program.observed.trace();
  CHECK(Samples(trace).all.empty());
  const auto totals = trace.ofType(layout::SamplerTotals::kType).back().as<layout::SamplerTotals>();
  CHECK(totals.failedWalks >= 10);
}

TEST(standstill_isTrusted_forATenthOfASecondAndAsLongAsTheStackIsDefined) {
  Standstill standstill(true);
  const tiptoe::Threads::Living thread{kThread, 1};
  standstill.begin(1, 5);
  CHECK(standstill.unmoved(thread, reading(100), 0) == nullptr);
  standstill.walked(thread, reading(100), 7, {5, -3});
  const Standstill::Place* place = standstill.unmoved(thread, reading(100), 7 + kTenthOfASecond - 1);
  CHECK(place != nullptr);
  CHECK_EQUAL(5u, place->stack);
  CHECK_EQUAL(-3, place->leafForward);
  CHECK(standstill.unmoved(thread, reading(100), 7 + kTenthOfASecond) == nullptr);
  CHECK(standstill.unmoved(thread, reading(101), 8) == nullptr);
  CHECK(standstill.unmoved({kThread, 2}, reading(100), 8) == nullptr);
  standstill.begin(1, 6);
  CHECK(standstill.unmoved(thread, reading(100), 8) == nullptr);
}

TEST(standstill_withoutAReading_isNeverTaken) {
  Standstill standstill(true);
  const tiptoe::Threads::Living thread{kThread, 1};
  standstill.begin(1, 1);
  standstill.walked(thread, reading(100), 7, {1, 0});
  standstill.walked(thread, reading(0), 8, {1, 0});
  CHECK(standstill.unmoved(thread, reading(0), 9) == nullptr);
  CHECK(standstill.unmoved(thread, reading(100), 9) == nullptr);
}

TEST(standstill_whereTheClockIsCoarse_isNeverTaken) {
  Program program;
  program.stand(0);
  tiptoe::Faults faults;
  tiptoe::Clr clr(faults);
  clr.connect(program.observed.clr.unknown());
  const tiptoe::Threads::Living thread{kThread, 1};
  CHECK(Standstill(true).read(clr, thread, 0).ran != 0);
  CHECK_EQUAL(0u, Standstill(false).read(clr, thread, 0).ran);
}

TEST(processorTime_ofAThread_growsWhenItRunsAndOnlyThen) {
  const uint32_t self = tiptoe::os::threadId();
  const uint64_t first = tiptoe::os::threadNanos(self);
  CHECK(first != 0);
  uint64_t before = first;
  for (int i = 0; i < 1000; i++) {
    const uint64_t now = tiptoe::os::threadNanos(self);
    CHECK(now >= before);
    before = now;
  }
  CHECK(before > first);
  Servant servant;
  uint64_t rested = 0;
  while (rested != tiptoe::os::threadNanos(servant.id())) {  // it may be on its way to rest
    rested = tiptoe::os::threadNanos(servant.id());
    std::this_thread::sleep_for(1ms);
  }
  servant.order([] {});
  CHECK(tiptoe::os::threadNanos(servant.id()) > rested);
  CHECK_EQUAL(0u, tiptoe::os::threadNanos(0));
  CHECK_EQUAL(0u, tiptoe::os::threadNanos(kNoOsThread));
}

CHECK_MAIN
