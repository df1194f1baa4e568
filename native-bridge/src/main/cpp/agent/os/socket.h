// SPDX-License-Identifier: Apache-2.0
//
// Local sockets for the agent's control: listening, the identity of the other end, and waiting for several of them on
// one thread. Only waitFor blocks. Each system has one file that implements it: os/socket_linux.cpp.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::os {

// A socket that listens at a path, which belongs to it while it is open. Not thread-safe.
class Endpoint {
 public:
  // How many connections can wait to be accepted. It is small, because during a flood a new connection waits behind all
  // that are in the queue.
  static constexpr int kQueue = 16;

  Endpoint() = default;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;
  ~Endpoint() { close(); }

  // Listens at a path. Returns 0 or an errno: EPERM when the folder is not our user's, or others may enter it. A file
  // that exists at the path is left alone.
  int open(const char* path);

  int descriptor() const { return socket_; }

  // Returns a connection, or -errno.
  int accept();

  // Stops listening, and removes the socket's file unless something else has replaced it. Has no effect when it is not
  // open.
  void close();

 private:
  static constexpr size_t kLongestPath = 107;  // the room in a socket address

  int enterFolder(char* path);
  int bindAt(const char* path);

  int folder_ = -1;
  int socket_ = -1;
  bool made_ = false;
  uint64_t device_ = 0;  // the socket's file: its inode,
  uint64_t node_ = 0;    // and its device
  char name_[kLongestPath + 1] = {};
};

constexpr uint32_t kRoot = 0;
constexpr uint32_t kNobody = UINT32_MAX;

// Returns the user of the process that connected, as of then; kNobody when the system does not give it.
uint32_t userAt(int connection);

// Returns whether a user is our own or root.
bool mayConnect(uint32_t user);

// Reads what is there, up to size bytes. Returns the number of bytes, 0 at the end of the stream, or -errno; -EAGAIN
// when there is nothing yet.
int64_t receive(int connection, void* bytes, size_t size);

// Returns the number of bytes that were taken, or -errno; -EAGAIN when there is no room yet.
int64_t send(int connection, const void* bytes, size_t size);

// Ends a connection, even when a child process has a copy of its descriptor.
void hangUp(int connection);

// Wakes a thread that waits in waitFor. To be opened before it is waited for.
class Wake {
 public:
  Wake() = default;
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;
  ~Wake();

  bool open();
  int descriptor() const { return event_; }

  // Makes the descriptor readable from now on. Any thread may call it.
  void raise();

 private:
  int event_ = -1;
};

// A descriptor, whether to wait for input or for room, and whether it is ready. A negative descriptor never is.
struct Awaited {
  int descriptor;
  bool forReading;
  bool forWriting;
  bool ready;
};

constexpr size_t kMostAwaited = 64;

// Waits until one of them is ready or its other end is closed, or until that moment of monotonicNanos().
void waitFor(Awaited* awaited, size_t count, uint64_t moment);

}  // namespace tiptoe::os
