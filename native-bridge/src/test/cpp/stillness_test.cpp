// SPDX-License-Identifier: Apache-2.0
//
// While the program stands nothing is allocated, neither by the sampler nor by a walk over the heap: a thread that was
// stopped may hold the lock of the process's heap.

#include "check.h"
#include "observed.h"

using namespace check;
using namespace std::chrono_literals;
namespace layout = tiptoe::layout;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kClass = 0x2000;
constexpr uint64_t kFirstFunction = 0x300000;
constexpr uint64_t kFirstThread = 0x5000;
constexpr uint64_t kFirstObject = 0x10000;

std::atomic<FakeClr*> watched{nullptr};
std::atomic<int> allocations{0};
std::atomic<int> allocationsStanding{0};

void count() {
  FakeClr* clr = watched;
  if (clr != nullptr) {
    allocations++;
    allocationsStanding += clr->standsByThisThread() || clr->objectsStand;
  }
}

// Watches while it lives; the test double itself allocates by operator new, which is not counted.
struct Watch {
  explicit Watch(FakeClr& clr) {
    allocations = 0;
    allocationsStanding = 0;
    watched = &clr;
  }
  ~Watch() { watched = nullptr; }
};

}  // namespace

// The linker calls these in place of the allocators in this program (see CMakeLists.txt).
extern "C" {
void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* memory, size_t size);

void* __wrap_malloc(size_t size) {
  count();
  return __real_malloc(size);
}

void* __wrap_calloc(size_t items, size_t size) {
  count();
  return __real_calloc(items, size);
}

void* __wrap_realloc(void* memory, size_t size) {
  count();
  return __real_realloc(memory, size);
}
}

// More threads and deeper stacks all the time, so that there is always room to be made.
TEST(round_whileTheProgramStands_allocatesNothing) {
  Observed observed("200000");
  FakeClr& clr = observed.clr;
  clr.modules[kModule] = {kSomeFile, 0, 1, true};
  clr.classes[kClass] = {kModule, 0x02000002, 0, {}, cor::kOk};
  for (uint32_t i = 0; i < 3000; i++) {
    clr.functions[kFirstFunction + i] = {kClass, kModule, 0x06000001 + i, {}, u""};
  }
  observed.initialize();
  Watch watch(clr);
  for (uint64_t thread = 0; thread < 60; thread++) {
    std::vector<uint64_t> stack;
    for (uint64_t frame = 0; frame < 20 + 30 * thread; frame++) {
      stack.push_back(kFirstFunction + (frame * (thread + 7)) % 3000);
    }
    {
      std::lock_guard<std::mutex> locked(clr.lock);
      clr.stacks[kFirstThread + thread] = stack;
    }
    observed.call(kThreadCreated, kFirstThread + thread);
    const int until = clr.suspensions + 2;
    while (clr.suspensions < until) {
      std::this_thread::sleep_for(100us);
    }
  }
  observed.shutdown();
  CHECK(allocations > 0);
  CHECK_EQUAL(0, allocationsStanding.load());
  CHECK_EQUAL(0, clr.violations.load());
}

TEST(heapWalk_whileTheProgramStands_allocatesNothing) {
  Observed observed;
  FakeClr& clr = observed.clr;
  clr.modules[kModule] = {kSomeFile, 0, 1, true};
  for (uint64_t i = 0; i < 2000; i++) {
    clr.classes[kClass + 8 * i] = {kModule, 0x02000002 + static_cast<uint32_t>(i), 0, {}, cor::kOk};
    clr.objects[kFirstObject + 24 * i] = {kClass + 8 * i, 24};
  }
  clr.ranges = {{0, kFirstObject, 24 * 2000, 24 * 2000}};
  clr.collection = [&] {
    int32_t collected[5] = {1, 1, 1, 1, 1};
    observed.call(kRuntimeSuspendStarted, uint32_t{1});
    observed.call(kRuntimeSuspendFinished);
    observed.call(kGarbageCollectionStarted, 5, static_cast<int32_t*>(collected), uint32_t{1});
    clr.objectsStand = true;
    observed.call(kGarbageCollectionFinished);
    clr.objectsStand = false;
    observed.call(kRuntimeResumeStarted);
  };
  observed.initialize();
  Watch watch(clr);
  tiptoe::HeapWalker& walker = observed.agent()->heapWalker();
  tiptoe::HeapWalker::Outcome outcome{};
  constexpr uint64_t kPlenty = 60'000'000'000;
  CHECK(walker.begin(kPlenty) == tiptoe::HeapWalker::kAccepted);
  CHECK(walker.finished(outcome, tiptoe::os::monotonicNanos() + kPlenty));
  CHECK_EQUAL(cor::kOk, outcome.result);
  CHECK_EQUAL(2000u, outcome.totals.objects);
  observed.shutdown();
  CHECK(allocations > 0);
  CHECK_EQUAL(0, allocationsStanding.load());
}

CHECK_MAIN
