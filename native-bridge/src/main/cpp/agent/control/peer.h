// SPDX-License-Identifier: Apache-2.0
//
// One connection of the control socket: reads a request, has it answered, sends the answer, and so on, as far as each
// goes without waiting. What takes too long ends it. The control thread's own.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "control/answer.h"
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

  bool isFree() const { return connection_ < 0; }

  // Takes a new connection over.
  void begin(int connection);

  // What it waits for, and until when.
  os::Awaited awaits() const { return {connection_, !answering_, answering_, false}; }
  uint64_t deadline() const { return deadline_; }

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
  uint64_t deadline_ = 0;
  bool answering_ = false;  // there is something to send
  bool last_ = false;       // and nothing more after it
  size_t received_ = 0;
  size_t sent_ = 0;
  uint8_t request_[sizeof(Header) + kLongestRequest];
  Answer answer_;
};

}  // namespace tiptoe::control
