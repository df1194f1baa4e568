// SPDX-License-Identifier: Apache-2.0
//
// The sampler of running threads over a native program: what its trace says of stacks that are known by construction.
// Where the kernel refuses perf events, the tests check that the trace and the status say so.

#include "check.h"
#include "forbidden.h"
#include "os/os.h"
#include "parsed_trace.h"
#include "sampling/perf_sampler.h"
#include "temporary.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace tiptoe;

namespace {

constexpr uint64_t kMilli = 1'000'000;

std::atomic<uint64_t> sink{0};

uint64_t cpuNanos() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

extern "C" {
__attribute__((noinline)) void perfLeaf(uint64_t nanos) {
  const uint64_t until = cpuNanos() + nanos;
  uint64_t sum = 0;
  while (cpuNanos() < until) {
    for (uint64_t i = 0; i < 20'000; i++) {
      sum += i * i ^ nanos;
      __asm__ volatile("" : "+r"(sum));
    }
  }
  sink += sum;
}

// Uses much of the stack, so that a small copy of it does not reach the thread's first function.
__attribute__((noinline)) void perfLarge(uint64_t nanos) {
  volatile uint8_t room[20 << 10];
  for (size_t i = 0; i < sizeof room; i += 64) {
    room[i] = static_cast<uint8_t>(i);
  }
  perfLeaf(nanos);
  sink += room[0];
}

__attribute__((noinline)) void perfMiddle(uint64_t nanos) {
  perfLeaf(nanos);
  sink += 1;
}

__attribute__((noinline)) void perfOuter(uint64_t nanos) {
  perfMiddle(nanos);
  sink += 1;
}

__attribute__((noinline)) void perfInKernel(uint64_t nanos) {
  const uint64_t until = cpuNanos() + nanos;
  const size_t size = 8 << 20;
  while (cpuNanos() < until) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    sink += memory != MAP_FAILED;
    munmap(memory, size);
  }
}
}

bool isKernels(uint64_t address) { return address >> 63 != 0; }

bool isIn(uint64_t address, void (*function)(uint64_t)) {
  const auto start = reinterpret_cast<uint64_t>(function);
  return start <= address && address < start + 512;
}

// A sampler with a trace of its own.
struct Rig : private PerfSampler::Fallback {
  check::TemporaryFolder folder;
  TraceFile file;
  IdentityLane identity{file};
  SampleLane samples{file};
  Faults faults;
  Gate gate;
  unwind::CodeMap code;
  std::atomic<bool> fellBack{false};
  UnknownCode unknown;
  PerfSampler sampler{{faults, gate, code, unknown, file, identity, samples}, *this};

  Rig() { file.create(folder.file("a").c_str(), headerOfNow()); }
  ~Rig() { sampler.stop(); }  // a check that fails ends the test

  void refused() override { fellBack = true; }

  layout::EngineState state() {
    return sampler.status().state;
  }

  // Waits until the sampler has begun, or was refused.
  layout::EngineState begin(uint64_t period) {
    sampler.configure(period);
    while (state().condition == layout::kOff) {
      os::sleep(kMilli);
    }
    return state();
  }

  check::ParsedTrace end() {
    sampler.stop();
    return check::ParsedTrace(check::readFile(folder.file("a")));
  }
};

bool refused(const layout::EngineState& state) {
  if (state.condition == layout::kRefused) {
    printf("     perf events are refused here: %s\n", os::words(static_cast<int>(state.code)));
  }
  return state.condition == layout::kRefused;
}

struct Sample {
  layout::AddressSample sample;
  uint64_t time;
  layout::CallersDefined definition;
  std::vector<uint64_t> callers;
};

// The samples of a trace with their definitions, as a reader puts them together.
std::vector<Sample> samplesOf(const check::ParsedTrace& trace) {
  std::map<uint32_t, std::pair<layout::CallersDefined, std::vector<uint64_t>>> defined;
  std::vector<Sample> all;
  for (const check::Record& record : trace.records) {
    if (record.header.type == layout::CallersDefined::kType) {
      const auto fixed = record.as<layout::CallersDefined>();
      defined.erase(defined.begin(), defined.lower_bound(fixed.oldest));
      defined[fixed.stack] = {fixed, record.list<layout::CallersDefined>()};
    } else if (record.header.type == layout::AddressesSampled::kType) {
      const size_t count = record.count(sizeof(layout::AddressesSampled));
      for (size_t i = 0; i < count; i++) {
        Sample each{};
        memcpy(&each.sample,
               record.bytes.data() + sizeof(layout::AddressesSampled) + 4 + i * sizeof(layout::AddressSample),
               sizeof each.sample);
        each.time = record.header.time - each.sample.earlier;
        const auto found = defined.find(each.sample.stack);
        if (found == defined.end()) {
          check::fail(__FILE__, __LINE__, "callers that are not defined: " + std::to_string(each.sample.stack));
          continue;
        }
        each.definition = found->second.first;
        each.callers = found->second.second;
        all.push_back(each);
      }
    }
  }
  return all;
}

