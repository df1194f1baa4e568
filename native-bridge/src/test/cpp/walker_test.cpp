// SPDX-License-Identifier: Apache-2.0
//
// walker_test [LIBRARY…]: walks of native threads, at each single instruction against the calls and returns that were
// seen, and at random moments against the compiler's own unwinder. Each LIBRARY has Brotli's encoder, as .NET's
// libSystem.IO.Compression.Native.so does, which clang compiled: its rows ignore epilogues.

#include "unwind/walker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "loaded_libraries.h"
#include "os/os.h"

using namespace tiptoe;
using namespace tiptoe::unwind;

namespace {

CodeMap noMethods;
NativeCode libraries;

struct Stack {
  uint64_t low = 0;
  uint64_t high = 0;

  Stack() {
    pthread_attr_t attributes;
    void* start = nullptr;
    size_t size = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    low = reinterpret_cast<uint64_t>(start);
    high = low + size;
  }
};

Interruption interruptionOf(const void* context, const Stack& stack) {
  static constexpr std::pair<Register, int> kWhere[] = {
      {kRax, REG_RAX}, {kRdx, REG_RDX}, {kRcx, REG_RCX}, {kRbx, REG_RBX}, {kRsi, REG_RSI}, {kRdi, REG_RDI},
      {kRbp, REG_RBP}, {kRsp, REG_RSP}, {kR8, REG_R8},   {kR9, REG_R9},   {kR10, REG_R10}, {kR11, REG_R11},
      {kR12, REG_R12}, {kR13, REG_R13}, {kR14, REG_R14}, {kR15, REG_R15}, {kRip, REG_RIP}};
  Interruption interruption{};
  for (const auto& [which, place] : kWhere) {
    interruption.registers[which] =
        static_cast<uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[place]);
  }
  const uint64_t rsp = interruption.registers[kRsp];
  interruption.time = 1;
  interruption.stack = {rsp, {reinterpret_cast<const uint8_t*>(rsp), stack.high - rsp}};
  return interruption;
}

void loadRows() { update(libraries, 1); }

std::string hex(uint64_t value) {
  char text[32];
  snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(value));
  return text;
}

// Addresses, kept without allocating: a handler may have interrupted the allocator.
struct Addresses {
  static constexpr size_t kMost = 512;

  uint64_t items[kMost];
  size_t count = 0;

  void push(uint64_t address) {
    if (count < kMost) {
      items[count++] = address;
    }
  }

  std::string text() const {
    std::string written;
    for (size_t i = 0; i < count; i++) {
      written += " " + hex(items[i]);
    }
    return written;
  }
};

// The first walk that was not as expected.
struct Wrong {
  bool any = false;
  End end = End::kWhole;
  Addresses ours;
  Addresses theirs;

  std::string text() const {
    return any ? "ours (" + std::to_string(static_cast<int>(end)) + ")" + ours.text() + ", theirs" + theirs.text() : "";
  }
};

// ---- instruction by instruction

struct Call {
  uint64_t slot;  // where the return address lies
  uint64_t returnAddress;
};

struct Stepping {
  Stack stack;
  std::unique_ptr<Walker> walker = std::make_unique<Walker>(noMethods, libraries, os::readMemory);
  std::unique_ptr<Frames> frames = std::make_unique<Frames>();
  Call calls[1000];
  size_t depth = 0;
  uint64_t lastRip = 0;
  uint64_t lastRsp = 0;
  uint64_t steps = 0;
  uint64_t whole = 0;
  uint64_t different = 0;
  uint64_t broken = 0;
  Wrong first;
};

Stepping* stepping;

// A call is an instruction after which the word at RSP is the address behind it.
void follow(Stepping& all, uint64_t rip, uint64_t rsp) {
  while (all.depth != 0 && all.calls[all.depth - 1].slot < rsp) {
    all.depth--;
  }
  if (all.lastRsp != 0 && rsp == all.lastRsp - 8 && rip != all.lastRip) {
    const uint64_t word = *reinterpret_cast<const uint64_t*>(rsp);
    const bool near = rip > all.lastRip && rip <= all.lastRip + 8;
    if (word > all.lastRip && word <= all.lastRip + 8 && !(near && rip == word)) {
      all.calls[all.depth++] = {rsp, word};
    }
  }
  all.lastRip = rip;
  all.lastRsp = rsp;
}

void onStep(int, siginfo_t*, void* context) {
  Stepping& all = *stepping;
  const Interruption now = interruptionOf(context, all.stack);
  follow(all, now.registers[kRip], now.registers[kRsp]);
  all.walker->walk(now, *all.frames);
  all.steps++;
  bool same = all.frames->count > all.depth;
  for (size_t i = 0; same && i < all.depth; i++) {
    same = all.frames->addresses[1 + i] == all.calls[all.depth - 1 - i].returnAddress;
  }
  all.whole += all.frames->whole();
  all.broken += !same && !all.frames->whole();
  all.different += !same && all.frames->whole();
  if ((!same || !all.frames->whole()) && !all.first.any) {
    all.first.any = true;
    all.first.end = all.frames->end;
    for (size_t i = 0; i < all.frames->count; i++) {
      all.first.ours.push(all.frames->addresses[i]);
    }
    all.first.theirs.push(now.registers[kRip]);
    for (size_t i = 0; i < all.depth; i++) {
      all.first.theirs.push(all.calls[all.depth - 1 - i].returnAddress);
    }
  }
}

