// SPDX-License-Identifier: Apache-2.0
//
// The other end of a control socket, for tests: well-behaved or not, and never waiting for more than a bound.

#pragma once

#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "control/protocol.h"
#include "temporary.h"

namespace check {

// An answer; none when the connection ended, or nothing came within the bound.
struct Reply {
  uint16_t kind = 0;
  uint16_t code = 0xFFFF;
  Bytes payload;

  bool isNone() const { return code == 0xFFFF; }

  template <typename Fixed>
  Fixed as(size_t at = 0) const {
    Fixed fixed{};
    if (at + sizeof fixed <= payload.size()) {
      memcpy(&fixed, payload.data() + at, sizeof fixed);
    }
    return fixed;
  }

  // The string at a place, which moves behind it.
  std::string string(size_t& at) const {
    const auto size = as<uint32_t>(at);
    at += sizeof size + size;
    return std::string(reinterpret_cast<const char*>(payload.data()) + at - size, size);
  }

  std::map<tiptoe::control::Quantity, uint64_t> quantities(size_t at) const {
    std::map<tiptoe::control::Quantity, uint64_t> found;
    const auto count = as<uint32_t>(at);
    for (uint32_t i = 0; i < count; i++) {
      const auto counted = as<tiptoe::control::Counted>(at + 4 + 12 * i);
      found[counted.quantity] = counted.value;
    }
    return found;
  }
};

class ControlClient {
 public:
  explicit ControlClient(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() < sizeof address.sun_path) {
      strcpy(address.sun_path, path.c_str());
      socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
      connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
  }
  ControlClient(const ControlClient&) = delete;
  ControlClient& operator=(const ControlClient&) = delete;
  ~ControlClient() {
    if (socket_ >= 0) {
      close(socket_);
    }
  }

  static Bytes request(uint16_t kind, const Bytes& payload = {}) {
    tiptoe::control::Header header{};
    header.mark = tiptoe::control::kMark;
    header.version = tiptoe::control::kVersion;
    header.kind = kind;
    header.length = static_cast<uint32_t>(payload.size());
    Bytes all(sizeof header + payload.size());
    memcpy(all.data(), &header, sizeof header);
    std::copy(payload.begin(), payload.end(), all.begin() + sizeof header);
    return all;
  }

  template <typename Fixed>
  static Bytes bytesOf(const Fixed& fixed) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(&fixed);
    return Bytes(bytes, bytes + sizeof fixed);
  }

  bool isConnected() const { return connected_; }

  void send(const Bytes& bytes) { ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

  // Sends until the other end takes no more; how many times.
  int sendWhileThereIsRoom(const Bytes& bytes) {
    int times = 0;
    pollfd room{socket_, POLLOUT, 0};
    while (poll(&room, 1, 200) > 0 && times < 1'000'000 &&
           ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
      times++;
    }
    return times;
  }

  Reply ask(uint16_t kind, const Bytes& payload = {}) {
    send(request(kind, payload));
    return receive();
  }

  Reply receive() { return receiveWithin(20); }

  Reply receiveWithin(double seconds) {
    Reply reply;
    tiptoe::control::Header header;
    if (!read(&header, sizeof header, seconds) || header.length > tiptoe::control::kLongestAnswer) {
      return reply;
    }
    reply.payload.resize(header.length);
    if (header.mark == tiptoe::control::kMark && read(reply.payload.data(), header.length, seconds)) {
      reply.kind = header.kind;
      reply.code = header.code;
    }
    return reply;
  }

 private:
  bool read(void* bytes, size_t size, double seconds) {
    auto* at = static_cast<uint8_t*>(bytes);
    for (size_t done = 0; done < size;) {
      pollfd ready{socket_, POLLIN, 0};
      const bool came = poll(&ready, 1, static_cast<int>(seconds * 1000)) > 0;
      const ssize_t count = came ? recv(socket_, at + done, size - done, 0) : -1;
      if (count <= 0) {
        return false;
      }
      done += static_cast<size_t>(count);
    }
    return true;
  }

  int socket_ = -1;
  bool connected_ = false;
};

}  // namespace check
