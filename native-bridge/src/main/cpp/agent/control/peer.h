// SPDX-License-Identifier: Apache-2.0
//
// One connection of the control socket: reads a request, has it answered, sends the answer, and so on, as far as each
// goes without waiting. What takes too long ends it. The control thread's own.

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

  // Tells a user that may not ask so, and closes the connection.
  static void refuse(int connection);

  bool isFree() const { return connection_ < 0; }
  bool isIdle() const { return place().stage == Place::kIdle; }
  uint32_t user() const { return user_; }
  Place place() const;

  // Takes a new connection over.
  void begin(int connection, uint32_t user);

  // What it waits for, and until when.
  os::Awaited awaits() const { return {connection_, !answering_, answering_, false}; }
  uint64_t deadline() const;

  // Does what can be done now: one request at most.
  void advance(Requests& requests);

  // Ends the connection. Fine when there is none.
  void end();

 private:
  bool receive();
  bool isWhole() const;
  void respond(Requests& requests);
  void send();

  int connection_ = -1;
  uint32_t user_ = os::kNobody;
  uint64_t since_ = 0;      // when it began to be idle, to read a request, or to send an answer
  bool answering_ = false;  // there is something to send
  bool last_ = false;       // and nothing more after it
  size_t received_ = 0;
  size_t sent_ = 0;
  uint8_t request_[sizeof(Header) + kLongestRequest];
  Answer answer_;
};

}  // namespace tiptoe::control
