// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-stack-judge.so, for tests only: interrupts the program's threads by signals, and in the handler has the
// runtime walk the thread's stack from the interrupted context, which no agent that ships may do. Our walk of a copy of
// the same stack must find the same methods. Only stacks that were interrupted in managed code are compared: such a
// thread holds no lock of the runtime.
//
// TIPTOE_JUDGE_REPORT names the file for the result. TIPTOE_JUDGE_EVERY is the time between samples, in nanoseconds of
// each thread's processor time.

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <new>

#include "agent_factory.h"
#include "base/buffer.h"
#include "base/id_map.h"
#include "clr.h"
#include "cor/metadata_import.h"
#include "cor/profiler_callback.h"
#include "forbidden_info.h"
#include "loaded_ranges.h"
#include "os/os.h"
#include "os/threads.h"
#include "unwind/walker.h"

namespace tiptoe {
namespace {

using namespace cor;
using namespace unwind;
using Slots = ProfilerInfoSlots;

constexpr size_t kMostFrames = 600;
constexpr size_t kMostStack = 256 << 10;
constexpr size_t kSamples = 48;
constexpr size_t kThreads = 4096;
constexpr size_t kMostShown = 40;
constexpr size_t kEnds = 8;
constexpr size_t kContextSize = 1232;  // CONTEXT of x64 on Windows; newer runtimes have a longer one
constexpr size_t kLongestContext = 8192;

struct Sample {
  enum State : uint32_t { kFree, kTaken, kReady };

  std::atomic<uint32_t> state;
  Interruption interruption;
  HRESULT result;
  size_t count;
  uint64_t ips[kMostFrames];
  FunctionID functions[kMostFrames];
  uint8_t code[16];
  uint8_t stack[kMostStack];
};

struct ThreadOfProgram {
  std::atomic<ThreadID> id;
  uint64_t top;
  timer_t timer;
};

HRESULT onFrame(FunctionID function, uintptr_t ip, COR_PRF_FRAME_INFO, ULONG, uint8_t*, void* to) {
  auto* sample = static_cast<Sample*>(to);
  if (function != 0 && sample->count < kMostFrames) {
    sample->ips[sample->count] = ip;
    sample->functions[sample->count++] = function;
  }
  return kOk;
}

// What the comparisons came to.
struct Verdicts {
  uint64_t compared = 0;
  uint64_t identical = 0;
  uint64_t sameMethods = 0;
  uint64_t broken = 0;      // reported as broken off
  uint64_t falselyWhole = 0;
  uint64_t lacksThrowing = 0;  // reported as lacking frames, and different
  uint64_t notJudged = 0;   // the runtime did not walk
  uint64_t ends[kEnds] = {};
  uint64_t native = 0;      // interrupted elsewhere
  uint64_t nativeWhole = 0;
  uint64_t nativeEnds[kEnds] = {};
  uint64_t nanos = 0;
  uint64_t frames = 0;
};

class StackJudge final : public ProfilerCallback {
 public:
  static StackJudge* create() {
    void* memory = malloc(sizeof(StackJudge));
    return memory != nullptr ? new (memory) StackJudge() : nullptr;
  }

  HRESULT QueryInterface(const Guid& iid, void** object) override {
    bool known = iid == kIidUnknown;
    for (const Guid& other : kProfilerCallbackIids) {
      known = known || iid == other;
    }
    *object = known ? this : nullptr;
    return known ? kOk : kNoInterface;
  }

  HRESULT Initialize(Unknown* info) override;
  HRESULT Shutdown() override;
  HRESULT ModuleLoadFinished(ModuleID module, HRESULT status) override;
  HRESULT ModuleUnloadStarted(ModuleID module) override;
  HRESULT JITCompilationFinished(FunctionID function, HRESULT status, BOOL) override {
    return compiled(function, status);
  }
  HRESULT DynamicMethodJITCompilationFinished(FunctionID function, HRESULT status, BOOL) override {
    return compiled(function, status);
  }
  HRESULT DynamicMethodUnloaded(FunctionID function) override {
    methods_.unloaded(function, os::monotonicNanos());
    return kOk;
  }
  HRESULT ThreadAssignedToOSThread(ThreadID id, DWORD osThread) override;
  HRESULT ThreadDestroyed(ThreadID id) override;

