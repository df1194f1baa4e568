// SPDX-License-Identifier: Apache-2.0

#include "control/server.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/moments.h"
#include "os/os.h"

namespace tiptoe::control {
namespace {

using os::Locked;
using os::monotonicNanos;

constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kBreath = kSecond / 10;
constexpr size_t kRoom = 256;

// The indexes of what is waited for.
constexpr size_t kWake = 0;
constexpr size_t kListener = 1;
constexpr size_t kFirstPeer = 2;
constexpr os::Awaited kNothing{-1, false, false, false};

// Returns the path with the process ID in place of %p; null when it is too long.
const char* expanded(const char* path, char (&room)[kRoom]) {
  const char* place = strstr(path, "%p");
  const int before = place != nullptr ? static_cast<int>(place - path) : static_cast<int>(strlen(path));
  const int size = place != nullptr ? snprintf(room, kRoom, "%.*s%u%s", before, path, os::processId(), place + 2)
                                    : snprintf(room, kRoom, "%s", path);
  return size > 0 && static_cast<size_t>(size) < kRoom ? room : nullptr;
}

}  // namespace

int Server::start(const char* path) {
  char room[kRoom];
  const char* place = expanded(path, room);
  // a path that cannot even be expanded is passed on, and refused as too long
  const int error = endpoint_.open(place != nullptr ? place : path);
  if (error != 0) {
    return error;
  }
  Locked locked(worker_.lock());
  if (!wake_.open() || !worker_.start<Server, &Server::run>(locked, "tiptoe-control", this)) {
    endpoint_.close();
    return EAGAIN;
  }
  return 0;
}

void Server::admit() {
  Locked locked(worker_.lock());
  admitting_ = true;
  worker_.wake(locked);
}

bool Server::stop() {
  {
    Locked locked(worker_.lock());
    worker_.stop(locked);
    if (worker_.running(locked)) {
      wake_.raise();
    }
  }
  return worker_.join(monotonicNanos() + os::Worker::kPatience);
}

void Server::run() {
  OurTurn ours;
  threadId_ = os::threadId();
  awaitAdmission();
  while (!isOver()) {
    serve();
  }
  for (Peer& peer : peers_) {
    peer.end();
  }
  endpoint_.close();
}

void Server::awaitAdmission() {
  Locked locked(worker_.lock());
  while (!admitting_ && !worker_.stopping()) {
    worker_.wait(locked);
  }
}

// Waits once, and then does what each connection can do.
void Server::serve() {
  constexpr size_t kAll = kFirstPeer + kMostPeers;
  static_assert(kAll <= os::kMostAwaited, "waitFor takes all of them at once");
  os::Awaited awaited[kAll];
  const uint64_t until = prepare(awaited);
  os::waitFor(awaited, kAll, until);
  advanceAll(awaited + kFirstPeer);
  if (awaited[kListener].ready) {
    acceptAll();
  }
}

// Fills in what to wait for, leaving out connections whose budget is used up. Returns until when to wait.
uint64_t Server::prepare(os::Awaited* awaited) {
  const uint64_t now = monotonicNanos();
  const bool listening = now >= listenAgain_ && accepting_.allows(now);
  uint64_t until = listening ? now + 60 * kSecond : later(listenAgain_, accepting_.again());
  awaited[kWake] = {wake_.descriptor(), true, false, false};
  awaited[kListener] = listening ? os::Awaited{endpoint_.descriptor(), true, false, false} : kNothing;
  for (size_t i = 0; i < kMostPeers; i++) {
    const Peer& peer = peers_[i];
    CpuBudget& budget = budgetOf(peer.user());
    const bool allowed = budget.allows(now);
    awaited[kFirstPeer + i] = allowed ? peer.awaits() : kNothing;
    if (!peer.isFree()) {
      until = sooner(until, allowed ? peer.deadline() : budget.again());
    }
  }
  return until;
}

// Advances each connection by one request at most, while there is budget. The one after the last that was served comes
// first.
void Server::advanceAll(const os::Awaited* peers) {
  const uint64_t now = monotonicNanos();
  const size_t first = first_;
  for (size_t i = 0; i < kMostPeers && !isOver(); i++) {
    const size_t place = (first + i) % kMostPeers;
    Peer& peer = peers_[place];
    CpuBudget& budget = budgetOf(peer.user());
    if (peers[place].ready && budget.allows(now)) {
      peer.advance(requests_);
      charge(budget);
      first_ = place + 1;
    } else if (peers[place].descriptor >= 0 && !peers[place].ready && now >= peer.deadline()) {
      peer.end();
    }
  }
}

// Accepts at most as many connections as the queue can hold, so that their requests are served before others may take
// their places.
void Server::acceptAll() {
  for (int i = 0; i < os::Endpoint::kQueue && !isOver() && accepting_.allows(monotonicNanos()); i++) {
    const int connection = endpoint_.accept();
    if (connection >= 0) {
      accept(connection);
      charge(accepting_);
    } else if (connection == -EAGAIN) {
      return;
    } else if (connection != -EINTR && connection != -ECONNABORTED) {
      listenAgain_ = monotonicNanos() + kBreath;  // the process has no descriptor left
      return;
    }
  }
}

void Server::accept(int connection) {
  const uint32_t user = os::userAt(connection);
  if (!os::mayConnect(user)) {
    Peer::refuse(connection);
    return;
  }
  const size_t place = vacate(user);
  if (place != kNoPlace) {
    peers_[place].begin(connection, user);
  } else {
    os::hangUp(connection);
  }
}

// Returns a place for a connection of a user, closing another connection where none was free; kNoPlace when there is
// none for it.
size_t Server::vacate(uint32_t user) {
  Place places[kMostPeers];
  for (size_t i = 0; i < kMostPeers; i++) {
    places[i] = peers_[i].place();
  }
  const size_t place = placeFor(user, places, kMostPeers, monotonicNanos());
  if (place != kNoPlace) {
    peers_[place].end();
  }
  return place;
}

// Charges the processor time that the thread used since the last charge.
void Server::charge(CpuBudget& budget) {
  const uint64_t used = os::threadNanos(threadId_);
  budget.spend(used > charged_ ? used - charged_ : 0);
  charged_ = used;
}

}  // namespace tiptoe::control
