// SPDX-License-Identifier: Apache-2.0
//
// An agent inside a fake CLR that listens on a control socket.

#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "control_client.h"
#include "observed.h"

namespace check {

inline double secondsOf(const std::function<void()>& action) {
  const auto began = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

struct Listening {
  TemporaryFolder folder;
  Observed observed;
  std::string socket = folder.file("1-test");

  Listening() {
    setenv("TIPTOE_CONTROL", socket.c_str(), 1);
    observed.initialize();
    unsetenv("TIPTOE_CONTROL");
  }

  Reply askLayout(uint64_t id, uint64_t since) {
    const tiptoe::control::LayoutRequest request{id, since};
    return ControlClient(socket).ask(tiptoe::control::kLayout, ControlClient::bytesOf(request));
  }

  uint64_t quantity(tiptoe::control::Quantity which) {
    const Reply reply = ControlClient(socket).ask(tiptoe::control::kStatus);
    size_t at = 0;
    reply.string(at);
    reply.string(at);
    return reply.quantities(at).at(which);
  }

  uint16_t ask(uint16_t kind, const Bytes& payload = {}) { return ControlClient(socket).ask(kind, payload).code; }
};

}  // namespace check
