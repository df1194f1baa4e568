// SPDX-License-Identifier: Apache-2.0
//
// os/socket.h for Linux.

#include "os/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "os/descriptors_linux.h"
#include "os/os.h"

namespace tiptoe::os {
namespace {

constexpr mode_t kOthers = S_IRWXG | S_IRWXO;

// Reads the attributes of a path below an open folder, or of the folder itself, without following links. (Of the
// functions that do so, only statx is the same symbol in old and new C libraries.)
bool inspect(int folder, const char* name, struct statx& about) {
  return statx(folder, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &about) == 0;
}

uint64_t deviceOf(const struct statx& about) {
  return static_cast<uint64_t>(about.stx_dev_major) << 32 | about.stx_dev_minor;
}

}  // namespace

int Endpoint::open(const char* path) {
  char folder[kLongestPath + 1];
  if (strlen(path) > kLongestPath) {
    return ENAMETOOLONG;
  }
  strcpy(folder, path);
  int error = enterFolder(folder);
  error = error == 0 ? bindAt(path) : error;
  if (error != 0) {
    close();
  }
  return error;
}

// Only our user can add to the folder or remove from it, so its name keeps its meaning after the check.
int Endpoint::enterFolder(char* path) {
  char* slash = strrchr(path, '/');
  if (slash == nullptr || slash == path || slash[1] == '\0') {
    return EINVAL;  // not the path of a file in a folder
  }
  strcpy(name_, slash + 1);
  *slash = '\0';
  folder_ = aboveStandardStreams(::open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct statx about;
  if (folder_ < 0 || !inspect(folder_, "", about)) {
    return errno;
  }
  return about.stx_uid == geteuid() && (about.stx_mode & kOthers) == 0 ? 0 : EPERM;
}

int Endpoint::bindAt(const char* path) {
  socket_ = aboveStandardStreams(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  // the mode of the new node: no other user can connect in between
  if (socket_ < 0 || fchmod(socket_, S_IRUSR | S_IWUSR) != 0) {
    return errno;
  }
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  strcpy(address.sun_path, path);
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return errno;
  }
  struct statx about;
  made_ = inspect(folder_, name_, about);
  if (!made_) {
    return errno;
  }
  device_ = deviceOf(about);
  node_ = about.stx_ino;
  return listen(socket_, kQueue) == 0 ? 0 : errno;
}

int Endpoint::accept() {
  const int connection = aboveStandardStreams(accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  return connection >= 0 ? connection : -errno;
}

void Endpoint::close() {
  if (socket_ >= 0) {
    hangUp(socket_);
    socket_ = -1;
  }
  struct statx about;
  if (made_ && inspect(folder_, name_, about) && deviceOf(about) == device_ && about.stx_ino == node_) {
    unlinkat(folder_, name_, 0);
  }
  made_ = false;
  if (folder_ >= 0) {
    ::close(folder_);
    folder_ = -1;
  }
}

uint32_t userAt(int connection) {
  ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.uid : kNobody;
}

bool mayConnect(uint32_t user) { return user == kRoot || (user == geteuid() && user != kNobody); }

int64_t receive(int connection, void* bytes, size_t size) {
  const ssize_t received = recv(connection, bytes, size, 0);
  return received >= 0 ? received : -errno;
}

int64_t send(int connection, const void* bytes, size_t size) {
  const ssize_t sent = ::send(connection, bytes, size, MSG_NOSIGNAL);
  return sent >= 0 ? sent : -errno;
}

void hangUp(int connection) {
  shutdown(connection, SHUT_RDWR);
  ::close(connection);
}

Wake::~Wake() {
  if (event_ >= 0) {
    ::close(event_);
  }
}

bool Wake::open() {
  event_ = aboveStandardStreams(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  return event_ >= 0;
}

void Wake::raise() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_, &one, sizeof one);
}

void waitFor(Awaited* awaited, size_t count, uint64_t moment) {
  pollfd polled[kMostAwaited];
  for (size_t i = 0; i < count; i++) {
    const int events = (awaited[i].forReading ? POLLIN : 0) | (awaited[i].forWriting ? POLLOUT : 0);
    polled[i] = {awaited[i].descriptor, static_cast<short>(events), 0};
  }
  constexpr uint64_t kMilli = 1'000'000;
  constexpr uint64_t kLongest = 60'000;
  const uint64_t now = monotonicNanos();
  const uint64_t wait = moment > now ? (moment - now + kMilli - 1) / kMilli : 0;
  const bool any = poll(polled, count, static_cast<int>(wait < kLongest ? wait : kLongest)) > 0;
  for (size_t i = 0; i < count; i++) {
    awaited[i].ready = any && polled[i].revents != 0;
  }
}

}  // namespace tiptoe::os
