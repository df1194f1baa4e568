// SPDX-License-Identifier: Apache-2.0
//
// The agent's control thread. It listens on the control socket and serves several connections at a time; none of them
// can block it. It ends when it is stopped, or when the agent detaches on request.
//
// Connections are accepted even when all places are taken, because only then is a connection's user known, and a
// connection in the system's queue waits behind those of all users. Another connection is closed for it if necessary
// (control/places.h). In each turn, at most one request of each connection is answered. The processor time of the
// thread is bounded separately for accepting, for the requests of root, and for those of the other user
// (control/cpu_budget.h), so that a flood costs the program little and delays no other user's requests.

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

  // Listens on the path, in which %p means the process ID. Returns 0 or an errno. Connections are served from admit()
  // on.
  int start(const char* path);
  void admit();

  ~Server() { stop(); }

  // Ends the thread after the current request, and waits for that. Returns false when it does not end in time, and is
  // abandoned. Has no effect when it never ran, or was stopped before. Not to be called on the thread itself.
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
  bool admitting_ = false;  // guarded by the worker's lock
  uint64_t listenAgain_ = 0;  // when to try again after the process had no descriptor left
  uint32_t threadId_ = 0;
  uint64_t charged_ = 0;  // the thread's processor time that has been charged
  CpuBudget accepting_;
  CpuBudget roots_;   // for root's requests
  CpuBudget others_;  // for the own user's requests, where that is not root
  size_t first_ = 0;  // the peer that comes first in the next turn
  Peer peers_[kMostPeers];
};

}  // namespace tiptoe::control
