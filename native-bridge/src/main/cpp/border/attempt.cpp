// SPDX-License-Identifier: Apache-2.0

#include "attempt.h"

#include <errno.h>
#include <sys/un.h>

#include "folder.h"

namespace tiptoe::border {

Attempt Attempt::at(int node) {
  Attempt attempt;
  attempt.socket.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  pathOf(node, address.sun_path);
  socklen_t size = sizeof attempt.peer;
  const bool connected =
      connect(attempt.socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      getsockopt(attempt.socket.get(), SOL_SOCKET, SO_PEERCRED, &attempt.peer, &size) == 0;
  attempt.error = connected ? 0 : errno;
  return attempt;
}

}  // namespace tiptoe::border
