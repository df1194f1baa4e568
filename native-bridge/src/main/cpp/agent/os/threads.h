// SPDX-License-Identifier: Apache-2.0
//
// Locks, conditions and the agent's own threads, on raw pthreads.

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

  // Waits no longer than until that moment of monotonicNanos(). Returns false when it has come.
  bool waitUntil(Locked& locked, uint64_t moment);

  void wakeAll() { pthread_cond_broadcast(&condition_); }

 private:
  pthread_cond_t condition_;
};

// A number that each thread has of its own, initially 0. This is not a thread_local variable: when a library with such
// variables is loaded or unloaded, glibc rebuilds every thread's table of them without a lock, at any point of that
// thread's execution. With one such variable in this library, about one in a thousand attaches to a busy program left a
// thread without the runtime's own variables, and the program crashed.
//
// It is made and dropped explicitly: a destructor would run at process exit, while threads still use it.
class PerThread {
 public:
  constexpr PerThread() = default;
  PerThread(const PerThread&) = delete;
  PerThread& operator=(const PerThread&) = delete;

  // Creates the key. Returns false when the process has no room for another; all numbers are then 0, as they are before
  // and after.
  bool make();
  void drop();

  uintptr_t get() const;

  // Has no effect when there is no memory.
  void set(uintptr_t number);

 private:
  pthread_key_t key_ = 0;
  bool made_ = false;
};

// Returns whether a thread, by the system's ID, is one that the agent has started.
bool isOurThread(uint32_t thread);

// Returns the processor time of all threads that the agent has started, also of those that have ended.
uint64_t ourThreadsNanos();

// A thread, which a Worker (os/worker.h) starts and joins. It receives none of the program's asynchronous signals.
class Thread {
 public:
  // Returns whether the thread was started. The name has at most 15 characters.
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