size_t descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/fd")) {
    count++;
  }
  return count;
}

size_t threads() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator("/proc/self/task")) {
    count++;
  }
  return count;
}

}  // namespace

// The names of a thread as they are recorded; an empty one is its end.
std::vector<std::u16string> namesOf(const check::ParsedTrace& trace, uint32_t thread) {
  std::vector<std::u16string> names;
  for (const check::Record& record : trace.ofType(layout::OsThreadSeen::kType)) {
    if (record.as<layout::OsThreadSeen>().osThreadId == thread) {
      names.push_back(record.string(sizeof(layout::OsThreadSeen)));
    }
  }
  return names;
}

TEST(perfSampler_threadWithKnownStack_isWholeAndHasItsTime) {
  Rig rig;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  std::atomic<uint32_t> id{0};
  std::atomic<uint64_t> used{0};
  std::thread([&] {
    prctl(PR_SET_NAME, "worker");
    id = os::threadId();
    perfOuter(300 * kMilli);
    used = cpuNanos();
  }).join();
  const check::ParsedTrace trace = rig.end();
  uint64_t weight = 0;
  size_t count = 0;
  size_t inLeaf = 0;
  size_t right = 0;
  size_t whole = 0;
  uint64_t last = 0;
  for (const Sample& each : samplesOf(trace)) {
    if (each.sample.osThreadId != id) {
      continue;
    }
    CHECK(last < each.time);
    last = each.time;
    weight += each.sample.weight;
    count++;
    whole += each.definition.end == layout::kThreadBase;
    if (isIn(each.sample.leaf, perfLeaf) && each.callers.size() > 2) {
      inLeaf++;
      right += isIn(each.callers[0], perfMiddle) && isIn(each.callers[1], perfOuter);
    }
  }
  CHECK(count > 150);
  CHECK(weight < used + used / 10 && used < weight + weight / 10);
  CHECK(inLeaf > count / 2);
  CHECK_EQUAL(inLeaf, right);
  CHECK(whole * 100 >= count * 98);
  const std::vector<std::u16string> names = namesOf(trace, id);
  CHECK(std::count(names.begin(), names.end(), u"worker") >= 1);
  const auto states = trace.ofType(layout::EngineState::kType);
  CHECK(!states.empty());
  const auto state = states.back().as<layout::EngineState>();
  CHECK_EQUAL(uint32_t{layout::kOff}, uint32_t{state.condition});
  CHECK_EQUAL(samplesOf(trace).size(), state.samples);
}

// Most of the threads have ended when their samples are read, so that the system cannot be asked any more.
TEST(perfSampler_threadsThatEndSoon_haveTheirNameAndTheirEnd) {
  Rig rig;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  std::set<uint32_t> ids;
  for (int i = 0; i < 40; i++) {
    std::thread([&ids] {
      prctl(PR_SET_NAME, "shortly");
      ids.insert(os::threadId());
      const uint64_t end = cpuNanos() + 5 * kMilli;
      while (cpuNanos() < end) {
      }
    }).join();
  }
  // A thread that is joined is on its way to its end, which the kernel reports before it removes the thread.
  for (uint32_t id : ids) {
    while (access(("/proc/self/task/" + std::to_string(id)).c_str(), F_OK) == 0) {
      os::sleep(kMilli);
    }
  }
  const check::ParsedTrace trace = rig.end();
  std::map<uint32_t, size_t> samples;
  for (const Sample& each : samplesOf(trace)) {
    samples[each.sample.osThreadId] += ids.count(each.sample.osThreadId);
  }
  size_t sampled = 0;
  for (const auto& [id, count] : samples) {
    if (count != 0) {
      sampled++;
      const std::vector<std::u16string> names = namesOf(trace, id);
      CHECK(names.size() >= 2 && names[names.size() - 2] == u"shortly" && names.back().empty());
    }
  }
  CHECK(sampled > 20);
}