 private:
  template <auto kSlot, typename... Arguments>
  HRESULT ask(Arguments... arguments) {
    return (info_->slots->*kSlot)(info_, arguments...);
  }

  HRESULT compiled(FunctionID function, HRESULT status);
  static void onSignal(int, siginfo_t* info, void* context);
  void take(const ThreadOfProgram& thread, const ucontext_t* context);
  void judgeAll();
  void judge(const Sample& sample);
  bool inLibrary(uint64_t address) const;
  bool managed(uint64_t address, bool called) const;
  FunctionID functionAt(uint64_t ip, bool called);
  bool dispatches(FunctionID function);
  bool has(MetaDataImport* metadata, mdToken token, ModuleID module);
  void show(const Sample& sample, const char* what);
  void report();

  ProfilerInfo* info_ = nullptr;
  ForbiddenInfo* forbidden_ = nullptr;
  os::Mutex gate_;  // held while walking, and while an image goes
  CodeMap methods_;
  NativeCode libraries_;
  Walker walker_{methods_, libraries_, os::readMemory};
  Frames frames_;
  uint64_t libraryAdds_ = 0;
  size_t contextSize_ = 0;
  uint64_t every_ = 1'000'000;
  Sample* samples_ = nullptr;
  std::atomic<const Ranges*> ranges_{nullptr};
  std::atomic<uint64_t> dropped_{0};
  std::atomic<bool> over_{false};
  std::atomic<size_t> threadCount_{0};
  ThreadOfProgram threads_[kThreads];
  os::Thread judging_;
  IdMap<uint8_t> dispatches_;
  mdTypeDef dispatcher_ = 0;
  ModuleID dispatcherModule_ = 0;
  Verdicts verdicts_;
  FILE* shown_ = nullptr;
  size_t shownCount_ = 0;
};

StackJudge* theJudge;

HRESULT StackJudge::Initialize(Unknown* info) {
  if (failed(info->QueryInterface(kIidProfilerInfo10, reinterpret_cast<void**>(&info_))) ||
      failed(info->QueryInterface(kIidProfilerInfo2, reinterpret_cast<void**>(&forbidden_)))) {
    return kCancelActivation;
  }
  theJudge = this;
  if (const char* every = getenv("TIPTOE_JUDGE_EVERY"); every != nullptr) {
    every_ = strtoull(every, nullptr, 10);
  }
  if (const char* path = getenv("TIPTOE_JUDGE_SHOW"); path != nullptr) {
    shown_ = fopen(path, "w");
  }
  samples_ = static_cast<Sample*>(calloc(kSamples, sizeof(Sample)));
  struct sigaction action {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  constexpr DWORD kEvents =
      kMonitorModuleLoads | kMonitorThreads | kEnableStackSnapshot | kMonitorJitCompilation;
  if (samples_ == nullptr || failed(ask<&Slots::SetEventMask2>(kEvents, DWORD{kHighMonitorDynamicFunctionUnloads}))) {
    return kCancelActivation;
  }
  // the size of a context: the runtime refuses every other
  uint8_t context[kLongestContext] = {};
  for (size_t size = kContextSize; size < sizeof context && contextSize_ == 0; size += 8) {
    Sample& scratch = samples_[0];
    const HRESULT result = ask<&Slots::DoStackSnapshot>(ThreadID{0}, &onFrame, ULONG{0}, static_cast<void*>(&scratch),
                                                        context, static_cast<ULONG>(size));
    contextSize_ = result != kInvalidArgument ? size : 0;
  }
  samples_[0].count = 0;
  judging_.start<StackJudge, &StackJudge::judgeAll>("stack-judge", this);
  return kOk;
}

HRESULT StackJudge::Shutdown() {
  for (size_t i = 0; i < threadCount_ && i < kThreads; i++) {
    if (threads_[i].id.exchange(0) != 0) {
      timer_delete(threads_[i].timer);
    }
  }
  signal(SIGPROF, SIG_IGN);
  over_ = true;
  judging_.join();
  report();
  return kOk;
}

HRESULT StackJudge::ModuleLoadFinished(ModuleID module, HRESULT status) {
  const uint8_t* base = nullptr;
  DWORD flags = 0;
  WCHAR name[1024];
  ULONG length = 0;
  if (succeeded(status) &&
      succeeded(ask<&Slots::GetModuleInfo2>(module, &base, ULONG{1024}, &length, name,
                                            static_cast<AssemblyID*>(nullptr), &flags)) &&
      base != nullptr && (flags & (kModuleDynamic | kModuleFlatLayout)) == 0) {
    methods_.mapped(base, os::monotonicNanos());
  }
  return kOk;
}

HRESULT StackJudge::ModuleUnloadStarted(ModuleID module) {
  const uint8_t* base = nullptr;
  DWORD flags = 0;
  WCHAR name[1024];
  ULONG length = 0;
  os::Locked locked(gate_);
  if (succeeded(ask<&Slots::GetModuleInfo2>(module, &base, ULONG{1024}, &length, name,
                                            static_cast<AssemblyID*>(nullptr), &flags))) {
    methods_.unmapped(base, os::monotonicNanos());
  }
  return kOk;
}

HRESULT StackJudge::compiled(FunctionID function, HRESULT status) {
  uintptr_t starts[64];
  ULONG count = 0;
  if (failed(status) ||
      failed(ask<&Slots::GetNativeCodeStartAddresses>(function, ReJITID{0}, ULONG{64}, &count, starts))) {
    return kOk;
  }
  for (ULONG i = 0; i < count && i < 64; i++) {
    COR_PRF_CODE_INFO pieces[8];
    ULONG found = 0;
    if (succeeded(ask<&Slots::GetCodeInfo4>(starts[i], ULONG{8}, &found, pieces))) {
      for (ULONG k = 0; k < found && k < 8; k++) {
        methods_.compiled(function, pieces[k].startAddress, static_cast<uint32_t>(pieces[k].size),
                          os::monotonicNanos());
      }
    }
  }
  return kOk;
}

HRESULT StackJudge::ThreadAssignedToOSThread(ThreadID id, DWORD osThread) {
  if (osThread != os::threadId()) {
    return kOk;
  }
  const size_t i = threadCount_.fetch_add(1);
  if (i >= kThreads) {
    return kOk;
  }
  ThreadOfProgram& thread = threads_[i];
  pthread_attr_t attributes;
  void* low = nullptr;
  size_t size = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  thread.top = reinterpret_cast<uint64_t>(low) + size;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event.sigev_value.sival_ptr = &thread;
  event._sigev_un._tid = static_cast<pid_t>(osThread);
  clockid_t clock;
  if (pthread_getcpuclockid(pthread_self(), &clock) == 0 && timer_create(clock, &event, &thread.timer) == 0) {
    thread.id = id;
    const itimerspec interval{{0, static_cast<long>(every_)}, {0, static_cast<long>(every_)}};
    timer_settime(thread.timer, 0, &interval, nullptr);
  }
  return kOk;
}

HRESULT StackJudge::ThreadDestroyed(ThreadID id) {
  for (size_t i = 0; i < threadCount_ && i < kThreads; i++) {
    if (ThreadID wanted = id; threads_[i].id.compare_exchange_strong(wanted, 0)) {
      timer_delete(threads_[i].timer);
    }
  }
  return kOk;
}

void StackJudge::onSignal(int, siginfo_t* info, void* context) {
  const int error = errno;
  const auto* thread = static_cast<const ThreadOfProgram*>(info->si_value.sival_ptr);
  if (info->si_code == SI_TIMER && thread >= theJudge->threads_ && thread < theJudge->threads_ + kThreads) {
    theJudge->take(*thread, static_cast<const ucontext_t*>(context));
  }
  errno = error;
}

void StackJudge::take(const ThreadOfProgram& thread, const ucontext_t* context) {
  struct Place {
    Register which;
    int inContext;
    int inWindows;  // the offset in the CONTEXT of Windows
  };
  static constexpr Place kPlaces[] = {
      {kRax, REG_RAX, 120}, {kRcx, REG_RCX, 128}, {kRdx, REG_RDX, 136}, {kRbx, REG_RBX, 144}, {kRsp, REG_RSP, 152},
      {kRbp, REG_RBP, 160}, {kRsi, REG_RSI, 168}, {kRdi, REG_RDI, 176}, {kR8, REG_R8, 184},   {kR9, REG_R9, 192},
      {kR10, REG_R10, 200}, {kR11, REG_R11, 208}, {kR12, REG_R12, 216}, {kR13, REG_R13, 224}, {kR14, REG_R14, 232},
      {kR15, REG_R15, 240}, {kRip, REG_RIP, 248}};
  Sample* sample = nullptr;
  for (size_t i = 0; i < kSamples && sample == nullptr; i++) {
    if (uint32_t free = Sample::kFree; samples_[i].state.compare_exchange_strong(free, Sample::kTaken)) {
      sample = &samples_[i];
    }
  }
  if (sample == nullptr) {
    dropped_++;
    return;
  }
  uint8_t windows[kLongestContext];
  memset(windows, 0, contextSize_);
  const uint32_t flags = 0x10000B;  // control, integer, floating point
  memcpy(windows + 48, &flags, sizeof flags);
  Interruption& interruption = sample->interruption;
  for (const Place& place : kPlaces) {
    const auto value = static_cast<uint64_t>(context->uc_mcontext.gregs[place.inContext]);
    interruption.registers[place.which] = value;
    memcpy(windows + place.inWindows, &value, sizeof value);
  }
  const uint64_t rsp = interruption.registers[kRsp];
  if (rsp >= thread.top || thread.top - rsp > (64 << 20)) {  // on another stack
    sample->state = Sample::kFree;
    return;
  }
  const size_t size = thread.top - rsp < kMostStack ? thread.top - rsp : kMostStack;
  memcpy(sample->stack, reinterpret_cast<const void*>(rsp), size);
  interruption.stack = {rsp, {sample->stack, size}};
  interruption.time = os::monotonicNanos();
  sample->count = 0;
  // A thread outside of all libraries is in managed code or in a stub, and holds no lock of the runtime.
  FunctionID function = 0;
  const auto* ip = reinterpret_cast<const uint8_t*>(interruption.registers[kRip]);
  sample->result = kFalse;
  if (!inLibrary(interruption.registers[kRip]) &&
      succeeded(forbidden_->slots->GetFunctionFromIP(forbidden_, ip, &function)) && function != 0) {
    sample->result = ask<&Slots::DoStackSnapshot>(ThreadID{0}, &onFrame, ULONG{0}, static_cast<void*>(sample), windows,
                                                  static_cast<ULONG>(contextSize_));
  }
  sample->state = Sample::kReady;
}

bool StackJudge::inLibrary(uint64_t address) const {
  const Ranges* ranges = ranges_.load(std::memory_order_acquire);
  for (size_t i = 0; ranges != nullptr && i < ranges->count; i++) {
    if (address >= ranges->items[i].start && address < ranges->items[i].end) {
      return true;
    }
  }
  return ranges == nullptr;
}

void StackJudge::judgeAll() {
  while (true) {
    const bool last = over_;
    // Which samples there are must be known before news of code are taken over: later ones may be of later code.
    bool ready[kSamples];
    for (size_t i = 0; i < kSamples; i++) {
      ready[i] = samples_[i].state.load(std::memory_order_acquire) == Sample::kReady;
    }
    {
      os::Locked locked(gate_);
      bool gone = methods_.takeOver();
      if (const uint64_t adds = libraryAdds(); adds != libraryAdds_) {
        libraryAdds_ = adds;
        updateLibraries(libraries_, os::monotonicNanos());
        ranges_.store(loadedRanges(), std::memory_order_release);  // the old ones may be in use
        gone = true;
      }
      if (gone) {
        walker_.forget();
      }
      for (size_t i = 0; i < kSamples; i++) {
        if (ready[i]) {
          judge(samples_[i]);
          samples_[i].state.store(Sample::kFree, std::memory_order_release);
        }
      }
    }
    if (last) {
      return;
    }
    os::sleep(1'000'000);
  }
}

bool StackJudge::managed(uint64_t address, bool called) const {
  const uint64_t code = called ? address - 1 : address;
  if (methods_.method(code, UINT64_MAX) != nullptr) {
    return true;
  }
  ReadyToRun::Function function;
  const CodeMap::Image* image = methods_.image(code, UINT64_MAX);
  return image != nullptr && image->code.find(static_cast<uint32_t>(code - image->code.base()), function);
}

FunctionID StackJudge::functionAt(uint64_t ip, bool called) {
  FunctionID function = 0;
  forbidden_->slots->GetFunctionFromIP(forbidden_, reinterpret_cast<const uint8_t*>(called ? ip - 1 : ip), &function);
  return function;
}

// Finds out whether a method belongs to the type that dispatches exceptions in managed code, from .NET 9 on: the one of
// CoreLib that has a method RhThrowEx.
bool StackJudge::dispatches(FunctionID function) {
  if (const uint8_t* known = dispatches_.find(function); known != nullptr) {
    return *known != 0;
  }
  ClassID type = 0;
  ModuleID module = 0;
  mdToken token = 0;
  void* object = nullptr;
  bool found = false;
  if (succeeded(ask<&Slots::GetFunctionInfo2>(function, COR_PRF_FRAME_INFO{0}, &type, &module, &token, ULONG{0},
                                              static_cast<ULONG*>(nullptr), static_cast<ClassID*>(nullptr))) &&
      ask<&Slots::GetModuleMetaData>(module, DWORD{0}, kIidMetaDataImport, &object) == kOk) {
    auto* metadata = static_cast<MetaDataImport*>(object);
    found = has(metadata, token, module);
    metadata->slots->Release(metadata);
  }
  dispatches_.put(function, found);
  return found;
}

bool StackJudge::has(MetaDataImport* metadata, mdToken token, ModuleID module) {
  mdTypeDef owner = 0;
  WCHAR name[64];
  ULONG length = 0;
  if (failed(metadata->slots->GetMethodProps(metadata, token, &owner, name, 64, &length, nullptr, nullptr, nullptr,
                                             nullptr, nullptr))) {
    return false;
  }
  static constexpr WCHAR kThrow[] = u"RhThrowEx";
  if (length == sizeof kThrow / sizeof *kThrow && memcmp(name, kThrow, sizeof kThrow) == 0) {
    dispatcher_ = owner;
    dispatcherModule_ = module;
  }
  return owner == dispatcher_ && module == dispatcherModule_ && owner != 0;
}

void StackJudge::judge(const Sample& sample) {
  const uint64_t begin = os::monotonicNanos();
  walker_.walk(sample.interruption, frames_);
  verdicts_.nanos += os::monotonicNanos() - begin;
  verdicts_.frames += frames_.count;
  const auto end = static_cast<size_t>(frames_.end);
  if (sample.result == kFalse) {
    verdicts_.native++;
    verdicts_.nativeWhole += frames_.whole();
    verdicts_.nativeEnds[end]++;
    if (!frames_.whole()) {
      show(sample, "native");
    }
    return;
  }
  if (failed(sample.result) || sample.count == 0 || sample.count == kMostFrames) {
    verdicts_.notJudged++;
    return;
  }
  verdicts_.compared++;
  verdicts_.ends[end]++;
  Buffer<uint64_t, 256> ips;  // of methods
  Buffer<FunctionID, 256> functions;
  Buffer<bool, 256> optional;         // of methods that called each other, down to the dispatch: the runtime hides some
  bool dispatching = false;
  for (size_t i = 0; i <= frames_.count; i++) {
    const bool called = i != 0 && i != frames_.interrupted;
    const FunctionID function =
        i < frames_.count && managed(frames_.addresses[i], called) ? functionAt(frames_.addresses[i], called) : 0;
    if (function != 0) {
      ips.push(frames_.addresses[i]);
      functions.push(function);
      dispatching = dispatching || dispatches(function);
      continue;
    }
    while (optional.size() < ips.size()) {
      optional.push(dispatching);
    }
    dispatching = false;
  }
  bool identical = true;
  bool same = true;
  size_t at = 0;
  for (size_t i = 0; same && i < ips.size(); i++) {
    const bool found = at < sample.count && functions[i] == sample.functions[at];
    if (found) {
      identical = identical && ips[i] == sample.ips[at];
      at++;
    }
    same = found || optional[i];
  }
  same = same && at == sample.count;
  identical = identical && same;
  verdicts_.identical += identical && frames_.whole();
  verdicts_.sameMethods += same && !identical && frames_.whole();
  verdicts_.broken += !frames_.whole();
  verdicts_.lacksThrowing += frames_.whole() && !same && frames_.lacksThrowing;
  verdicts_.falselyWhole += frames_.whole() && !same && !frames_.lacksThrowing;
  if (!same) {
    show(sample, frames_.whole() ? "FALSE" : "broken");
  }
}

void StackJudge::show(const Sample& sample, const char* what) {
  if (shown_ == nullptr || shownCount_++ >= kMostShown) {
    return;
  }
  fprintf(shown_, "%s end %d, copy of %zu bytes\n", what, static_cast<int>(frames_.end),
          sample.interruption.stack.bytes.size);
  for (size_t i = 0; i < sample.count && i < 30; i++) {
    bool ours = false;
    for (size_t k = 0; k < frames_.count; k++) {
      ours = ours || frames_.addresses[k] == sample.ips[i];
    }
    fprintf(shown_, "  theirs%s %zx %zx\n", ours ? " " : "-", sample.ips[i], sample.functions[i]);
  }
  for (size_t i = 0; i < frames_.count && i < 40; i++) {
    const uint64_t ip = frames_.addresses[i];
    uint8_t code[24] = {};
    os::readMemory(ip - 8, code, sizeof code);
    const bool called = i != 0;
    const Method* method = methods_.method(called ? ip - 1 : ip, UINT64_MAX);
    fprintf(shown_, "  ours %zx %zx %s", ip, functionAt(ip, called),
            method != nullptr                                    ? "jit"
            : methods_.image(ip, UINT64_MAX) != nullptr          ? "r2r"
            : libraries_.find(ip, UINT64_MAX).inLibrary          ? "native"
                                                                 : "unknown");
    if (method != nullptr) {
      fprintf(shown_, " +%zx of %x, framed %d, prologue %d, rule %d %d %d", ip - method->start, method->size,
              method->framed, method->prologue, method->rule.kind, method->rule.cfaRegister, method->rule.offset);
      os::readMemory(method->start, code, sizeof code);
      fprintf(shown_, " start");
      for (const uint8_t byte : code) {
        fprintf(shown_, " %02x", byte);
      }
      os::readMemory(ip - 8, code, sizeof code);
    }
    fprintf(shown_, " code");
    for (size_t k = 0; k < sizeof code; k++) {
      fprintf(shown_, "%s%02x", k == 8 ? "|" : " ", code[k]);
    }
    fprintf(shown_, " ");
    nameLibrary(shown_, ip);
    fprintf(shown_, "\n");
  }
}

void StackJudge::report() {
  const char* path = getenv("TIPTOE_JUDGE_REPORT");
  FILE* file = path != nullptr ? fopen(path, "w") : nullptr;
  if (file == nullptr) {
    os::say("TIPTOE_JUDGE_REPORT names no file that can be written");
    return;
  }
  const Verdicts& all = verdicts_;
  const uint64_t walks = all.compared + all.native + all.notJudged;
  const struct {
    const char* name;
    uint64_t count;
  } counts[] = {{"compared", all.compared},
                {"identical", all.identical},
                {"same-methods", all.sameMethods},
                {"broken-off", all.broken},
                {"falsely-whole", all.falselyWhole},
                {"lacks-throwing", all.lacksThrowing},
                {"not-judged", all.notJudged},
                {"native", all.native},
                {"native-whole", all.nativeWhole},
                {"dropped", dropped_},
                {"methods", methods_.methods()},
                {"lost", methods_.lost()},
                {"rows", libraries_.rows()},
                {"retained", libraries_.retained() + methods_.retained()},
                {"frames", all.frames},
                {"nanos-per-walk", walks != 0 ? all.nanos / walks : 0}};
  for (const auto& count : counts) {
    fprintf(file, "%s %zu\n", count.name, count.count);
  }
  for (size_t i = 0; i < kEnds; i++) {
    fprintf(file, "end-%zu %zu\nnative-end-%zu %zu\n", i, all.ends[i], i, all.nativeEnds[i]);
  }
  fclose(file);
}

WitnessAgentFactory<StackJudge> factory;

}  // namespace
}  // namespace tiptoe

extern "C" __attribute__((visibility("default"))) tiptoe::cor::HRESULT DllGetClassObject(const tiptoe::cor::Guid&,
                                                                                         const tiptoe::cor::Guid& iid,
                                                                                         void** object) {
  return tiptoe::factory.QueryInterface(iid, object);
}
