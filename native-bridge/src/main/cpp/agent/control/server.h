// SPDX-License-Identifier: Apache-2.0
//
// The agent's control thread: listens on the control socket and serves a few connections at a time, none of which can
// hold it up. It ends when it is stopped, or when the agent departs at a request.

#pragma once

#include <stddef.h>

#include <atomic>

#include "control/peer.h"
#include "control/requests.h"
#include "os/socket.h"
#include "os/threads.h"

namespace tiptoe::control {

class Server {
 public:
  static constexpr size_t kMostPeers = 8;

  explicit Server(Requests& requests) : requests_(requests) {}
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // 0 when it listens, or an errno. In the path, %p stands for the process ID. Who connects is served from admit() on.
  int start(const char* path);
  void admit();

  ~Server() { stop(); }

  // Ends it after the request that it is at, and waits for that; false when that does not come to an end, and the
  // thread is left to itself. Fine when it never ran, and again. Not for its own thread.
  bool stop();

 private:
  void run();
  void awaitAdmission();
  void serve();
  void accept();
  bool hasRoom() const;

  Requests& requests_;
  os::Endpoint endpoint_;
  os::Wake wake_;
  os::Thread thread_;
  os::Mutex lock_;
  os::Condition changed_;
  enum { kOff, kRunning, kEnded } state_ = kOff;
  bool admitting_ = false;
  std::atomic<bool> stopping_{false};
  uint64_t listenAgain_ = 0;  // after the system refused a connection's descriptor
  Peer peers_[kMostPeers];
};

}  // namespace tiptoe::control
