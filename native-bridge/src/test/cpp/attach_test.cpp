// SPDX-License-Identifier: Apache-2.0
//
// An agent that comes later: what it accepts, what it catches up with, what it asks and what it leaves out, and how it
// goes.

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <chrono>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include "check.h"
#include "control_client.h"
#include "observed.h"
#include "os/os.h"
#include "sampling/threads.h"

using namespace check;
namespace layout = tiptoe::layout;

namespace {

constexpr uint64_t kModule = 0x1000;
constexpr uint64_t kPlugin = 0x1100;
constexpr uint64_t kObject = 0x2000;
constexpr uint64_t kThing = 0x2100;
constexpr uint64_t kAssembly = 0x900;

const std::string kQuiet = "SAMPLE_EVERY=0\n";

void addProgram(FakeClr& clr) {
  clr.modules[kModule] = {kSomeFile, kAssembly, 1, true, {}, {}};
  clr.classes[kObject] = {kModule, 0x02000002, 0, {}, cor::kOk};
  clr.functions[0x3000] = {kObject, kModule, 0x06000001, {}, u""};
  clr.stacks[0x5000] = {0x3000};
  clr.jitted = {0x3000};
}

std::string settings(const Observed& observed, const std::string& more = kQuiet) {
  return "TRACE=" + observed.path() + "\n" + more;
}

// Waits until a step was recorded, within a bound.
bool awaitStep(const Observed& observed, uint32_t kind, layout::CaughtUp& step) {
  for (int i = 0; i < 60'000; i++) {
    for (const Record& record : observed.trace().ofType(layout::CaughtUp::kType)) {
      step = record.as<layout::CaughtUp>();
      if (step.step == kind) {
        return true;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

template <typename Fixed>
std::vector<Fixed> all(const ParsedTrace& trace) {
  std::vector<Fixed> found;
  for (const Record& record : trace.ofType(Fixed::kType)) {
    found.push_back(record.as<Fixed>());
  }
  return found;
}

}  // namespace

TEST(attach_withClientData_beginsATraceFromHereOn) {
  Observed observed;
  addProgram(observed.clr);
  CHECK_EQUAL(cor::kOk, observed.attach(settings(observed)));
  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(+layout::kAttach, +trace.records[0].as<layout::TraceBegan>().startMode);
  const auto coverage = trace.records[1].as<layout::Coverage>();
  CHECK_EQUAL(+layout::kFromHere, +coverage.state);
  CHECK_EQUAL(+layout::kEverything, +coverage.kinds);
  // All of it allowed after an attach: COR_PRF_ALLOWABLE_AFTER_ATTACH, COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH.
  CHECK_EQUAL(0u, observed.clr.events & 0xFFFFFFFF & ~0x100502FEu);
  CHECK_EQUAL(0u, observed.clr.events >> 32 & ~0xF6u);
}

TEST(attach_withBadClientData_isRefusedAsAnInvalidArgument) {
  Observed observed;
  for (const std::string data : {"", "nonsense", "TRACE=\n", "TRACE=/t\nDUTY=x\n"}) {
    CHECK_EQUAL(cor::kInvalidArgument, observed.attach(data));
  }
  CHECK_EQUAL(cor::kInvalidArgument,
              observed.call(kInitializeForAttach, observed.clr.unknown(), static_cast<void*>(nullptr), 0u));
}

TEST(attach_whereNoTraceCanBe_isRefusedWithTheReason) {
  Observed observed;
  CHECK_EQUAL(cor::ofErrno(ENOENT), observed.attach("TRACE=/no/such/folder/trace\n"));
  std::ofstream(observed.path()) << "another's";
  CHECK_EQUAL(cor::ofErrno(EEXIST), observed.attach(settings(observed)));
  CHECK_EQUAL(9u, readFile(observed.path()).size());
  CHECK_EQUAL(0xA0040002u, static_cast<uint32_t>(cor::ofErrno(ENOENT)));
}

// Without its socket it could never be detached.
TEST(attach_whereNoControlSocketCanBe_isRefusedWithTheReasonAndLeavesNoTrace) {
  TemporaryFolder folder;
  std::ofstream(folder.file("taken")) << "another's";
  std::filesystem::create_directory(folder.file("open"));
  chmod(folder.file("open").c_str(), 0755);
  const std::pair<std::string, int> refusals[] = {{"/no/such/folder/c", ENOENT},
                                                  {folder.file("taken"), EADDRINUSE},
                                                  {folder.file("open") + "/c", EPERM},
                                                  {folder.file(std::string(108, 'x')), ENAMETOOLONG}};
  for (const auto& [path, error] : refusals) {
    Observed observed;
    CHECK_EQUAL(cor::ofControlErrno(error), observed.attach(settings(observed, "CONTROL=" + path + "\n")));
    CHECK(!std::filesystem::exists(observed.path()));
  }
  CHECK_EQUAL(0xA0050001u, static_cast<uint32_t>(cor::ofControlErrno(EPERM)));
}

// The system has no thread left to give.
TEST(attach_whereNoThreadCanListen_isRefusedAndLeavesNeitherSocketNorTrace) {
  Observed observed;
  TemporaryFolder folder;
  pthread_attr_t before;
  pthread_attr_t huge;
  CHECK_EQUAL(0, pthread_getattr_default_np(&before));
  CHECK_EQUAL(0, pthread_attr_init(&huge));
  CHECK_EQUAL(0, pthread_attr_setstacksize(&huge, size_t{1} << 47));
  CHECK_EQUAL(0, pthread_setattr_default_np(&huge));
  const HRESULT result = observed.attach(settings(observed, "CONTROL=" + folder.file("c") + "\n"));
  CHECK_EQUAL(0, pthread_setattr_default_np(&before));
  CHECK_EQUAL(cor::ofControlErrno(EAGAIN), result);
  CHECK(!std::filesystem::exists(folder.file("c")));
  CHECK(!std::filesystem::exists(observed.path()));
}

// The diagnostics server does not stop where the program ends.
TEST(attach_whileTheProgramEnds_startsNoThread) {
  Observed observed;
  addProgram(observed.clr);
  TemporaryFolder folder;
  std::string data = settings(observed, "SAMPLE_EVERY=1000000\nCONTROL=" + folder.file("control") + "\n");
  CHECK_EQUAL(cor::kOk, observed.call(kInitializeForAttach, observed.clr.unknown(), static_cast<void*>(data.data()),
                                      static_cast<ULONG>(data.size())));
  observed.shutdown();
  CHECK_EQUAL(cor::kOk, observed.call(kProfilerAttachComplete));
  CHECK(!std::filesystem::exists(folder.file("control")));
  CHECK_EQUAL(0, observed.clr.suspensions.load());
  observed.shutdown();
}

TEST(attach_toAProgramThatRuns_catchesUpWithWhatIsThere) {
  Observed observed;
  addProgram(observed.clr);
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(1u, +step.found);
  CHECK_EQUAL(0u, +step.leftOut);

  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(kModule, +all<layout::ModuleLoaded>(trace)[0].moduleId);
  CHECK_EQUAL(kAssembly, +all<layout::AssemblyLoaded>(trace)[0].assemblyId);
  CHECK_EQUAL(0xA0u, +all<layout::AppDomainCreated>(trace)[0].appDomainId);
  const auto thread = all<layout::ThreadCreated>(trace)[0];
  CHECK_EQUAL(0x5000u, +thread.threadId);
  CHECK_EQUAL(0x5000u + kNoOsThread, +thread.osThreadId);
  const auto function = all<layout::FunctionSeen>(trace)[0];
  CHECK_EQUAL(0x3000u, +function.functionId);
  CHECK_EQUAL(+layout::kListed, +function.source);
  CHECK_EQUAL(kObject, +all<layout::ClassSeen>(trace)[0].classId);
  CHECK_EQUAL(0, observed.clr.enumerators.load());
  CHECK_EQUAL(0, observed.clr.violations.load());
}

// Threads of the system: one with a name of its own, cut in the middle of a character, and one that has the program's.
TEST(attach_toNamedThreads_tellsWhatTheSystemCallsThem) {
  constexpr uint64_t kNamed = 0x5000;
  constexpr uint64_t kUnnamed = 0x5008;
  Observed observed;
  addProgram(observed.clr);
  observed.clr.stacks[kUnnamed] = {};
  std::promise<void> attached;
  std::promise<uint32_t> id;
  std::thread named([&] {
    prctl(PR_SET_NAME, "gr\xC3\xBC\xC3\x9F\xF0\x9F\x90\xBE-123\xC3\xBC");
    id.set_value(tiptoe::os::threadId());
    attached.get_future().wait();
  });
  observed.clr.osThreads[kNamed] = id.get_future().get();
  observed.clr.osThreads[kUnnamed] = tiptoe::os::processId();
  observed.attach(settings(observed));
  attached.set_value();
  named.join();
  const auto names = observed.trace().ofType(layout::OsThreadNamed::kType);
  CHECK_EQUAL(1u, names.size());
  CHECK_EQUAL(kNamed, +names[0].as<layout::OsThreadNamed>().threadId);
  CHECK(names[0].string(sizeof(layout::OsThreadNamed)) == u"gr\u00FC\u00DF\U0001F43E-123");
}

// Its ID is given to another at once.
TEST(threads_thatDieBetweenTwoUses_areNotInTheSecond) {
  tiptoe::Threads threads;
  tiptoe::Threads::List listed;
  threads.beginListing();
  for (const uint64_t id : {0x5000u, 0x5008u, 0x5010u}) {
    listed.push(id);
  }
  threads.beginUse(listed);
  CHECK_EQUAL(3u, listed.size());
  threads.endUse();
  threads.destroyed(0x5000);
  threads.destroyed(0x5008);
  threads.created(0x5008);
  threads.beginUse(listed);
  CHECK_EQUAL(1u, listed.size());
  CHECK_EQUAL(0x5010u, listed[0]);
  threads.endUse();
  threads.endListing();
  CHECK_EQUAL(2u, threads.count());
}

TEST(attach_withSampling_walksThreadsThatWereThereBefore) {
  Observed observed;
  addProgram(observed.clr);
  observed.attach(settings(observed, "SAMPLE_EVERY=1000000\n"));
  for (int i = 0; i < 3000 && observed.trace().ofType(layout::RoundSampled::kType).empty(); i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const auto rounds = all<layout::RoundSampled>(observed.trace());
  CHECK(!rounds.empty());
  CHECK_EQUAL(1u, +rounds[0].due);
}

TEST(attach_whileAThreadDies_doesNotAskAboutIt) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.stacks[0x5100] = {};
  observed.clr.whileListing = [&] {
    std::lock_guard<std::mutex> locked(observed.clr.lock);
    if (observed.clr.stacks.erase(0x5100) != 0) {
      std::thread([&] { observed.call(kThreadDestroyed, uint64_t{0x5100}); }).join();
    }
  };
  // Only once the threads were listed: the modules come first.
  const auto dies = observed.clr.whileListing;
  int listings = 0;
  observed.clr.whileListing = [&] {
    if (++listings == 2) {
      dies();
    }
  };
  observed.attach(settings(observed));
  const auto threads = all<layout::ThreadCreated>(observed.trace());
  CHECK_EQUAL(1u, threads.size());
  CHECK_EQUAL(0x5000u, +threads[0].threadId);
  CHECK_EQUAL(0, observed.clr.violations.load());
}

// The unload waits at the gate until the listed module was described, and is recorded behind it.
TEST(attach_whileAListedModuleIsUnloaded_tellsTheUnloadBehindTheListing) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.modules[kPlugin] = {kSomeFile, 0x910, 9, true, {}, {}};
  std::thread unload;
  observed.clr.whileListing = [&] {
    if (!unload.joinable()) {
      unload = std::thread([&] {
        observed.call(kModuleUnloadStarted, kPlugin);
        std::lock_guard<std::mutex> locked(observed.clr.lock);
        observed.clr.modules.erase(kPlugin);
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  };
  observed.attach(settings(observed));
  unload.join();
  CHECK_EQUAL(0, observed.clr.violations.load());
  const auto trace = observed.trace();
  uint64_t recorded = 0, gone = 0;
  for (const Record& record : trace.records) {
    if (record.header.type == layout::ModuleLoaded::kType && record.as<layout::ModuleLoaded>().moduleId == kPlugin) {
      recorded = record.header.sequence;
    } else if (record.header.type == layout::UnloadStarted::kType) {
      gone = record.header.sequence;
    }
  }
  CHECK(recorded != 0 && gone > recorded);
}

// Some of the functions that name a type are left out.
TEST(attach_toAProgramOfManyFunctions_describesEachTypeOnce) {
  Observed observed;
  addProgram(observed.clr);
  FakeClr& clr = observed.clr;
  clr.jitted.clear();
  clr.classes[kThing] = {kPlugin, 0x02000003, kObject, {}, cor::kOk};
  for (uint64_t i = 0; i < 10; i++) {
    const uint64_t owner = 0x2200 + 8 * i;
    clr.classes[owner] = {kModule, static_cast<cor::mdTypeDef>(0x02000004 + i), kObject, {}, cor::kOk};
    clr.functions[0x4000 + 16 * i] = {owner, kModule, 0x06000001, {}, u""};
    clr.functions[0x4008 + 16 * i] = {kThing, kPlugin, 0x06000002, {}, u""};
    clr.jitted.push_back(0x4000 + 16 * i);
    clr.jitted.push_back(0x4008 + 16 * i);
  }
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(10u, +step.found);
  std::vector<uint64_t> recorded;
  for (const auto& seen : all<layout::ClassSeen>(observed.trace())) {
    recorded.push_back(seen.classId);
  }
  std::sort(recorded.begin(), recorded.end());
  CHECK_EQUAL(11u, recorded.size());
  CHECK(std::adjacent_find(recorded.begin(), recorded.end()) == recorded.end());
  CHECK_EQUAL(kObject, recorded[0]);
}

// Code stays listed for a while after its module's unloading was announced, or when it never will be.
TEST(attach_toAProgramWithCodeOfADeadModule_leavesThatOut) {
  Observed observed;
  addProgram(observed.clr);
  FakeClr& clr = observed.clr;
  clr.classes[kThing] = {kPlugin, 0x02000003, kObject, {}, cor::kOk};
  clr.classes[0x2200] = {kModule, 0x02000004, kObject, {kThing}, cor::kOk};  // List<Thing>
  clr.functions[0x3100] = {kThing, kPlugin, 0x06000001, {}, u""};
  clr.functions[0x3200] = {0x2200, kModule, 0x06000002, {}, u""};
  clr.jitted = {0x3100, 0x3200, 0x3000};
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(1u, +step.found);
  CHECK_EQUAL(2u, +step.leftOut);
  const ParsedTrace trace = observed.trace();
  CHECK_EQUAL(1u, all<layout::FunctionSeen>(trace).size());
  CHECK_EQUAL(1u, all<layout::ClassSeen>(trace).size());
}

// The runtime does not report the arguments of a type whose instantiations share code, such as Dictionary<Barrel,
// string>. Their module may be one that began to be unloaded before the agent came: then no callback announces it.
TEST(attach_toCodeThatInstantiationsShare_describesItWhenWhatWasBeingUnloadedIsGone) {
  constexpr uint64_t kDying = 0x3100;
  constexpr uint64_t kStaying = 0x3200;
  Observed observed;
  addProgram(observed.clr);
  FakeClr& clr = observed.clr;
  clr.functions[kDying] = {0, kModule, 0x06000002, {}, u""};
  clr.functions[kStaying] = {0, kModule, 0x06000003, {}, u""};
  clr.jitted = {kDying, kStaying, 0x3000};
  std::atomic<int> asked{0};
  clr.whileDescribing = [&] {
    if (++asked == 3) {
      clr.jitted = {kStaying, 0x3000};
    }
  };
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(2u, +step.found);
  CHECK_EQUAL(0u, +step.leftOut);
  CHECK(step.took >= 400'000'000);
  std::vector<uint64_t> recorded;
  for (const auto& seen : all<layout::FunctionSeen>(observed.trace())) {
    recorded.push_back(seen.functionId);
  }
  CHECK(recorded == (std::vector<uint64_t>{0x3000, kStaying}));
}

// The same with a module that is unloaded afterwards: its code is listed for a while behind the callback.
TEST(attach_whileAModuleIsUnloaded_waitsUntilTheCodeThatMayBeItsIsGone) {
  constexpr uint64_t kDying = 0x3100;
  Observed observed;
  addProgram(observed.clr);
  FakeClr& clr = observed.clr;
  clr.modules[kPlugin] = {kSomeFile, kAssembly + 1, 1, true, {}, {}};
  clr.functions[kDying] = {0, kModule, 0x06000002, {}, u""};
  clr.jitted = {kDying, 0x3000};
  std::atomic<bool> askedOnce{false};
  clr.whileDescribing = [&] { askedOnce = true; };
  observed.attach(settings(observed));
  while (!askedOnce) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  observed.call(kModuleUnloadStarted, kPlugin);
  std::this_thread::sleep_for(std::chrono::milliseconds(350));  // it would have been described without the unloading
  {
    std::lock_guard<std::mutex> locked(clr.lock);
    clr.jitted = {0x3000};
  }
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(1u, +step.found);
  CHECK_EQUAL(1u, all<layout::FunctionSeen>(observed.trace()).size());
}

TEST(attach_whileModulesAreUnloadedAllTheTime_leavesOutCodeThatMayBeTheirs) {
  constexpr uint64_t kShared = 0x3100;
  Observed observed;
  addProgram(observed.clr);
  observed.clr.functions[kShared] = {0, kModule, 0x06000002, {}, u""};
  observed.clr.jitted = {kShared, 0x3000};
  observed.attach(settings(observed));
  std::atomic<bool> over{false};
  std::thread unloading([&] {
    for (uint64_t module = 0x100000; !over; module += 8) {
      observed.call(kModuleUnloadStarted, module);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  layout::CaughtUp step{};
  const bool done = awaitStep(observed, layout::kListedFunctions, step);
  over = true;
  unloading.join();
  CHECK(done);
  CHECK_EQUAL(1u, +step.found);
  CHECK_EQUAL(1u, +step.leftOut);
  CHECK_EQUAL(1u, all<layout::FunctionSeen>(observed.trace()).size());
}

// The end of a dynamic method, which passes no gate, is recorded before what the listing found of it.
TEST(attach_whileAListedDynamicMethodDies_doesNotReportItBehindItsEnd) {
  constexpr uint64_t kDead = 0x3300;
  constexpr uint64_t kLiving = 0x3400;
  Observed observed;
  addProgram(observed.clr);
  observed.clr.functions[kDead] = {0, kModule, 0x06000000, {}, u"dead"};
  observed.clr.functions[kLiving] = {0, kModule, 0x06000000, {}, u"living"};
  observed.clr.jitted = {kDead, kLiving, 0x3000};
  std::atomic<int> asked{0};
  observed.clr.whileDescribing = [&] {
    if (++asked == 2) {
      std::thread([&] { observed.call(kDynamicMethodUnloaded, kDead); }).join();
    }
  };
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  const auto recorded = [&](uint64_t id) {
    const auto functions = all<layout::FunctionSeen>(observed.trace());
    return std::count_if(functions.begin(), functions.end(), [=](const auto& seen) { return seen.functionId == id; });
  };
  CHECK_EQUAL(0, recorded(kDead));
  CHECK_EQUAL(1, recorded(kLiving));
  observed.call(kDynamicMethodJITCompilationFinished, kDead, cor::kOk, cor::BOOL{1});
  CHECK_EQUAL(1, recorded(kDead));  // another, in its place
}

namespace {

// Code that counts down to 0, as a compiler of the program would have written it into memory.
struct Loop {
  static constexpr size_t kSize = 16;
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::atomic<bool> over{false};
  std::thread thread;

  Loop() {
    memcpy(page, "\x55\x48\x8B\xEC\x48\xFF\xCF\x75\xFB\x5D\xC3", 11);  // push rbp; mov rbp,rsp; dec rdi; jne; pop rbp; ret
    thread = std::thread([this] {
      while (!over) {
        reinterpret_cast<void (*)(uint64_t)>(page)(1'000'000);
      }
    });
  }
  ~Loop() {
    over = true;
    thread.join();
    munmap(page, 4096);
  }
  uint64_t start() const { return reinterpret_cast<uint64_t>(page); }
};

// Whether a walk from a sample in the loop found its callers.
bool isWalkedThrough(const ParsedTrace& trace, const Loop& loop) {
  std::map<uint32_t, size_t> callers;
  for (const Record& record : trace.records) {
    if (record.header.type == layout::CallersDefined::kType) {
      callers[record.as<layout::CallersDefined>().stack] = record.list<layout::CallersDefined>().size();
    } else if (record.header.type == layout::AddressesSampled::kType) {
      for (size_t i = 0; i < record.count(sizeof(layout::AddressesSampled)); i++) {
        layout::AddressSample sample;
        memcpy(&sample, record.bytes.data() + sizeof(layout::AddressesSampled) + 4 + i * sizeof sample, sizeof sample);
        if (sample.leaf - loop.start() < Loop::kSize && callers[sample.stack] >= 2) {
          return true;
        }
      }
    }
  }
  return false;
}

bool refused(const ParsedTrace& trace) {
  const auto states = all<layout::EngineState>(trace);
  return std::any_of(states.begin(), states.end(), [](const auto& s) { return s.condition == layout::kRefused; });
}

}  // namespace

// Samples meet it; where the kernel refuses them, nothing does.
TEST(attach_toAProgramThatRunsADynamicMethod_findsIt_andWalksThroughIt) {
  constexpr uint64_t kRunning = 0x3300;
  Loop loop;
  Observed observed;
  addProgram(observed.clr);
  observed.clr.functions[kRunning] = {0, kModule, 0x06000000, {}, u"lambda_method1"};
  observed.clr.code[loop.start()] = {kRunning, 0, {{loop.start(), Loop::kSize}}, {}};
  observed.attach(settings(observed, "ENGINE=perf\nSAMPLE_EVERY=1000000\n"));
  bool isRefused = false;
  bool isWalked = false;
  for (int i = 0; i < 6'000 && !isRefused && !isWalked; i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const ParsedTrace trace = observed.trace();
    isRefused = refused(trace);
    isWalked = isWalkedThrough(trace, loop);
  }
  CHECK(isRefused || isWalked);
  if (isWalked) {
    const auto seen = all<layout::DynamicMethodSeen>(observed.trace());
    CHECK_EQUAL(size_t{1}, seen.size());
    CHECK_EQUAL(+kRunning, +seen[0].functionId);
    observed.call(kDynamicMethodUnloaded, kRunning);
    CHECK_EQUAL(+kRunning, +all<layout::UnloadStarted>(observed.trace()).back().id);
  }
  CHECK_EQUAL(0, observed.clr.violations.load());
}

TEST(attach_toAProgramWithManyFunctions_tellsThemAllInStopsThatEnd) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.jitted.clear();
  for (uint64_t id = 0x10000; id < 0x10000 + 8 * 400; id += 8) {
    observed.clr.functions[id] = {kObject, kModule, 0x06000001, {}, u""};
    observed.clr.jitted.push_back(id);
  }
  std::atomic<uint64_t> suspended{0};
  observed.clr.whileSuspending = [&] { suspended = tiptoe::os::monotonicNanos(); };
  std::atomic<int> asked{0};
  observed.clr.whileDescribing = [&] {
    if (++asked == 200) {
      // Longer than a stop may be: a millisecond, or twice what it took up to the first.
      const uint64_t soFar = tiptoe::os::monotonicNanos() - suspended;
      std::this_thread::sleep_for(std::chrono::nanoseconds(3 * soFar + 2'000'000));
    }
  };
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(400u, +step.found);
  CHECK(observed.clr.suspensions >= 2);
  CHECK_EQUAL(400u, all<layout::FunctionSeen>(observed.trace()).size());
}

// A debugger stops the process in the first. Were that a pause, the second would be 100 s away.
TEST(attach_whereTheProcessIsStoppedInASuspension_goesOnSoon) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.functions[0x3008] = {kObject, kModule, 0x06000002, {}, u""};
  observed.clr.jitted = {0x3000, 0x3008};
  std::atomic<bool> stopped{false};
  observed.clr.whileDescribing = [&] {
    if (!stopped.exchange(true)) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  };
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(2u, +step.found);
  CHECK(observed.clr.suspensions >= 2);
  CHECK(step.longestPause < 900'000'000);
}

// However long one takes; and what a type meant in one suspension it need not mean in the next.
TEST(attach_withSuspensionsThatTakeLong_letsTheProgramRunAHundredTimesAsLongAndReportsTypesAnew) {
  constexpr uint64_t kOther = 0x1200;
  constexpr uint64_t kGone = 0x1300;
  constexpr uint64_t kLong = 10'000'000;
  Observed observed;
  FakeClr& clr = observed.clr;
  clr.modules[kModule] = {kSomeFile, kAssembly, 1, true, {}, {}};
  std::vector<uint64_t> arguments;
  for (const uint64_t module : {kGone, kPlugin, kOther, uint64_t{0x1400}, uint64_t{0x1500}, uint64_t{0x1600}}) {
    clr.modules[module] = {kSomeFile, 0x910, 9, true, {}, {}};  // collectible
    if (module != kGone) {
      arguments.push_back(0x10000 + module);
      clr.classes[arguments.back()] = {module, 0x02000002, 0, {}, cor::kOk};
    }
  }
  // over so many modules that any unload counts as its end
  clr.classes[0x2500] = {kModule, 0x02000002, 0, arguments, cor::kOk};
  clr.functions[0x3000] = {0x2500, kModule, 0x06000001, {}, u""};
  clr.functions[0x3100] = {0x2500, kModule, 0x06000002, {}, u""};
  clr.jitted = {0x3000, 0x3100};
  std::atomic<uint64_t> suspended[2] = {};
  std::atomic<size_t> suspensions{0};
  clr.whileSuspending = [&] {
    const size_t at = suspensions++;
    if (at < 2) {
      suspended[at] = tiptoe::os::monotonicNanos();
    }
  };
  clr.whileDescribing = [&] { std::this_thread::sleep_for(std::chrono::nanoseconds(kLong)); };
  observed.attach(settings(observed));
  for (int i = 0; i < 3000 && observed.trace().ofType(layout::FunctionSeen::kType).empty(); i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  observed.call(kModuleUnloadStarted, kGone);
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK(suspensions >= 2);
  CHECK(suspended[1] - suspended[0] >= 100 * kLong);
  int recorded = 0;
  for (const auto& seen : all<layout::ClassSeen>(observed.trace())) {
    recorded += seen.classId == 0x2500;
  }
  CHECK_EQUAL(2, recorded);
}

TEST(probe_onAWitnessedRuntime_findsWhatIsPublishedAndDeniesTheRest) {
  Observed observed;
  addProgram(observed.clr);
  FakeClr& clr = observed.clr;
  clr.jitted.clear();
  clr.stacks.clear();
  // A global function; a type that is published; one that is not; a generic one that is, whose code has no ID; and one
  // with more methods than a part has.
  clr.modules[kModule].owners = {0x02000000, 0x02000002, 0x02000002, 0x02000003, 0x02000003, 0x02000004};
  clr.modules[kModule].owners.insert(clr.modules[kModule].owners.end(), 2000, 0x02000005);
  clr.modules[kModule].published = {{2, 0x3000}, {3, 0x3100}, {6, 0}};
  clr.functions[0x3100] = {kObject, kModule, 0x06000003, {}, u""};
  observed.attach(settings(observed, kQuiet + "PROBE=1\n"));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kProbedModules, step));
  CHECK_EQUAL(0u, +step.result);
  CHECK_EQUAL(2u, +step.found);
  CHECK_EQUAL(2006, clr.lookUps.load());

  const ParsedTrace trace = observed.trace();
  const auto functions = all<layout::FunctionSeen>(trace);
  CHECK_EQUAL(2u, functions.size());
  CHECK_EQUAL(+layout::kProbed, +functions[1].source);
  const auto classes = all<layout::ClassSeen>(trace);
  CHECK_EQUAL(1u, classes.size());
  CHECK_EQUAL(+layout::kProbedClass, +classes[0].source);
  std::vector<uint64_t> denied;
  for (const Record& record : trace.ofType(layout::NotPublished::kType)) {
    CHECK_EQUAL(kModule, +record.as<layout::NotPublished>().moduleId);
    CHECK(record.as<layout::NotPublished>().asOf < record.header.time);
    const auto tokens = record.list<layout::NotPublished>();
    denied.insert(denied.end(), tokens.begin(), tokens.end());
  }
  CHECK(denied == (std::vector<uint64_t>{0x02000003, 0x02000005}));
  CHECK_EQUAL(0, clr.violations.load());
}

// The image's second type has no methods, the third has some that are published, and the fourth has none that are.
TEST(probe_ofAnImage_readsWhoseTheMethodsAreAndDoesNotAsk) {
  Observed observed;
  addProgram(observed.clr);
  FakeClr& clr = observed.clr;
  clr.jitted.clear();
  clr.stacks.clear();
  clr.modules[kModule].published = {{3, 0x3000}};
  observed.attach(settings(observed, kQuiet + "PROBE=1\n"));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kProbedModules, step));
  CHECK_EQUAL(1u, +step.found);
  CHECK_EQUAL(static_cast<int>(FakeImage::kMethods * clr.modules.size()), clr.lookUps.load());
  CHECK_EQUAL(0, clr.opened.load());

  bool recorded = false;
  for (const Record& record : observed.trace().ofType(layout::NotPublished::kType)) {
    if (+record.as<layout::NotPublished>().moduleId == kModule) {
      CHECK(record.list<layout::NotPublished>() == (std::vector<uint64_t>{0x02000004}));
      recorded = true;
    }
  }
  CHECK(recorded);
  CHECK_EQUAL(0, clr.violations.load());
}

TEST(probe_onARuntimeThatNobodyWitnessed_isNotMadeAndSaysWhy) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.major = 99;
  observed.clr.modules[kModule].owners = {0x02000002};
  observed.attach(settings(observed, kQuiet + "PROBE=1\n"));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kProbedModules, step));
  CHECK_EQUAL(static_cast<uint32_t>(cor::kNotImplemented), +step.result);
  CHECK(!observed.trace().ofType(layout::CaughtUp::kType).back().string(72).empty());
  CHECK_EQUAL(0, observed.clr.lookUps.load());
}

// Code that instantiations share waits until nothing was unloaded for a while, which may never be.
TEST(probe_whileFunctionsWaitForTheEndOfUnloadings_isMadeBeforeTheyAreDescribed) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.functions[0x3008] = {0, kModule, 0x06000002, {}, u""};  // its type is not reported
  observed.clr.jitted = {0x3000, 0x3008};
  observed.attach(settings(observed, kQuiet + "PROBE=1\n"));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  CHECK_EQUAL(2u, +step.found);
  observed.shutdown();

