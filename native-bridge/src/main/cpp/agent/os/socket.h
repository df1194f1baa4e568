// SPDX-License-Identifier: Apache-2.0
//
// Local sockets for the agent's control: where it listens, who is at the other end, and how one thread waits for all of
// them. No call blocks but waitFor. One file implements it for each system: os/socket_linux.cpp.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::os {

// A socket that listens at a path, which is its own while it is open. Not for several threads at once.
class Endpoint {
 public:
  // How many connections can wait until they are accepted. Under a flood the queue is full, and a new connection is
  // behind all that are in it: so it is short.
  static constexpr int kQueue = 16;

  Endpoint() = default;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;
  ~Endpoint() { close(); }

  // 0 when it listens, or an errno. The folder must be our user's and nobody else's to enter (EPERM); what is at the
  // path already is left alone.
  int open(const char* path);

  int descriptor() const { return socket_; }

  // A connection, or -errno.
  int accept();

  // Listens no more, and removes what it made, unless something else lies there. Fine when it is not open.
  void close();

 private:
  static constexpr size_t kLongestPath = 107;  // what an address of the system has room for

  int enterFolder(char* path);
  int bindAt(const char* path);

  int folder_ = -1;
  int socket_ = -1;
  bool made_ = false;
  uint64_t device_ = 0;  // what it made: the node,
  uint64_t node_ = 0;    // and on which device
  char name_[kLongestPath + 1] = {};
};

constexpr uint32_t kRoot = 0;
constexpr uint32_t kNobody = UINT32_MAX;

// The user whose process connected, as it was then; kNobody when the system does not tell.
uint32_t userAt(int connection);

// Whether a user is our own or root.
bool mayConnect(uint32_t user);

// What there is, up to so many bytes: how many, 0 at the end of the stream, or -errno; -EAGAIN when there is none yet.
int64_t receive(int connection, void* bytes, size_t size);

// The number of bytes that were taken, or -errno; -EAGAIN when there is no room yet.
int64_t send(int connection, const void* bytes, size_t size);

// Ends a connection, also where a child process has a copy of it.
void hangUp(int connection);

// What ends another thread's waiting. To be opened before it is waited for.
class Wake {
 public:
  Wake() = default;
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;
  ~Wake();

  bool open();
  int descriptor() const { return event_; }

  // From any thread: from now on the descriptor can be read.
  void raise();

 private:
  int event_ = -1;
};

// A descriptor, and whether there is something to read or room to write. There is never for a negative one.
struct Awaited {
  int descriptor;
  bool forReading;
  bool forWriting;
  bool ready;
};

constexpr size_t kMostAwaited = 64;

// Waits until one of them is ready, the other end of one is gone, or the moment of monotonicNanos() has come.
void waitFor(Awaited* awaited, size_t count, uint64_t moment);

}  // namespace tiptoe::os