// A breakpoint begins the stepping, and another ends it.
void onTrap(int signal, siginfo_t* info, void* context) {
  constexpr greg_t kTrapFlag = 0x100;
  if (info->si_code == TRAP_TRACE) {
    onStep(signal, info, context);
  } else {
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] ^= kTrapFlag;
  }
}

__attribute__((noinline)) void run(void (*what)()) {
  asm volatile("int3");
  what();
  asm volatile("int3");
}

// Runs a function step by step.
std::unique_ptr<Stepping> step(void (*what)()) {
  loadRows();
  auto all = std::make_unique<Stepping>();
  stepping = all.get();
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = onTrap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, &before);
  run(what);
  sigaction(SIGTRAP, &before, nullptr);
  return all;
}

volatile uint64_t sink;

__attribute__((noinline)) uint64_t fibonacci(uint64_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__attribute__((noinline)) uint64_t withRoom(size_t size) {
  auto* room = static_cast<volatile char*>(__builtin_alloca(size));
  room[0] = 1;
  room[size - 1] = 2;
  return fibonacci(5) + room[0];
}

__attribute__((noinline)) uint64_t realigned(uint64_t n) {
  alignas(128) volatile uint64_t room[16] = {n};
  return fibonacci(4) + withRoom(100 + n) + room[0];
}

__attribute__((noinline, optimize("no-omit-frame-pointer"))) uint64_t framed(uint64_t n) {
  return realigned(n) + fibonacci(n);
}

__attribute__((noinline)) uint64_t large(uint64_t n) {
  volatile uint64_t room[5000];
  room[n] = n;
  return framed(n) + room[n];
}

int compareNumbers(const void* one, const void* other) {
  return *static_cast<const int*>(one) - *static_cast<const int*>(other) + static_cast<int>(fibonacci(2)) - 1;
}

void callALot() {
  sink = large(4);
  int numbers[40];
  for (int i = 0; i < 40; i++) {
    numbers[i] = i * 7919 % 101;
  }
  qsort(numbers, 40, sizeof *numbers, compareNumbers);
  char text[200];
  snprintf(text, sizeof text, "%s %d %.17g %x", "text", 42, 3.14159, 7);
  sink = static_cast<uint64_t>(strtod("2.71828e10", nullptr));
  std::map<std::string, int> map;
  for (int i = 0; i < 20; i++) {
    map["key " + std::to_string(i * 31 % 17)] += i;
  }
  sink = map.size() + static_cast<uint64_t>(time(nullptr)) + static_cast<uint64_t>(getenv("NOTHING") != nullptr);
}

using Encode = int(int quality, int window, int mode, size_t inputSize, const uint8_t* input, size_t* size, uint8_t* to);
Encode* encode;
std::vector<std::string> named;

void compress() {
  uint8_t input[600];
  for (size_t i = 0; i < sizeof input; i++) {
    input[i] = static_cast<uint8_t>(i * i % 37);
  }
  uint8_t output[2000];
  size_t size = sizeof output;
  sink = static_cast<uint64_t>(encode(4, 16, 0, sizeof input, input, &size, output)) + size;
}

// ---- at random moments

_Unwind_Reason_Code onFrame(_Unwind_Context* context, void* to) {
  int before = 0;
  static_cast<Addresses*>(to)->push(_Unwind_GetIPInfo(context, &before));
  return _URC_NO_REASON;
}

struct Interrupted {
  Stack stack;
  std::unique_ptr<Walker> walker = std::make_unique<Walker>(noMethods, libraries, os::readMemory);
  std::unique_ptr<Frames> frames = std::make_unique<Frames>();
  uint64_t compared = 0;
  uint64_t whole = 0;
  Wrong first;
};

thread_local Interrupted* interrupted;

void onTimer(int, siginfo_t*, void* context) {
  Interrupted* all = interrupted;
  if (all == nullptr) {
    return;
  }
  const Interruption now = interruptionOf(context, all->stack);
  all->walker->walk(now, *all->frames);
  Addresses theirs;
  _Unwind_Backtrace(onFrame, &theirs);
  // those of this handler come first
  size_t from = 0;
  while (from < theirs.count && theirs.items[from] != now.registers[kRip]) {
    from++;
  }
  while (theirs.count > from && theirs.items[theirs.count - 1] == 0) {
    theirs.count--;
  }
  const Frames& ours = *all->frames;
  const bool same = ours.count == theirs.count - from &&
                    memcmp(ours.addresses, theirs.items + from, ours.count * sizeof(uint64_t)) == 0;
  all->compared++;
  all->whole += ours.whole();
  if (!same && !all->first.any) {
    all->first.any = true;
    all->first.end = ours.end;
    for (size_t i = 0; i < ours.count; i++) {
      all->first.ours.push(ours.addresses[i]);
    }
    for (size_t i = from; i < theirs.count; i++) {
      all->first.theirs.push(theirs.items[i]);
    }
  }
}

}  // namespace

