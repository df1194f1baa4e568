// SPDX-License-Identifier: Apache-2.0

#include "control/places.h"

namespace tiptoe::control {
namespace {

size_t placesOf(uint32_t user, const Place* places, size_t count) {
  size_t held = 0;
  for (size_t i = 0; i < count; i++) {
    held += places[i].stage != Place::kFree && places[i].user == user;
  }
  return held;
}

// Returns the user with the most connections, counting one more for the newcomer.
uint32_t greediest(uint32_t newcomer, const Place* places, size_t count) {
  uint32_t found = newcomer;
  size_t most = placesOf(newcomer, places, count) + 1;
  for (size_t i = 0; i < count; i++) {
    const size_t held = placesOf(places[i].user, places, count);
    if (places[i].user != newcomer && held > most) {
      found = places[i].user;
      most = held;
    }
  }
  return found;
}

size_t firstFree(const Place* places, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (places[i].stage == Place::kFree) {
      return i;
    }
  }
  return kNoPlace;
}

// Returns the user's place that has been in the stage for the longest time.
size_t longest(Place::Stage stage, uint32_t user, const Place* places, size_t count) {
  size_t found = kNoPlace;
  for (size_t i = 0; i < count; i++) {
    if (places[i].stage == stage && places[i].user == user &&
        (found == kNoPlace || places[i].since < places[found].since)) {
      found = i;
    }
  }
  return found;
}

}  // namespace

size_t placeFor(uint32_t user, const Place* places, size_t count, uint64_t now) {
  const size_t free = firstFree(places, count);
  if (free != kNoPlace) {
    return free;
  }
  const uint32_t from = greediest(user, places, count);
  const size_t idle = longest(Place::kIdle, from, places, count);
  if (idle != kNoPlace) {
    return idle;
  }
  const size_t busy = longest(Place::kBusy, from, places, count);
  const bool may = busy != kNoPlace && (from != user || places[busy].since + kSlowAfter <= now);
  return may ? busy : kNoPlace;
}

}  // namespace tiptoe::control
