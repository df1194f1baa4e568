// SPDX-License-Identifier: Apache-2.0
//
// Connects with sockets as root, for a process that acts as another user: an agent serves root apart from its own
// user, so that this user cannot keep root out.
//
// It is a process of its own, which can do nothing else. It is root to whom it connects with, but it has no
// capability, it reaches no more files than the user, it takes no names, only nodes that the user has found, and it
// gives away no connection but with the process that was meant.

#pragma once

#include <sys/types.h>

#include "attempt.h"
#include "descriptor.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

class RootConnector {
 public:
  RootConnector() = default;
  RootConnector(const RootConnector&) = delete;
  RootConnector& operator=(const RootConnector&) = delete;

  // Ends it.
  ~RootConnector();

  // Starts it, if this process is root's, the observed one is not, and it would know root: one in another user
  // namespace does not. To be called before this process acts as another user.
  Outcome start(const ObservedProcess& process);

  bool isRunning() const { return channel_.isOpen(); }

  // Has it try to connect with the socket at a node. No connection comes with another process than the observed one.
  Attempt at(int node) const;

 private:
  Descriptor channel_;
  pid_t pid_ = 0;
};

}  // namespace tiptoe::border
