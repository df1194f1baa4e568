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

// A thread of the agent. The program's asynchronous signals are never delivered on it.
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
