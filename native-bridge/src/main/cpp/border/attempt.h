// SPDX-License-Identifier: Apache-2.0
//
// One attempt to connect with a socket, by the inode that was checked and not by a name.

#pragma once

#include <sys/socket.h>

#include "descriptor.h"
#include "observed_process.h"

namespace tiptoe::border {

struct Attempt {
  int error = 0;      // an errno; EAGAIN: the socket's queue of connections is full
  ucred peer{};       // the process that listens, as the kernel noted it when listening began
  Descriptor socket;  // the connection, non-blocking

  // Connects with the rights of this process. The kernel reports these to the other end.
  static Attempt at(int node);

  // Returns whether the connection leads to the process that was meant. A process ID that is still valid was valid all
  // the time; comparing the user excludes what the process was before it executed another program.
  bool reached(const ObservedProcess& process) const {
    return peer.pid == process.pid() && peer.uid == process.user();
  }
};

}  // namespace tiptoe::border