TEST(walk_atEachInstruction_findsTheCallers) {
  const auto all = step(callALot);
  printf("     %llu instructions, %llu whole, %llu broken off, %llu wrong\n",
         static_cast<unsigned long long>(all->steps), static_cast<unsigned long long>(all->whole),
         static_cast<unsigned long long>(all->broken), static_cast<unsigned long long>(all->different));
  CHECK_EQUAL(std::string(), all->first.text());
  CHECK(all->steps > 5000);
  CHECK_EQUAL(all->steps, all->whole);
}

TEST(walk_atEachInstructionOfClangsCode_findsTheCallers) {
  for (const std::string& path : named) {
    void* library = dlopen(path.c_str(), RTLD_NOW);
    CHECK(library != nullptr);
    encode = reinterpret_cast<Encode*>(dlsym(library, "BrotliEncoderCompress"));
    CHECK(encode != nullptr);
    const auto all = step(compress);
    printf("     %llu instructions, %llu whole, %llu wrong\n", static_cast<unsigned long long>(all->steps),
           static_cast<unsigned long long>(all->whole), static_cast<unsigned long long>(all->different));
    CHECK_EQUAL(std::string(), all->first.text());
    CHECK(all->steps > 20000);
  }
}

TEST(walk_overLessOfTheStack_isThatMuchOfTheWalk) {
  loadRows();
  ucontext_t context;
  getcontext(&context);
  const Stack stack;
  Interruption all = interruptionOf(&context, stack);
  std::vector<uint8_t> copy(all.stack.bytes.size);
  CHECK(os::readMemory(all.stack.base, copy.data(), copy.size()));  // not by reading: a sanitizer would object
  all.stack.bytes = {copy.data(), copy.size()};
  const auto walker = std::make_unique<Walker>(noMethods, libraries, os::readMemory);
  const auto whole = std::make_unique<Frames>();
  const auto part = std::make_unique<Frames>();
  walker->walk(all, *whole);
  CHECK(whole->whole());
  for (size_t size = 0; size < copy.size(); size += 4) {
    const std::vector<uint8_t> less(copy.begin(), copy.begin() + static_cast<long>(size));
    Interruption cut = all;
    cut.stack.bytes = {less.data(), less.size()};
    walker->walk(cut, *part);
    CHECK(part->count <= whole->count);
    CHECK(memcmp(part->addresses, whole->addresses, part->count * sizeof(uint64_t)) == 0);
    CHECK(part->end == End::kCopyEnds || (part->whole() && part->count == whole->count));
  }
}

// Another registers' content must not become a whole walk: these lead nowhere.
TEST(walk_fromRandomRegisters_isNotWhole) {
  loadRows();
  ucontext_t context;
  getcontext(&context);
  const Stack stack;
  const auto walker = std::make_unique<Walker>(noMethods, libraries, os::readMemory);
  const auto frames = std::make_unique<Frames>();
  std::mt19937_64 random(5);
  for (int i = 0; i < 1000; i++) {
    Interruption damaged = interruptionOf(&context, stack);
    damaged.registers[kRip] = random();
    walker->walk(damaged, *frames);
    CHECK(!frames->whole());
    CHECK_EQUAL(size_t{1}, frames->count);
  }
}

TEST(walk_atRandomMoments_findsWhatTheCompilersUnwinderFinds) {
  loadRows();
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = onTimer;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, &before);
  Addresses warm;
  _Unwind_Backtrace(onFrame, &warm);
  std::atomic<uint64_t> compared{0};
  std::atomic<uint64_t> whole{0};
  std::string firsts[2];
  std::vector<std::thread> threads;
  for (std::string& first : firsts) {
    threads.emplace_back([&] {
      Interrupted all;
      interrupted = &all;
      sigevent event{};
      event.sigev_notify = SIGEV_THREAD_ID;
      event.sigev_signo = SIGPROF;
      event._sigev_un._tid = static_cast<pid_t>(os::threadId());
      timer_t timer;
      timer_create(CLOCK_MONOTONIC, &event, &timer);
      const itimerspec every{{0, 103'000}, {0, 100'000}};
      timer_settime(timer, 0, &every, nullptr);
      while (all.compared < 500) {
        callALot();
      }
      timer_delete(timer);
      interrupted = nullptr;
      compared += all.compared;
      whole += all.whole;
      first = all.first.text();
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  signal(SIGPROF, SIG_IGN);
  sigaction(SIGPROF, &before, nullptr);
  printf("     %llu walks, %llu whole\n", static_cast<unsigned long long>(compared.load()),
         static_cast<unsigned long long>(whole.load()));
  CHECK_EQUAL(std::string(), firsts[0]);
  CHECK_EQUAL(std::string(), firsts[1]);
  CHECK(compared >= 1000);
  CHECK_EQUAL(compared.load(), whole.load());
}

int main(int count, char** arguments) {
  named.assign(arguments + 1, arguments + count);
  return check::runAll();
}
