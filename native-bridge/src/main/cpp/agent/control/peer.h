// SPDX-License-Identifier: Apache-2.0
//
// One connection of the control socket. It reads a request, has it answered and sends the answer, each as far as
// possible without waiting. A connection that takes too long is closed. Used by the control thread only.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "control/answer.h"
#include "control/places.h"
#include "control/protocol.h"
#include "control/requests.h"
#include "os/socket.h"

namespace tiptoe::control {

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  ~Peer() { end(); }

  // Refuses a user that has no right to connect, and closes the connection.
  static void refuse(int connection);

  bool isFree() const { return connection_ < 0; }
  bool isIdle() const { return place().stage == Place::kIdle; }
  uint32_t user() const { return user_; }
  Place place() const;

  // Takes over a new connection.
  void begin(int connection, uint32_t user);

  // Returns what the connection waits for, and until when.
  os::Awaited awaits() const { return {connection_, !answering_, answering_, false}; }
  uint64_t deadline() const;

  // Does what can be done without waiting: one request at most.
  void advance(Requests& requests);

  // Ends the connection. Has no effect when there is none.
  void end();

 private:
  bool receive();
  bool isWhole() const;
  void respond(Requests& requests);
  void send();

  int connection_ = -1;
  uint32_t user_ = os::kNobody;
  uint64_t since_ = 0;      // when it began to be idle, to read a request, or to send an answer
  bool answering_ = false;  // an answer is waiting to be sent
  bool last_ = false;       // the connection ends after this answer
  size_t received_ = 0;
  size_t sent_ = 0;
  uint8_t request_[sizeof(Header) + kLongestRequest];
  Answer answer_;
};

}  // namespace tiptoe::control
