// SPDX-License-Identifier: Apache-2.0

#include "flood.h"

#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <deque>

#include "posix.h"

namespace hostile {
namespace {

constexpr size_t kHeld = 200;  // several times as many as an agent has places
constexpr char kBegin = 'T';   // of any request

}  // namespace

void flood(const std::string& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  snprintf(address.sun_path, sizeof address.sun_path, "%s", socket.c_str());
  std::deque<Descriptor> held;
  for (size_t made = 0; !isInputOver(); made++) {
    held.emplace_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int connection = held.back().get();
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      return;
    }
    send(connection, &kBegin, sizeof kBegin, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (made == kHeld) {
      printf("ready\n");
    }
    if (held.size() > kHeld) {
      held.pop_front();
    }
  }
}

}  // namespace hostile
