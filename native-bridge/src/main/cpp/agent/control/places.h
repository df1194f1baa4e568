// SPDX-License-Identifier: Apache-2.0
//
// Decides which connections are kept when there are more connections than places. The places are shared equally among
// the users that connect, so that one user's connections cannot exclude another user: a user that has less than its
// share always gets a place. These functions read no clock and no socket, so that they can be tested without them.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::control {

struct Place {
  enum Stage : uint8_t {
    kFree,
    kIdle,  // between two requests: it can be closed without harm
    kBusy,  // a request has begun to arrive, or its answer has not been sent completely
  };

  Stage stage = kFree;
  uint32_t user = 0;
  uint64_t since = 0;  // when the stage began, in nanoseconds
};

constexpr size_t kNoPlace = static_cast<size_t>(-1);

// How long a request or its answer may be under way before it counts as slow.
constexpr uint64_t kSlowAfter = 100'000'000;

// Returns the place for a new connection of a user: a free one, else the one whose connection has to be closed for it;
// kNoPlace when the new connection itself has to be closed.
//
// The connection to close belongs to the user with the most connections, counting the new one; to the new one's own
// user where that user is among these. It is the one that has been idle for the longest time. When none is idle, it is
// the one that has been busy for the longest time, if it is slow or belongs to another user.
size_t placeFor(uint32_t user, const Place* places, size_t count, uint64_t now);

}  // namespace tiptoe::control
