// SPDX-License-Identifier: Apache-2.0
//
// Whose connection is closed when there is no place for a new one: every way in which a few places can be taken.

#include "check.h"
#include "control/places.h"

#include <functional>
#include <set>

using namespace tiptoe::control;
using Stage = Place::Stage;

namespace {

constexpr size_t kPlaces = 4;
constexpr uint64_t kNow = 1'000'000'000'000;
constexpr uint32_t kUsers[] = {0, 1000, 2000};
constexpr uint64_t kAges[] = {0, kSlowAfter - 1, kSlowAfter, 5'000'000'000};

struct Case {
  const Place (&places)[kPlaces];
  uint32_t newcomer;
  size_t chosen;

  bool hasFree() const {
    for (const Place& place : places) {
      if (place.stage == Place::kFree) {
        return true;
      }
    }
    return false;
  }

  // of a user, counting the new one
  size_t connections(uint32_t user) const {
    size_t count = user == newcomer;
    for (const Place& place : places) {
      count += place.stage != Place::kFree && place.user == user;
    }
    return count;
  }

  // Whether a user has one at a stage for at least so long.
  bool has(uint32_t user, Stage stage, uint64_t age) const {
    for (const Place& place : places) {
      if (place.stage == stage && place.user == user && kNow - place.since >= age) {
        return true;
      }
    }
    return false;
  }
};

void fill(Place (&places)[kPlaces], size_t from, const std::function<void()>& each) {
  if (from == kPlaces) {
    return each();
  }
  places[from] = {};
  fill(places, from + 1, each);
  for (const uint32_t user : kUsers) {
    for (const Stage stage : {Place::kIdle, Place::kBusy}) {
      for (const uint64_t age : kAges) {
        places[from] = {stage, user, kNow - age};
        fill(places, from + 1, each);
      }
    }
  }
}

// How many cases of those that matter there are, and how many of them are not as they must be.
struct Outcome {
  int cases = 0;
  int wrong = 0;
};

Outcome forAll(const std::function<bool(const Case&)>& matters, const std::function<bool(const Case&)>& isRight) {
  Outcome outcome;
  Place places[kPlaces];
  fill(places, 0, [&] {
    for (const uint32_t newcomer : kUsers) {
      const Case one{places, newcomer, placeFor(newcomer, places, kPlaces, kNow)};
      if (matters(one)) {
        outcome.cases++;
        outcome.wrong += !isRight(one);
      }
    }
  });
  return outcome;
}

bool isClosed(const Case& one) { return !one.hasFree() && one.chosen != kNoPlace; }

}  // namespace

TEST(newConnection_whereAPlaceIsFree_getsAFreeOne) {
  const Outcome outcome = forAll([](const Case& one) { return one.hasFree(); },
                                 [](const Case& one) { return one.places[one.chosen].stage == Place::kFree; });
  CHECK(outcome.cases > 1000);
  CHECK_EQUAL(0, outcome.wrong);
}

TEST(newConnection_ofAUserBelowItsShare_getsAPlaceOfAnother) {
  const auto isBelow = [](const Case& one) {
    std::set<uint32_t> users{one.newcomer};
    for (const Place& place : one.places) {
      users.insert(place.user);
    }
    return !one.hasFree() && one.connections(one.newcomer) - 1 < kPlaces / users.size();
  };
  const Outcome outcome = forAll(isBelow, [](const Case& one) {
    return one.chosen != kNoPlace && one.places[one.chosen].user != one.newcomer;
  });
  CHECK(outcome.cases > 1000);
  CHECK_EQUAL(0, outcome.wrong);
}

TEST(closedConnection_isOneOfTheUserWithTheMost) {
  const Outcome outcome = forAll(isClosed, [](const Case& one) {
    const uint32_t owner = one.places[one.chosen].user;
    for (const uint32_t user : kUsers) {
      if (one.connections(user) > one.connections(owner)) {
        return false;
      }
    }
    return owner == one.newcomer || one.connections(owner) > one.connections(one.newcomer);
  });
  CHECK(outcome.cases > 1000);
  CHECK_EQUAL(0, outcome.wrong);
}

TEST(closedConnection_isTheOneIdleOrElseBusyTheLongest) {
  const Outcome outcome = forAll(isClosed, [](const Case& one) {
    const Place& closed = one.places[one.chosen];
    return !one.has(closed.user, closed.stage, kNow - closed.since + 1) &&
           (closed.stage == Place::kIdle || !one.has(closed.user, Place::kIdle, 0));
  });
  CHECK(outcome.cases > 1000);
  CHECK_EQUAL(0, outcome.wrong);
}

TEST(busyConnection_thatKeepsItsTime_isNotClosedForOneOfItsOwnUser) {
  const Outcome outcome = forAll(isClosed, [](const Case& one) {
    const Place& closed = one.places[one.chosen];
    return closed.stage == Place::kIdle || closed.user != one.newcomer || kNow - closed.since >= kSlowAfter;
  });
  CHECK(outcome.cases > 1000);
  CHECK_EQUAL(0, outcome.wrong);
}

TEST(newConnection_withoutAPlace_isOfTheUserWithTheMostWhoseOthersAllKeepTheirTime) {
  const auto isWithout = [](const Case& one) { return one.chosen == kNoPlace; };
  const Outcome outcome = forAll(isWithout, [](const Case& one) {
    for (const uint32_t user : kUsers) {
      if (one.connections(user) > one.connections(one.newcomer)) {
        return false;
      }
    }
    return !one.has(one.newcomer, Place::kIdle, 0) && !one.has(one.newcomer, Place::kBusy, kSlowAfter);
  });
  CHECK(outcome.cases > 1000);
  CHECK_EQUAL(0, outcome.wrong);
}

// However one user floods, what another has within its share stays.
TEST(flood_ofOneUser_closesNothingOfAnotherWithinItsShare) {
  constexpr size_t kMany = 32;
  Place places[kMany];
  for (size_t i = 0; i < kMany / 2; i++) {
    places[i] = {Place::kIdle, 0, i};
  }
  for (uint64_t round = 0; round < 1000; round++) {
    const Stage stage = round % 3 == 0 ? Place::kBusy : Place::kIdle;
    const uint64_t now = kNow + round * kSlowAfter;
    const size_t place = placeFor(1000, places, kMany, now);
    CHECK(place != kNoPlace);
    CHECK(place >= kMany / 2);
    places[place] = {stage, 1000, now};
  }
}

CHECK_MAIN
