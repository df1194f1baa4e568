// SPDX-License-Identifier: Apache-2.0
//
// What the agent asks of the operating system, apart from threads (os/threads.h). One file implements it for each
// system: os/linux.cpp.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::os {

// Nanoseconds of a clock that never goes back, since some moment.
uint64_t monotonicNanos();

// Nanoseconds since 1970-01-01T00:00Z.
uint64_t wallNanos();

void sleep(uint64_t nanos);

uint32_t processId();

// The calling thread, as the system calls it.
uint32_t threadId();

// Reduces the wakeup latency of the calling thread: it sleeps no longer than it asks for (other threads sleep up to 50
// microseconds longer), and its turns on the processor are short, so that they come soon; their sum does not change. For
// threads that suspend the runtime: these send signals and sleep for some tens of microseconds, again and again, until all
// threads have stopped. Behind a thread that has just got the processor they would wait some milliseconds for the end of
// its turn, while the threads that have stopped already stay stopped.
void reduceWakeupLatency();

// How long a thread of this process has been on a processor until now, in nanoseconds, nothing that is under way left
// out; 0 when there is none of that ID.
uint64_t threadNanos(uint32_t thread);

// What the system calls a thread, in UTF-16.
struct ThreadName {
  static constexpr size_t kMost = 15;
  char16_t units[kMost];
  size_t length;
};

// Of a thread of this process; empty where it cannot be told. The name that it was given last, cut to 15 bytes; one that
// was given none is called as whoever made it was called then.
ThreadName threadName(uint32_t thread);

bool operator==(const ThreadName& one, const ThreadName& other);

// The process that made it, and no copy that a fork made of that one. To ask costs no call of the system where that
// has pages which a fork leaves empty (Linux 4.14).
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

// Creates a file that nobody else may read, to append to; does not follow a link and does not open what is there
// already. The descriptor, or -errno.
int createNew(const char* path);

// One append, in whatever part the system takes: the number of bytes, or -errno. Meeting a file size limit is an
// error like others, it does not kill the process.
int64_t append(int file, const void* bytes, size_t size);

// The bytes of a file; 0 when that cannot be told.
uint64_t sizeOf(int file);

// Whether there is something at an absolute path, given in UTF-16.
bool exists(const char16_t* path, size_t units);

// Copies bytes of this process; false when there are none at the address, or the system forbids to look.
bool readMemory(uint64_t address, void* room, size_t size);

void close(int file);

void remove(const char* path);

// What an errno means, in words.
const char* words(int error);

// One line on stderr; none where it would have to wait for who reads it.
__attribute__((format(printf, 1, 2))) void say(const char* format, ...);

}  // namespace tiptoe::os
