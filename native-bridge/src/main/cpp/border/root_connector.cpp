// SPDX-License-Identifier: Apache-2.0

#include "root_connector.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder.h"
#include "rights.h"

namespace tiptoe::border {
namespace {

constexpr rlim_t kMostDescriptors = 1 << 20;  // the kernel's default limit

// What goes through the channel beside a descriptor.
struct Answer {
  int error;
  ucred peer;
};

// Sends bytes, and a descriptor if there is one.
bool sendWith(int channel, void* bytes, size_t count, int descriptor) {
  iovec data{bytes, count};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  ssize_t sent;
  do {
    sent = sendmsg(channel, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(count);
}

// Receives exactly count bytes, and a descriptor if one comes with them. Returns false when the other end is gone, or
// is not one of ours.
bool receiveWith(int channel, void* bytes, size_t count, Descriptor& descriptor) {
  iovec data{bytes, count};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = CMSG_LEN(sizeof(int));  // no room for a second one
  ssize_t received;
  do {
    received = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  const cmsghdr* header = received > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof(int))) {
    int number;
    memcpy(&number, CMSG_DATA(header), sizeof number);
    descriptor.reset(number);
  }
  return received == static_cast<ssize_t>(count) && (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
}

// Connects with a socket, which must be the user's.
Attempt attemptAt(int node, const ObservedProcess& process) {
  struct statx about;
  if (!inspect(node, about) || !S_ISSOCK(about.stx_mode) || about.stx_uid != process.user()) {
    Attempt refused;
    refused.error = EACCES;
    return refused;
  }
  return Attempt::at(node);
}

void serve(int channel, const ObservedProcess& process) {
  char nothing;
  for (Descriptor node; receiveWith(channel, &nothing, sizeof nothing, node);) {
    const Attempt attempt = attemptAt(node.get(), process);
    Answer answer{attempt.error, attempt.peer};
    const bool given = attempt.error == 0 && attempt.reached(process);
    if (!sendWith(channel, &answer, sizeof answer, given ? attempt.socket.get() : -1)) {
      return;
    }
    node.reset();
  }
}

}  // namespace

Outcome RootConnector::start(const ObservedProcess& process) {
  if (geteuid() != 0 || process.user() == 0 || !process.sharesOurUsers()) {
    return Outcome::done();
  }
  // Each user may have so many descriptors in flight, and this process shares the count with others of its user.
  const rlimit many{kMostDescriptors, kMostDescriptors};
  setrlimit(RLIMIT_NOFILE, &many);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return Outcome::failed("a channel", errno);
  }
  Descriptor far(ends[1]);
  channel_.reset(ends[0]);
  pid_ = fork();
  if (pid_ < 0) {
    channel_.reset();
    return Outcome::failed("another process", errno);
  }
  if (pid_ > 0) {
    return Outcome::done();
  }
  channel_.reset();
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  close(STDERR_FILENO);
  if (reachFilesAsUserOf(process).isDone()) {
    serve(far.get(), process);
  }
  _exit(0);
}

RootConnector::~RootConnector() {
  channel_.reset();
  if (pid_ > 0) {
    waitpid(pid_, nullptr, 0);
  }
}

Attempt RootConnector::at(int node) const {
  Attempt attempt;
  Answer answer{};
  char nothing = 0;
  errno = 0;
  if (sendWith(channel_.get(), &nothing, sizeof nothing, node) &&
      receiveWith(channel_.get(), &answer, sizeof answer, attempt.socket)) {
    attempt.error = answer.error;
    attempt.peer = answer.peer;
  } else {
    attempt.error = errno != 0 ? errno : EPIPE;
  }
  return attempt;
}

}  // namespace tiptoe::border
