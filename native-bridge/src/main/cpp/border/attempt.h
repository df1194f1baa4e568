// SPDX-License-Identifier: Apache-2.0
//
// One attempt to connect with a socket, by the node that was looked at, not by a name.

#pragma once

#include <sys/socket.h>

#include "descriptor.h"
#include "observed_process.h"

namespace tiptoe::border {

struct Attempt {
  int error = 0;      // an errno; EAGAIN says that the socket's queue of connections is full
  ucred peer{};       // who listens there, as the kernel noted it when that began
  Descriptor socket;  // the connection, which waits for nothing

  // Does it, with the rights of this process. The kernel tells the other end who connects.
  static Attempt at(int node);

  // Whether it is the process that was meant. A number that is still its own has been so all the time; that its user
  // is the same keeps out what it was before it became another program.
  bool reached(const ObservedProcess& process) const {
    return peer.pid == process.pid() && peer.uid == process.user();
  }
};

}  // namespace tiptoe::border
