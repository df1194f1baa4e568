// SPDX-License-Identifier: Apache-2.0
//
// Decides which connections are kept when there are more than places. The places are shared equally among the users
// that connect, so that one user's connections cannot keep another user's out: a user that has less than its share
// always gets a place. It reads no clock and no socket, so that it can be tested without them.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::control {

struct Place {
  enum Stage : uint8_t {
    kFree,
    kIdle,  // between two requests: it can be closed without harm
    kBusy,  // a request has begun to arrive, or its answer has not been taken whole
  };

  Stage stage = kFree;
  uint32_t user = 0;
  uint64_t since = 0;  // when the stage began, in nanoseconds
};

constexpr size_t kNoPlace = static_cast<size_t>(-1);

// How long a request or its answer may be under way before it counts as slow.
constexpr uint64_t kSlowAfter = 100'000'000;

// The place for a new connection of a user: a free one, else the one whose connection has to be closed for it; kNoPlace
// when it is the new one that has to be closed.
//
// The one to be closed belongs to the user with the most connections, the new one counted; to the new one's own user
// where that is one of these. It is the one that has been idle for the longest time; where none is idle, the one that
// has been busy for the longest, if it is slow or another user's.
size_t placeFor(uint32_t user, const Place* places, size_t count, uint64_t now);

}  // namespace tiptoe::control
