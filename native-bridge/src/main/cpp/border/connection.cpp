// SPDX-License-Identifier: Apache-2.0

#include "connection.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tiptoe::border {
namespace {

constexpr int kBetweenTries = 1;  // milliseconds

// Waits for one descriptor. The caller of the proxy may end meanwhile: then there is nothing left to do.
bool await(pollfd awaited, int millis) {
  pollfd both[] = {{STDIN_FILENO, 0, 0}, awaited};
  const int ready = poll(both, 2, millis);
  if (ready > 0 && (both[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
    _exit(0);
  }
  return ready > 0 && both[1].revents != 0;
}

// Connects. Such a socket takes a connection at once or not at all, and the kernel does not notify when a full queue
// has room again.
Attempt connect(int node, const Moment& moment, const RootConnector& root) {
  for (;;) {
    Attempt attempt = root.isRunning() ? root.at(node) : Attempt::at(node);
    // A user's own file system may be closed to root, and the root connector may be kept from working: try without it.
    if (root.isRunning() && attempt.error != 0 && attempt.error != EAGAIN && attempt.error != ECONNREFUSED) {
      attempt = Attempt::at(node);
    }
    const bool again = attempt.error == EINTR || (attempt.error == EAGAIN && !moment.isOver());
    if (!again) {
      return attempt;
    }
    await({-1, 0, 0}, kBetweenTries);
  }
}

}  // namespace

Outcome Connection::open(const ObservedProcess& process, const Folder& folder, const char* name,
                         const Moment& moment, const RootConnector& root) {
  close();
  Descriptor node = folder.open(name, O_PATH);
  struct statx about;
  if (!node.isOpen() || !inspect(node.get(), about)) {
    return errno == ENOENT ? Outcome::of(Reason::kNotThere, "%s: no such socket", name) : Outcome::failed(name, errno);
  }
  if (!S_ISSOCK(about.stx_mode) || about.stx_uid != process.user()) {
    return Outcome::of(Reason::kNotThere, "%s: no socket of the process's user", name);
  }
  Attempt attempt = connect(node.get(), moment, root);
  switch (attempt.error) {
    case 0:
      break;
    case EAGAIN:
      return Outcome::of(Reason::kTooLate, "%s: takes no more connections", name);
    case ECONNREFUSED:
      return Outcome::of(Reason::kNobody, "%s: nothing listens there", name);
    default:
      return Outcome::failed(name, attempt.error);
  }
  if (!attempt.reached(process)) {
    return Outcome::of(Reason::kAnotherProcess, "process %d of user %u listens at %s",
                       static_cast<int>(attempt.peer.pid), attempt.peer.uid, name);
  }
  if (!process.isThere()) {
    return Outcome::of(Reason::kNoProcess, "it has ended in the meantime");
  }
  socket_ = static_cast<Descriptor&&>(attempt.socket);
  return Outcome::done();
}

Outcome Connection::await(short events, const Moment& moment) {
  border::await({socket_.get(), events, 0}, moment.left());
  return moment.isOver() ? Outcome::of(Reason::kTooLate, "no answer in time") : Outcome::done();
}

Outcome Connection::send(const uint8_t* bytes, size_t count, const Moment& moment) {
  for (size_t sent = 0; sent < count;) {
    const ssize_t more = ::send(socket_.get(), bytes + sent, count - sent, MSG_NOSIGNAL);
    if (more >= 0) {
      sent += static_cast<size_t>(more);
    } else if (errno == EAGAIN || errno == EINTR) {
      Outcome waited = await(POLLOUT, moment);
      if (!waited.isDone()) {
        return waited;
      }
    } else {
      return Outcome::of(Reason::kHungUp, "%s", strerror(errno));
    }
  }
  return Outcome::done();
}

Outcome Connection::receive(size_t count, const Moment& moment, Bytes& received) {
  const size_t before = received.size();
  uint8_t* room = received.extend(count);
  for (size_t had = 0; had < count;) {
    const ssize_t more = recv(socket_.get(), room + had, count - had, 0);
    if (more > 0) {
      had += static_cast<size_t>(more);
      // A peer that sends byte by byte gets no more time than another.
      if (had < count && moment.isOver()) {
        received.shrink(before);
        return Outcome::of(Reason::kTooLate, "no answer in time");
      }
      continue;
    }
    Outcome waited = more == 0 || (errno != EAGAIN && errno != EINTR)
                         ? Outcome::of(Reason::kHungUp, "hung up after %zu of %zu bytes", had, count)
                         : await(POLLIN, moment);
    if (!waited.isDone()) {
      received.shrink(before);
      return waited;
    }
  }
  return Outcome::done();
}

}  // namespace tiptoe::border
