// SPDX-License-Identifier: Apache-2.0
//
// The rules of stack walking and of unloading. Each would be broken if one part of the agent waited for another. A real
// CLR would hang; the fake one lets the other thread try while it blocks the first, and waits only so long.

#include "check.h"
#include "observed.h"
#include "sampled.h"

#include <chrono>
#include <future>

using namespace check;
using namespace std::chrono_literals;
namespace layout = tiptoe::layout;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kClass = 0x2000;
constexpr uint64_t kMain = 0x3000;
constexpr uint64_t kThread = 0x5000;

// Whether what another thread of the program does comes to its end, while the caller stays where it is. If not, that
// thread is left behind.
bool endsMeanwhile(std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  std::future<void> done = task.get_future();
  std::thread thread(std::move(task));
  const bool ended = done.wait_for(10s) == std::future_status::ready;
  if (ended) {
    thread.join();
  } else {
    thread.detach();
  }
  return ended;
}

void addProgram(Observed& observed) {
  observed.clr.modules[kModule] = {kSomeFile, 0, 1, true};
  observed.clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  observed.clr.functions[kMain] = {kClass, kModule, 0x06000001, {}, u""};
  observed.clr.code[0x70000] = {kMain, 0, {{0x70000, 0x40}}, {{0, 0, 0x40}}};
  observed.clr.stacks[kThread] = {kMain};
  observed.clr.stacks[kThread + 8] = {kMain};
  observed.clr.stacks[kThread + 16] = {kMain};
}

// The callbacks in preemptive mode, except for unloading, which may wait for the sampler.
void loadAndCompile(Observed& observed) {
  observed.loaded(kModuleLoadFinished, kModule);
  observed.loaded(kClassLoadFinished, kClass);
  observed.call(kJITCompilationFinished, kMain, cor::kOk, cor::BOOL{0});
  observed.call(kThreadCreated, kThread + 16);
  observed.call(kThreadNameChanged, kThread + 16, ULONG{1}, u"t");
}

// The callbacks in cooperative mode: the suspension itself waits for them.
void inCooperativeMode(Observed& observed) {
  observed.loaded(kAssemblyLoadFinished, 0x100);
  observed.call(kDynamicMethodUnloaded, uint64_t{0x9000});
}

// Lets another thread of the program do something, once, at a certain place of the sampler's round.
struct Trial {
  std::atomic<bool> tried{false};
  std::atomic<bool> ended{false};

  std::function<void()> of(std::function<void()> work) {
    return [this, work] {
      if (!tried.exchange(true)) {
        ended = endsMeanwhile(work);
        over = true;
      }
    };
  }

  void await() {
    while (!over) {
      std::this_thread::sleep_for(100us);
    }
  }

 private:
  std::atomic<bool> over{false};
};

void sample(Observed& observed) {
  observed.initialize();
  observed.call(kThreadCreated, kThread);
  observed.call(kThreadCreated, kThread + 8);
  observed.agent()->sampler().configure(200'000, 1'000'000);
}

}  // namespace

// SuspendRuntime takes a lock that a dying thread may hold.
TEST(threadThatDies_whileTheRuntimeIsBeingSuspended_waitsForNoWalk) {
  Trial trial;
  Observed observed;
  addProgram(observed);
  observed.clr.whileSuspending = trial.of([&] { observed.call(kThreadDestroyed, kThread + 8); });
  sample(observed);
  trial.await();
  CHECK(trial.ended);
}

// The runtime waits for threads in these callbacks before it stands.
TEST(callbacks_whileTheRuntimeIsBeingSuspended_waitForNothing) {
  Trial trial;
  Observed observed;
  addProgram(observed);
  observed.clr.whileSuspending = trial.of([&] {
    loadAndCompile(observed);
    inCooperativeMode(observed);
  });
  sample(observed);
  trial.await();
  CHECK(trial.ended);
}

// Threads in preemptive mode go on while managed code stands.
TEST(callbacks_whileStacksAreWalked_waitForNothing) {
  Trial trial;
  Observed observed;
  addProgram(observed);
  observed.clr.whileWalking = trial.of([&] { loadAndCompile(observed); });
  sample(observed);
  trial.await();
  CHECK(trial.ended);
}

// A collection waits for threads in cooperative mode, and these must not wait for the thread that started it.
TEST(callbacks_whileTheSamplerMayStartACollection_waitForNothing) {
  Trial trial;
  Observed observed;
  addProgram(observed);
  observed.clr.whileCollecting = trial.of([&] {
    loadAndCompile(observed);
    inCooperativeMode(observed);
  });
  sample(observed);
  trial.await();
  CHECK(trial.ended);
  observed.shutdown();
  CHECK_EQUAL(0, observed.clr.violations.load());  // and none is started while the program stands
}

// A ThreadID may be reused as soon as the callback returns.
TEST(threadThatDies_whileStacksAreWalked_waitsForTheEndOfTheWalk) {
  std::atomic<bool> walking{false};
  std::atomic<bool> goOn{false};
  Observed observed;
  addProgram(observed);
  observed.clr.whileWalking = [&] {
    walking = true;
    while (!goOn) {
      std::this_thread::sleep_for(100us);
    }
  };
  sample(observed);
  while (!walking) {
    std::this_thread::sleep_for(100us);
  }
  std::atomic<bool> returned{false};
  std::thread dying([&] {
    observed.call(kThreadDestroyed, kThread);
    returned = true;
  });
  std::this_thread::sleep_for(20ms);
  const bool early = returned;
  goOn = true;
  dying.join();
  CHECK(!early);
}

// Nor may an ID of code or types.
TEST(unload_whileStacksAreWalked_waitsUntilNoneOfTheirIdsIsUsed) {
  std::atomic<bool> asking{false};
  std::atomic<bool> goOn{false};
  Observed observed;
  addProgram(observed);
  observed.clr.whileDescribing = [&] {
    asking = true;
    while (!goOn) {
      std::this_thread::sleep_for(100us);
    }
  };
  sample(observed);
  while (!asking) {
    std::this_thread::sleep_for(100us);
  }
  std::atomic<bool> returned{false};
  std::thread finalizer([&] {
    observed.call(kModuleUnloadStarted, kModule);
    returned = true;
  });
  std::this_thread::sleep_for(20ms);
  const bool early = returned;
  goOn = true;
  finalizer.join();
  CHECK(!early);
}

// And no longer: a sampler without pauses lets threads die all the same.
TEST(threadThatDies_whileWalkFollowsWalk_waitsOnlyForThoseThatBeganBefore) {
  tiptoe::Threads threads;
  tiptoe::Threads::Turns turns;
  CHECK(turns.reserve(4));
  threads.created(kThread);
  threads.beginWalk(turns);
  std::atomic<bool> dying{false};
  std::future<void> dead = std::async(std::launch::async, [&] {
    dying = true;
    threads.destroyed(kThread);
  });
  while (!dying || threads.count() != 0) {
    std::this_thread::sleep_for(100us);
  }
  CHECK(dead.wait_for(20ms) == std::future_status::timeout);
  threads.endWalk(turns, turns.size());
  threads.beginWalk(turns);
  const bool ended = dead.wait_for(10s) == std::future_status::ready;
  threads.endWalk(turns, turns.size());
  CHECK(ended);
  CHECK_EQUAL(0u, turns.size());
}

CHECK_MAIN
