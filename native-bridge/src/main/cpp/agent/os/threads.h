// SPDX-License-Identifier: Apache-2.0
//
// Locks, conditions and the agent's own threads, over raw pthreads.

#pragma once

#include <pthread.h>
#include <stdint.h>

namespace tiptoe::os {

class Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

 private:
  friend class Locked;
  friend class Condition;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// Holds a mutex while it lives.
class Locked {
 public:
  explicit Locked(Mutex& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_.mutex_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() { pthread_mutex_unlock(&mutex_.mutex_); }

 private:
  friend class Condition;
  Mutex& mutex_;
};

class Condition {
 public:
  Condition();
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;
  ~Condition() { pthread_cond_destroy(&condition_); }

  void wait(Locked& locked) { pthread_cond_wait(&condition_, &locked.mutex_.mutex_); }

  // Waits no longer than until a moment of monotonicNanos(); false when it has come.
  bool waitUntil(Locked& locked, uint64_t moment);

  void wakeAll() { pthread_cond_broadcast(&condition_); }

 private:
  pthread_cond_t condition_;
};

// A number that each thread has of its own, 0 at first. Not a variable of the compiler's: when a library that has such
// comes or goes, glibc rebuilds what every thread of the program has of them, without a lock, and in whatever that
// thread is doing. With one such variable in this library, in about one of a thousand attaches to a busy program a
// thread was found with the runtime's own gone, and the program crashed.
//
// Made and dropped by hand: a destructor would run when the process exits, while threads are still at work with it.
class PerThread {
 public:
  constexpr PerThread() = default;
  PerThread(const PerThread&) = delete;
  PerThread& operator=(const PerThread&) = delete;

  // False where the process has no room for another; all numbers are 0 then, as they are before and after.
  bool make();
  void drop();

  uintptr_t get() const;

  // May be in vain where there is no memory.
  void set(uintptr_t number);

 private:
  pthread_key_t key_ = 0;
  bool made_ = false;
};

// A thread; a Worker (os/worker.h) starts and joins it. The program's asynchronous signals are never delivered on it.
class Thread {
 public:
  // Whether the thread was started. The name has at most 15 characters.
  template <typename Target, void (Target::*kRun)()>
  bool start(const char* name, Target* target) {
    name_ = name;
    return start([](void* self) { (static_cast<Target*>(self)->*kRun)(); }, target);
  }

  void join();

 private:
  bool start(void (*run)(void*), void* argument);
  static void* enter(void* self);

  pthread_t thread_ = 0;
  const char* name_ = nullptr;
  void (*run_)(void*) = nullptr;
  void* argument_ = nullptr;
};

}  // namespace tiptoe::os