// Of a thread inside the kernel the kernel's own callers come first, then the thread's own leaf with its callers.
// The kernel reports no name for a thread that got it before, or keeps its creator's. Each of them works only at its
// end, and most have ended when their samples are read.
TEST(perfSampler_threadsThatGetNoNameMeanwhile_haveTheOneThatTheyHad) {
  constexpr size_t kCount = 40;
  std::vector<std::promise<void>> begun(kCount), go(kCount);
  std::vector<uint32_t> ids(kCount);
  std::vector<std::thread> all;
  const auto add = [&](size_t i) {
    all.emplace_back([&, i] {
      ids[i] = os::threadId();
      begun[i].set_value();
      go[i].get_future().wait();
      perfLeaf(2 * kMilli);
    });
    begun[i].get_future().wait();
  };
  char before[16] = {};
  prctl(PR_GET_NAME, before);
  prctl(PR_SET_NAME, "inherited");
  for (size_t i = 0; i < kCount / 2; i++) {
    add(i);
  }
  Rig rig;
  const bool none = refused(rig.begin(kMilli));
  for (size_t i = kCount / 2; i < kCount; i++) {
    add(i);
  }
  // A state is written about every second, so all rings are read between two of them.
  for (int states = 0; !none && states < 2; states++) {
    const uint64_t working = rig.state().working;
    while (rig.state().working == working) {
      os::sleep(kMilli);
    }
  }
  for (size_t i = 0; i < kCount; i++) {
    go[i].set_value();
    all[i].join();
  }
  prctl(PR_SET_NAME, before);
  const check::ParsedTrace trace = rig.end();
  std::set<uint32_t> sampled;
  for (const Sample& each : samplesOf(trace)) {
    sampled.insert(each.sample.osThreadId);
  }
  size_t count = 0;
  size_t named = 0;
  for (const uint32_t id : ids) {
    const std::vector<std::u16string> names = namesOf(trace, id);
    count += sampled.count(id);
    named += sampled.count(id) != 0 && !names.empty() && names[0] == u"inherited";
  }
  CHECK_EQUAL(count, named);
  CHECK(none || count > kCount / 2);
}

TEST(perfSampler_threadInsideTheKernel_hasTheKernelsCallersAndItsOwn) {
  Rig rig;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  std::atomic<uint32_t> id{0};
  std::thread([&] {
    id = os::threadId();
    perfInKernel(300 * kMilli);
  }).join();
  size_t inKernel = 0;
  size_t deep = 0;
  size_t right = 0;
  for (const Sample& each : samplesOf(rig.end())) {
    if (each.sample.osThreadId != id || !isKernels(each.sample.leaf)) {
      continue;
    }
    inKernel++;
    const auto own = std::find_if_not(each.callers.begin(), each.callers.end(), isKernels);
    const auto kernels = static_cast<size_t>(own - each.callers.begin());
    CHECK(std::none_of(own, each.callers.end(), isKernels));
    CHECK_EQUAL(kernels + 1, size_t{each.definition.interrupted});
    deep += kernels > 1;
    right += std::any_of(own, each.callers.end(), [](uint64_t address) { return isIn(address, perfInKernel); });
  }
  printf("     %zu samples inside the kernel, %zu with callers there\n", inKernel, deep);
  CHECK(inKernel == 0 || deep > inKernel / 2);
  CHECK(right * 100 >= inKernel * 98);
  os::PerfEvents permitted;
  CHECK(permitted.open(os::PerfSettings{}) != 0 || !permitted.extent().kernel || inKernel > 50);
}

// Numbers in a file that are where the kernel has its data or its code, and no pair of small numbers can be.
size_t kernelAddressesIn(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  size_t found = 0;
  for (uint64_t number; file.read(reinterpret_cast<char*>(&number), sizeof number);) {
    found += (number >= 0xffff800000000000 && number < 0xfffffff000000000) ||
             (number >= 0xffffffff80000000 && number < 0xffffffffff000000);
  }
  return found;
}

// The addresses of the kernel in a trace that root recorded show where the kernel is in memory.
TEST(perfSampler_withoutTheKernel_writesNoAddressOfIt) {
  for (const bool wanted : {false, true}) {
    Rig rig;
    rig.sampler.sampleKernel(wanted);
    if (refused(rig.begin(kMilli))) {
      return;
    }
    std::thread([&] {
      perfInKernel(300 * kMilli);
      perfOuter(100 * kMilli);
    }).join();
    const check::ParsedTrace trace = rig.end();
    const size_t found = kernelAddressesIn(rig.folder.file("a"));
    printf("     %zu addresses of the kernel\n", found);
    CHECK(samplesOf(trace).size() > 10);
    if (!wanted) {
      CHECK_EQUAL(size_t{0}, found);
      CHECK(trace.ofType(layout::KernelFunctionSeen::kType).empty());
      continue;
    }
    os::PerfEvents permitted;
    CHECK(permitted.open(os::PerfSettings{}) != 0 || !permitted.extent().kernel || found > 50);
  }
}