  const ParsedTrace trace = observed.trace();
  size_t probed = 0;
  size_t described = 0;
  size_t listed = 0;
  for (size_t i = 0; i < trace.records.size(); i++) {
    const Record& record = trace.records[i];
    if (record.header.type == layout::CaughtUp::kType) {
      const auto kind = +record.as<layout::CaughtUp>().step;
      probed = kind == layout::kProbedModules ? i : probed;
      listed = kind == layout::kListedFunctions ? i : listed;
    } else if (record.header.type == layout::FunctionSeen::kType &&
               +record.as<layout::FunctionSeen>().functionId == 0x3008) {
      described = i;
    }
  }
  CHECK(0 < probed);
  CHECK(probed < described);
  CHECK(described < listed);
}

TEST(probe_thatNobodyAskedFor_isNotMade) {
  Observed observed;
  addProgram(observed.clr);
  observed.clr.modules[kModule].owners = {0x02000002};
  observed.attach(settings(observed));
  layout::CaughtUp step{};
  CHECK(awaitStep(observed, layout::kListedFunctions, step));
  observed.shutdown();
  CHECK_EQUAL(0, observed.clr.lookUps.load());
}

namespace {

// An agent that can be asked to leave.
struct Leaving {
  TemporaryFolder folder;
  std::atomic<int> slowness{0};  // of the CLR's answers, in milliseconds
  std::atomic<int> codeSlowness{0};
  std::atomic<int> walkSlowness{0};
  std::atomic<bool> held;        // the thread that suspends, for as long
  std::atomic<bool> holding{false};
  Observed observed;

