// SPDX-License-Identifier: Apache-2.0

#include "line.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace tiptoe {
namespace {

// The asker may take this long between two batches.
constexpr timeval kPatience = {120, 0};

// Calls move(done) until everything is moved.
template <typename Move>
bool whole(size_t size, Move move) {
  for (size_t done = 0; done < size;) {
    const ssize_t moved = move(done);
    if (moved <= 0 && !(moved < 0 && errno == EINTR)) {
      return false;
    }
    done += moved > 0 ? static_cast<size_t>(moved) : 0;
  }
  return true;
}

}  // namespace

Line::~Line() {
  if (socket_ >= 0) {
    close(socket_);
  }
}

bool Line::call(const char* path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) {
    return false;
  }
  strcpy(address.sun_path, path);
  socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return socket_ >= 0 && setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience) == 0 &&
         setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience) == 0 &&
         connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool Line::receive(void* bytes, size_t size) {
  return whole(size, [=](size_t done) { return recv(socket_, static_cast<char*>(bytes) + done, size - done, 0); });
}

bool Line::send(const void* bytes, size_t size) {
  return whole(size, [=](size_t done) {
    return ::send(socket_, static_cast<const char*>(bytes) + done, size - done, MSG_NOSIGNAL);
  });
}

}  // namespace tiptoe