// What a repeated sample costs in the trace: the records of samples, but for definitions.
TEST(perfSampler_repeatedStacks_takeFewBytes) {
  Rig rig;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  std::thread([&] { perfOuter(400 * kMilli); }).join();
  const check::ParsedTrace trace = rig.end();
  size_t bytes = 0;
  size_t defining = 0;
  for (const check::Record& record : trace.ofType(layout::AddressesSampled::kType)) {
    bytes += record.bytes.size();
  }
  for (const check::Record& record : trace.ofType(layout::CallersDefined::kType)) {
    defining += record.bytes.size();
  }
  const size_t samples = samplesOf(trace).size();
  CHECK(samples > 200);
  printf("     %zu bytes a sample, and %zu for definitions in all\n", bytes / samples, defining);
  CHECK(bytes / samples <= 48);
}

TEST(perfSampler_deepStacks_makeTheCopiesLarger) {
  Rig rig;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  const uint32_t before = rig.state().copied;
  std::thread([&] { perfLarge(1'500 * kMilli); }).join();
  const check::ParsedTrace trace = rig.end();
  CHECK(before < (20 << 10));
  CHECK_EQUAL(32u << 10, rig.state().copied);
  const std::vector<Sample> samples = samplesOf(trace);
  CHECK(samples.size() > 400);
  // The first ones may be of the thread's beginning.
  CHECK(std::any_of(samples.begin(), samples.begin() + 50,
                    [](const Sample& sample) { return sample.definition.end == layout::kBeyondCopy; }));
  CHECK_EQUAL(uint32_t{layout::kThreadBase}, uint32_t{samples[samples.size() - 10].definition.end});
}

TEST(perfSampler_shallowStacks_makeTheCopiesSmaller_andDeepOnesLarger) {
  const auto large = std::make_unique<Rig>();  // a sanitizer spreads a rig over kilobytes of this thread's stack
  Rig& rig = *large;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  const uint32_t before = rig.state().copied;
  std::atomic<bool> ends{false};
  std::thread shallow([&] {
    while (!ends) {
      perfOuter(50 * kMilli);
    }
  });
  for (int i = 0; i < 1'000 && rig.state().copied >= before; i++) {
    os::sleep(20 * kMilli);  // until enough samples were taken, however busy the machine is
  }
  ends = true;
  shallow.join();
  const uint32_t small = rig.state().copied;
  CHECK(small < before);
  CHECK(small >= (2u << 10));
  std::thread([&] { perfLarge(1'500 * kMilli); }).join();
  const check::ParsedTrace trace = rig.end();
  CHECK_EQUAL(32u << 10, rig.state().copied);
  const std::vector<Sample> samples = samplesOf(trace);
  CHECK_EQUAL(uint32_t{layout::kThreadBase}, uint32_t{samples[samples.size() - 10].definition.end});
}

// Larger copies need other events, and so descriptors.
TEST(perfSampler_copiesThatCannotBecomeLarger_goOnAsTheyAre) {
  const pid_t child = fork();
  if (child == 0) {
    _exit([] {
      Rig rig;
      if (refused(rig.begin(kMilli))) {
        return 0;
      }
      const rlimit none{descriptors(), descriptors()};
      if (setrlimit(RLIMIT_NOFILE, &none) != 0) {
        return 1;
      }
      std::thread([&] { perfLarge(600 * kMilli); }).join();
      const uint32_t copied = rig.state().copied;
      const std::vector<Sample> samples = samplesOf(rig.end());
      const auto beyond = [](const Sample& sample) { return sample.definition.end == layout::kBeyondCopy; };
      return rig.fellBack                                                     ? 2
             : samples.size() < 300                                           ? 3
             : std::count_if(samples.end() - 100, samples.end(), beyond) < 90 ? 4
             : copied != 8u << 10                                             ? 5
                                                                              : 0;
    }());
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQUAL(0, WEXITSTATUS(status));
}

// A thread's first sample comes after a period, and what is left of the last one is in none.
TEST(perfSampler_threadsThatLiveShorterThanAPeriod_haveTheirTimeCounted) {
  Rig rig;
  if (refused(rig.begin(10 * kMilli))) {
    return;
  }
  std::atomic<uint64_t> used{0};
  for (int i = 0; i < 100; i++) {
    std::thread([&] {
      perfLeaf(5 * kMilli);
      used += cpuNanos();
    }).join();
  }
  const check::ParsedTrace trace = rig.end();
  const auto time = trace.ofType(layout::SampledTime::kType).back().as<layout::SampledTime>();
  uint64_t weights = 0;
  for (const Sample& each : samplesOf(trace)) {
    weights += each.sample.weight;
  }
  CHECK_EQUAL(weights, time.sampled);
  CHECK(time.used >= used);
  CHECK(time.used < used + used / 2);
}

TEST(perfSampler_librariesThatComeAndGo_haveTheirLives) {
  Rig rig;
  if (refused(rig.begin(kMilli))) {
    return;
  }
  const char* kLibrary = "libresolv.so.2";
  const auto has = [&](uint16_t type) {
    const check::ParsedTrace trace(check::readFile(rig.folder.file("a")));
    return !trace.ofType(type).empty();
  };
  const auto await = [&](auto condition) {
    for (int i = 0; i < 2'000 && !condition(); i++) {
      perfLeaf(kMilli);
      os::sleep(kMilli);
    }
    return condition();
  };
  CHECK(await([&] { return has(layout::ImageMapped::kType); }));
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != nullptr);
  uint64_t base = 0;
  uint64_t absent = 0;
  CHECK(await([&] {
    const check::ParsedTrace trace(check::readFile(rig.folder.file("a")));
    for (const check::Record& record : trace.ofType(layout::ImageMapped::kType)) {
      const auto mapped = record.as<layout::ImageMapped>();
      const size_t buildId = record.count(sizeof mapped);
      if (record.string(sizeof mapped + 4 + buildId).find(u"libresolv") != std::u16string::npos) {
        base = mapped.base;
        absent = mapped.absent;
      }
    }
    return base != 0;
  }));
  CHECK(absent != 0);
  dlclose(library);
  CHECK(await([&] { return has(layout::ImageUnmapped::kType); }));
  const check::ParsedTrace trace = rig.end();
  CHECK_EQUAL(base, trace.ofType(layout::ImageUnmapped::kType).front().as<layout::ImageUnmapped>().base);
}

TEST(perfSampler_refusedByAFilter_saysSoAndFallsBack) {
  const pid_t child = fork();
  if (child == 0) {
    _exit([] {
      Rig rig;
      if (!check::forbidPerfEvents(EPERM)) {
        return 1;
      }
      const layout::EngineState state = rig.begin(kMilli);
      if (state.condition != layout::kRefused || state.code != EPERM || !rig.fellBack || rig.sampler.status().reason[0] == 0) {
        return 2;
      }
      const auto states = rig.end().ofType(layout::EngineState::kType);
      return !states.empty() && states.back().as<layout::EngineState>().condition == layout::kRefused &&
                     !states.back().string(sizeof(layout::EngineState)).empty()
                 ? 0
                 : 3;
    }());
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQUAL(0, status);
}

TEST(perfSampler_thousandTimesBegunAndEnded_leavesNothing) {
  Rig rig;
  const size_t openBefore = descriptors();
  const size_t threadsBefore = threads();
  std::atomic<bool> stop{false};
  std::thread load([&] {
    while (!stop) {
      perfOuter(kMilli);
    }
  });
  for (int i = 0; i < 1'000; i++) {
    rig.sampler.resume();
    CHECK(rig.sampler.configure(kMilli));
    CHECK(rig.sampler.stop());
  }
  stop = true;
  load.join();
  CHECK_EQUAL(openBefore, descriptors());
  CHECK_EQUAL(threadsBefore, threads());
  rig.end();
}

TEST(perfSampler_withoutPeriod_takesOverTheNewsOfCode) {
  Rig rig;
  rig.sampler.configure(0);
  const auto start = reinterpret_cast<uint64_t>(&perfLeaf);
  for (uint64_t i = 1; i <= 1'000; i++) {
    rig.code.compiled(i, start + i % 16, 64, os::monotonicNanos());
  }
  rig.sampler.configure(0);
  for (int i = 0; i < 5'000 && rig.state().condition != layout::kOff; i++) {
    os::sleep(kMilli);
  }
  rig.end();
  CHECK_EQUAL(0u, rig.code.lost());
  CHECK_EQUAL(uint32_t{layout::kOff}, uint32_t{rig.state().condition});
}

CHECK_MAIN