  explicit Leaving(bool hold = false, uint16_t runtimeMajor = 9) : held(hold) {
    observed.clr.major = runtimeMajor;
    chmod(folder.file("").c_str(), 0700);
    addProgram(observed.clr);
    observed.clr.classes[0x2700].result = cor::kProfilerDetaching;
    observed.clr.whileAsked = [this] { std::this_thread::sleep_for(std::chrono::milliseconds(slowness)); };
    observed.clr.whileCollecting = [this] { std::this_thread::sleep_for(std::chrono::milliseconds(codeSlowness)); };
    observed.clr.whileWalking = [this] { std::this_thread::sleep_for(std::chrono::milliseconds(walkSlowness)); };
    observed.clr.ownThread = 0x5000;
    observed.clr.whileSuspending = [this] {
      holding = held.load();
      while (held) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    };
    observed.attach(settings(observed, "SAMPLE_EVERY=1000000\nDUTY=1000000\nSNAPSHOTS=ClassLoadFinished\nCONTROL=" +
                                            folder.file("c") + "\n"));
  }

  // Whether there are more suspensions, within a bound.
  bool samples() {
    const int before = observed.clr.suspensions;
    for (int i = 0; i < 20'000 && observed.clr.suspensions <= before + 3; i++) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return observed.clr.suspensions > before + 3;
  }

  Reply detach() {
    ControlClient client(folder.file("c"));
    return client.ask(tiptoe::control::kDetach);
  }

  // A machine may be too busy for the agent's threads to end in time; the agent then says that the request may be repeated.
  Reply detachAtLast() {
    Reply reply = detach();
    for (int i = 0; i < 20 && reply.code == tiptoe::control::kBusy; i++) {
      reply = detach();
    }
    return reply;
  }
};

}  // namespace

TEST(detach_thatTheRuntimeAccepts_endsAllThreadsAndTheTrace) {
  Leaving leaving;
  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  CHECK_EQUAL(301u, leaving.observed.clr.detachExpected.load());
  CHECK_EQUAL(cor::kOk, leaving.observed.call(kProfilerDetachSucceeded));
  const int suspensions = leaving.observed.clr.suspensions;
  leaving.observed.call(kThreadCreated, uint64_t{0x5200});
  const ParsedTrace trace = leaving.observed.trace();
  CHECK_EQUAL(+layout::TraceEnded::kType, +trace.records.back().header.type);
  const auto end = trace.records.back().as<layout::TraceEnded>();
  CHECK_EQUAL(+layout::kDetached, +end.reason);
  CHECK_EQUAL(0u, +end.agentErrors);
  CHECK_EQUAL(suspensions, leaving.observed.clr.suspensions.load());
}

TEST(detach_afterALongCallback_expectsAsLong) {
  Leaving leaving;
  leaving.slowness = 350;
  leaving.observed.loaded(kClassLoadFinished, kObject);
  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  CHECK(leaving.observed.clr.detachExpected >= 350);
  leaving.observed.call(kProfilerDetachSucceeded);
}

// .NET Core 3.1, whose third look comes after ten minutes.
TEST(detach_fromARuntimeThatSoonLooksSeldom_leavesThreadsMoreTime) {
  Leaving leaving(false, 4);
  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  CHECK_EQUAL(2001u, leaving.observed.clr.detachExpected.load());
  leaving.observed.call(kProfilerDetachSucceeded);
}

// All that a callback does counts: also the questions for code, and the snapshot at its end.
TEST(detach_afterACallbackThatTookLongInItsLaterParts_expectsAsLong) {
  Leaving leaving;
  {
    std::lock_guard<std::mutex> locked(leaving.observed.clr.lock);
    leaving.observed.clr.code[0x70000] = {0x3000, 0, {{0x70000, 0x40}}, {{0, 0, 0x40}}};
  }
  leaving.codeSlowness = 350;
  leaving.observed.call(kJITCompilationFinished, uint64_t{0x3000}, cor::kOk, cor::BOOL{1});
  leaving.codeSlowness = 0;
  leaving.observed.clr.detachResult = cor::kProfilerNotYetInitialized;
  CHECK_EQUAL(+tiptoe::control::kRefused, +leaving.detachAtLast().code);
  CHECK(leaving.observed.clr.detachExpected >= 350);
  leaving.walkSlowness = 500;
  leaving.observed.loaded(kClassLoadFinished, kObject);
  leaving.walkSlowness = 0;
  leaving.observed.clr.detachResult = cor::kOk;
  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  CHECK(leaving.observed.clr.detachExpected >= 500);
  leaving.observed.call(kProfilerDetachSucceeded);
}

// The runtime waits for its own threads only; the library must not go while another is inside.
TEST(detach_whileACallbackIsUnderWay_endsBehindIt) {
  Observed observed;
  addProgram(observed.clr);
  std::atomic<bool> inside{false}, goesOn{false}, left{false};
  observed.clr.whileAsked = [&] {
    inside = true;
    while (!goesOn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  observed.initialize();
  std::thread loading([&] { observed.loaded(kClassLoadFinished, kObject); });
  while (!inside) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::thread leaving([&] {
    observed.call(kProfilerDetachSucceeded);
    left = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const bool early = left;
  goesOn = true;
  loading.join();
  leaving.join();
  CHECK(!early);
}

// The library is not unmapped then, and the object lives on. (Here it is the program's own code.)
TEST(detach_whileACallbackDoesNotEnd_returnsAllTheSame) {
  Observed observed;
  addProgram(observed.clr);
  std::atomic<bool> inside{false}, goesOn{false};
  observed.clr.whileAsked = [&] {
    inside = true;
    while (!goesOn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  observed.initialize();
  std::thread loading([&] { observed.loaded(kClassLoadFinished, kObject); });
  while (!inside) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const HRESULT result = observed.call(kProfilerDetachSucceeded);
  goesOn = true;
  loading.join();
  CHECK_EQUAL(cor::kOk, result);
  CHECK_EQUAL(1u, observed.agent()->Release());
}

TEST(detach_thatTheRuntimeRefuses_isReportedAndTheAgentGoesOn) {
  Leaving leaving;
  leaving.observed.clr.detachResult = cor::kProfilerNotYetInitialized;
  CHECK_EQUAL(+tiptoe::control::kRefused, +leaving.detach().code);
  const auto refused = all<layout::DetachRefused>(leaving.observed.trace());
  CHECK_EQUAL(1u, refused.size());
  CHECK_EQUAL(static_cast<uint32_t>(cor::kProfilerNotYetInitialized), +refused[0].result);
  CHECK(leaving.samples());
  leaving.observed.clr.detachResult = cor::kOk;
  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  leaving.observed.call(kProfilerDetachSucceeded);
}

// The sampler and the catch-up are both stuck in the runtime, and go on when it lets them.
TEST(detach_whileThreadsOfTheAgentDoNotEnd_isRefusedAndAllOfItWorksOn) {
  Leaving leaving(true);
  while (!leaving.holding) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK_EQUAL(+tiptoe::control::kBusy, +leaving.detach().code);
  const auto refused = all<layout::DetachRefused>(leaving.observed.trace());
  CHECK_EQUAL(1u, refused.size());
  CHECK_EQUAL(static_cast<uint32_t>(cor::ofErrno(EBUSY)), +refused[0].result);

  leaving.held = false;
  CHECK(leaving.samples());
  layout::CaughtUp step{};
  CHECK(awaitStep(leaving.observed, layout::kListedFunctions, step));
  CHECK_EQUAL(1u, +step.found);
  CHECK(leaving.observed.agent()->heapWalker().begin(1) == tiptoe::HeapWalker::kAccepted);

  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  leaving.observed.call(kProfilerDetachSucceeded);
  CHECK_EQUAL(+layout::kDetached, +leaving.observed.trace().records.back().as<layout::TraceEnded>().reason);
}

// Between the acceptance and the last call the CLR refuses whatever it is asked; what a callback then cannot find out
// is no loss and no error.
TEST(detach_whileACallbackFindsNothingOut_countsNoErrorAgainstTheAgent) {
  Leaving leaving;
  leaving.observed.loaded(kClassLoadFinished, 0x2700);
  CHECK_EQUAL(0, +leaving.detachAtLast().code);
  leaving.observed.call(kProfilerDetachSucceeded);
  const auto end = leaving.observed.trace().records.back().as<layout::TraceEnded>();
  CHECK_EQUAL(0u, +end.agentErrors);
  CHECK_EQUAL(0u, +end.identityLost);
}

CHECK_MAIN
