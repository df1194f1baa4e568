// SPDX-License-Identifier: Apache-2.0
//
// What the agent needs from the operating system, apart from threads (os/threads.h). Each system has one file that
// implements it: os/linux.cpp.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

namespace tiptoe::os {

// Returns the nanoseconds of a clock that never goes back; its start is not defined.
uint64_t monotonicNanos();

// Returns the nanoseconds since 1970-01-01T00:00Z.
uint64_t wallNanos();

void sleep(uint64_t nanos);

uint32_t processId();

// Returns the system's ID of the calling thread.
uint32_t threadId();

// Reduces the wakeup latency of the calling thread. Its sleeps are not prolonged (other threads sleep up to 50
// microseconds longer), and its time slices are short, so that they come soon; their sum does not change. This is for
// threads that suspend the runtime: these send signals and sleep for some tens of microseconds, again and again, until
// all threads have stopped. Behind a thread that has just got the processor they would wait some milliseconds for the
// end of its slice, while the threads that have stopped stay stopped.
void reduceWakeupLatency();

// Returns how long a thread of this process has been on a processor until now, in nanoseconds, including the current
// slice; 0 when there is no such thread.
uint64_t threadNanos(uint32_t thread);

// Returns the same of all threads of this process together, also of those that have ended.
uint64_t processNanos();

// What the calling thread has done since its start, by the system's count.
struct Activity {
  uint64_t running;  // nanoseconds on a processor
  uint64_t ready;    // nanoseconds in which it waited for one
  uint64_t sleeps;   // how often it waited for anything else, and how often it was stopped
  uint64_t turns;    // how often it was given a processor; 0 where the system does not count that, nor the waiting
  uint64_t loads;    // how often it waited until memory was read from a disk
};

Activity activity();

// The system's name of a thread, in UTF-16.
struct ThreadName {
  static constexpr size_t kMost = 15;
  char16_t units[kMost];
  size_t length;
};

// Returns the name of a thread of this process; empty when it cannot be read. The system cuts names to 15 bytes, and a
// thread that was never named has the name that its creator had then.
ThreadName threadName(uint32_t thread);

// Returns a name that the system has written elsewhere, as UTF-8; what is too long is cut.
ThreadName threadName(Octets name);

bool operator==(const ThreadName& one, const ThreadName& other);

// Keeps the ID of the process that created it, and distinguishes that process from a forked copy. The check needs no
// system call where pages can be emptied on fork (Linux 4.14).
class Home {
 public:
  Home();
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;
  ~Home();

  bool isHere() const { return page_ != nullptr ? *page_ != 0 : processId() == process_; }

 private:
  const uint32_t process_ = processId();
  uint8_t* page_ = nullptr;
};

void randomBytes(uint8_t* bytes, size_t size);

// Creates a file for appending that only our user may read. Follows no link and opens no existing file. Returns the
// descriptor, or -errno.
int createNew(const char* path);

// Appends in one call. Returns the number of bytes that the system took, or -errno. Reaching a file size limit is an
// error like others and does not kill the process.
int64_t append(int file, const void* bytes, size_t size);

// Returns the size of a file in bytes; 0 when it cannot be read.
uint64_t sizeOf(int file);

// Returns whether there is something at an absolute path, given in UTF-16.
bool exists(const char16_t* path, size_t units);

// Copies bytes of this process. Returns false when nothing is mapped at the address, or the system forbids reading it.
bool readMemory(uint64_t address, void* room, size_t size);

void close(int file);

void remove(const char* path);

// Returns the text for an errno.
const char* words(int error);

// Writes one line to stderr, or nothing where writing would block.
__attribute__((format(printf, 1, 2))) void say(const char* format, ...);

}  // namespace tiptoe::os
