// SPDX-License-Identifier: Apache-2.0

#include "os/threads.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

#include <atomic>

#include "os/os.h"

// These functions were in libpthread before glibc 2.34 moved them to libc under a new version. Both have the old
// version, so an agent built on a new system loads on an old one. Other CPUs have another oldest version and keep the
// default.
#if defined(__x86_64__) && defined(__GLIBC__)
__asm__(".symver pthread_create,pthread_create@GLIBC_2.2.5");
__asm__(".symver pthread_join,pthread_join@GLIBC_2.2.5");
__asm__(".symver pthread_key_create,pthread_key_create@GLIBC_2.2.5");
__asm__(".symver pthread_key_delete,pthread_key_delete@GLIBC_2.2.5");
__asm__(".symver pthread_getspecific,pthread_getspecific@GLIBC_2.2.5");
__asm__(".symver pthread_setspecific,pthread_setspecific@GLIBC_2.2.5");
__asm__(".symver pthread_condattr_setclock,pthread_condattr_setclock@GLIBC_2.3.3");
#endif

namespace tiptoe::os {
namespace {

// More than the agent ever has at once.
std::atomic<uint32_t> ourThreads[16];
std::atomic<uint64_t> ofEndedThreads{0};

}  // namespace

Condition::Condition() {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&condition_, &attributes);
  pthread_condattr_destroy(&attributes);
}

bool Condition::waitUntil(Locked& locked, uint64_t moment) {
  timespec until;
  until.tv_sec = static_cast<time_t>(moment / 1'000'000'000);
  until.tv_nsec = static_cast<long>(moment % 1'000'000'000);
  return pthread_cond_timedwait(&condition_, &locked.mutex_.mutex_, &until) != ETIMEDOUT;
}

// The key has no destructor: it would run at a thread's end, in a library that may be unmapped.
bool PerThread::make() {
  made_ = pthread_key_create(&key_, nullptr) == 0;
  return made_;
}

void PerThread::drop() {
  if (made_) {
    pthread_key_delete(key_);
    made_ = false;
  }
}

uintptr_t PerThread::get() const { return made_ ? reinterpret_cast<uintptr_t>(pthread_getspecific(key_)) : 0; }

void PerThread::set(uintptr_t number) {
  if (made_) {
    pthread_setspecific(key_, reinterpret_cast<void*>(number));
  }
}

bool Thread::start(void (*run)(void*), void* argument) {
  run_ = run;
  argument_ = argument;

  // A new thread inherits the mask. Faults stay deliverable: the runtime recovers from those on its stack walks.
  sigset_t none;
  sigset_t before;
  sigfillset(&none);
  constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  for (const int fault : kFaults) {
    sigdelset(&none, fault);
  }
  sigprocmask(SIG_SETMASK, &none, &before);
  const int error = pthread_create(&thread_, nullptr, enter, this);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return error == 0;
}

bool isOurThread(uint32_t thread) {
  for (const std::atomic<uint32_t>& each : ourThreads) {
    if (each == thread) {
      return true;
    }
  }
  return false;
}

// A thread that is just ending may be counted twice for a moment, never left out.
uint64_t ourThreadsNanos() {
  uint64_t sum = 0;
  for (const std::atomic<uint32_t>& each : ourThreads) {
    sum += threadNanos(each);
  }
  return sum + ofEndedThreads;
}

void* Thread::enter(void* self) {
  auto* thread = static_cast<Thread*>(self);
  const uint32_t id = threadId();
  uint32_t from = 0;
  for (std::atomic<uint32_t>& each : ourThreads) {
    if (each.compare_exchange_strong(from, id)) {
      break;
    }
    from = 0;
  }
  prctl(PR_SET_NAME, thread->name_);
  thread->run_(thread->argument_);
  ofEndedThreads += threadNanos(id);
  for (std::atomic<uint32_t>& each : ourThreads) {
    from = id;
    each.compare_exchange_strong(from, 0);
  }
  return nullptr;
}

void Thread::join() { pthread_join(thread_, nullptr); }

}  // namespace tiptoe::os
