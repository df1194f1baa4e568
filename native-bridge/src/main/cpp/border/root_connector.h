// SPDX-License-Identifier: Apache-2.0
//
// Connects with sockets as root, for a process that acts as another user. An agent serves root apart from its own user,
// so that this user cannot keep root out.
//
// It is a process of its own, which can do nothing else. The other end sees it as root, but it has no capability, it
// reaches no more files than the user, it takes no names but only inodes that the user has found, and it passes on only
// connections with the observed process.

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

  // Ends the connector process.
  ~RootConnector();

  // Starts it, if this process is root's, the observed one is not, and both are in the same user namespace, so that the
  // observed one sees root as root. To be called before this process acts as another user.
  Outcome start(const ObservedProcess& process);

  bool isRunning() const { return channel_.isOpen(); }

  // Makes it try to connect with the socket at a node. Only a connection with the observed process itself is passed on.
  Attempt at(int node) const;

 private:
  Descriptor channel_;
  pid_t pid_ = 0;
};

}  // namespace tiptoe::border
