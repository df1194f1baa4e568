// SPDX-License-Identifier: Apache-2.0
//
// The agent's control thread: listens on the control socket and serves a number of connections at a time, none of which
// can hold it up. It ends when it is stopped, or when the agent departs at a request.
//
// Connections are accepted even when all places are taken: a connection's user is known only then, and one that waits
// in the system's queue waits behind all users' others. A place is vacated for it if need be (control/places.h). In each
// turn, one request of each connection is answered at most. The processor time of the thread is bounded apart for
// accepting, for the requests of root and for those of the other user (control/cpu_budget.h), so that a flood costs the
// program little and delays nobody else's requests.

#pragma once

#include <stddef.h>

#include "control/cpu_budget.h"
#include "control/peer.h"
#include "control/places.h"
#include "control/requests.h"
#include "os/socket.h"
#include "os/worker.h"

namespace tiptoe::control {

class Server {
 public:
  static constexpr size_t kMostPeers = 32;

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
  bool isOver() const { return worker_.stopping() || requests_.departed(); }

  void serve();
  uint64_t prepare(os::Awaited* awaited);
  void advanceAll(const os::Awaited* peers);
  void acceptAll();
  void accept(int connection);
  size_t vacate(uint32_t user);

  CpuBudget& budgetOf(uint32_t user) { return user == os::kRoot ? roots_ : others_; }
  void charge(CpuBudget& budget);

  Requests& requests_;
  os::Endpoint endpoint_;
  os::Wake wake_;
  os::Worker worker_;
  bool admitting_ = false;  // with the worker's lock
  uint64_t listenAgain_ = 0;  // after the system refused a connection's descriptor
  uint32_t threadId_ = 0;
  uint64_t charged_ = 0;  // the thread's processor time that was charged to a budget
  CpuBudget accepting_;
  CpuBudget roots_;   // root's requests
  CpuBudget others_;  // the own user's, where that is another
  size_t first_ = 0;  // the peer that comes first in the next turn
  Peer peers_[kMostPeers];
};

}  // namespace tiptoe::control
