// SPDX-License-Identifier: Apache-2.0

#include "control/peer.h"

#include <errno.h>

#include "os/os.h"

namespace tiptoe::control {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kSilence = 10 * kSecond;  // before a request
constexpr uint64_t kSlowness = 2 * kSecond;  // within one, and within its answer

bool isLater(int64_t result) { return result == -EAGAIN || result == -EINTR; }

// Unread input would make the kernel discard the answer at the other end, so a little of it is read first.
void close(int connection) {
  uint8_t rest[1024];
  for (int i = 0; i < 16 && os::receive(connection, rest, sizeof rest) > 0; i++) {
  }
  os::hangUp(connection);
}

}  // namespace

// A new connection's send buffer always has room for so few bytes.
void Peer::refuse(int connection) {
  Answer answer;
  answer.begin(0);
  answer.refuse(kNotPermitted, "only the process's own user and root may send requests");
  answer.end();
  os::send(connection, answer.data(), answer.size());
  close(connection);
}

Place Peer::place() const {
  const bool idle = received_ == 0 && !answering_;
  return {isFree() ? Place::kFree : idle ? Place::kIdle : Place::kBusy, user_, since_};
}

uint64_t Peer::deadline() const { return since_ + (isIdle() ? kSilence : kSlowness); }

void Peer::begin(int connection, uint32_t user) {
  connection_ = connection;
  user_ = user;
  since_ = os::monotonicNanos();
  answering_ = false;
  last_ = false;
  received_ = 0;
}

void Peer::advance(Requests& requests) {
  if (!answering_ && receive() && isWhole()) {
    respond(requests);
  }
  if (answering_) {
    send();
  }
}

// Reads the header, then the payload that it announces, and nothing after it. Returns false when the connection has
// ended.
bool Peer::receive() {
  while (!isWhole()) {
    const auto& header = *reinterpret_cast<const Header*>(request_);
    const size_t wanted = received_ < sizeof(Header) ? sizeof(Header) : sizeof(Header) + header.length;
    const int64_t count = os::receive(connection_, request_ + received_, wanted - received_);
    if (isLater(count)) {
      return true;
    }
    if (count <= 0) {
      end();
      return false;
    }
    if (received_ == 0) {
      since_ = os::monotonicNanos();
    }
    received_ += static_cast<size_t>(count);
  }
  return true;
}

// After a header that is not one of ours nothing more is read.
bool Peer::isWhole() const {
  if (received_ < sizeof(Header)) {
    return false;
  }
  const auto& header = *reinterpret_cast<const Header*>(request_);
  return !Requests::isAcceptable(header) || received_ == sizeof(Header) + header.length;
}

void Peer::respond(Requests& requests) {
  const auto& header = *reinterpret_cast<const Header*>(request_);
  last_ = !requests.answer(header, request_ + sizeof(Header), answer_);
  received_ = 0;
  sent_ = 0;
  answering_ = true;
  since_ = os::monotonicNanos();
}

void Peer::send() {
  while (sent_ < answer_.size()) {
    const int64_t count = os::send(connection_, answer_.data() + sent_, answer_.size() - sent_);
    if (isLater(count)) {
      return;
    }
    if (count < 0) {
      end();
      return;
    }
    sent_ += static_cast<size_t>(count);
  }
  answer_.release();
  answering_ = false;
  since_ = os::monotonicNanos();
  if (last_) {
    end();
  }
}

void Peer::end() {
  if (connection_ >= 0) {
    close(connection_);
    connection_ = -1;
    answer_.release();
  }
}

}  // namespace tiptoe::control
