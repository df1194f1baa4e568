// SPDX-License-Identifier: Apache-2.0

#include "control/server.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "os/os.h"

namespace tiptoe::control {
namespace {

using os::Locked;
using os::monotonicNanos;

constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kPatience = 2 * kSecond;
constexpr uint64_t kBreath = kSecond / 10;
constexpr size_t kRoom = 256;

// The path with the process ID for %p; null when it is too long.
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
  // What is far too long is refused as what is a little too long.
  const int error = endpoint_.open(place != nullptr ? place : path);
  if (error != 0) {
    return error;
  }
  Locked locked(lock_);
  state_ = wake_.open() && thread_.start<Server, &Server::run>("tiptoe-control", this) ? kRunning : kOff;
  if (state_ == kOff) {
    endpoint_.close();
    return EAGAIN;
  }
  return 0;
}

void Server::admit() {
  Locked locked(lock_);
  admitting_ = true;
  changed_.wakeAll();
}

bool Server::stop() {
  {
    Locked locked(lock_);
    if (state_ == kOff) {
      return true;
    }
    stopping_ = true;
    wake_.raise();
    changed_.wakeAll();
    const uint64_t giveUp = monotonicNanos() + kPatience;
    while (state_ == kRunning) {
      if (!changed_.waitUntil(locked, giveUp) && state_ == kRunning) {
        return false;
      }
    }
    state_ = kOff;
  }
  thread_.join();
  return true;
}

void Server::run() {
  OurTurn ours;
  awaitAdmission();
  while (!stopping_ && !requests_.departed()) {
    serve();
  }
  for (Peer& peer : peers_) {
    peer.end();
  }
  endpoint_.close();
  Locked locked(lock_);
  state_ = kEnded;
  changed_.wakeAll();
}

void Server::awaitAdmission() {
  Locked locked(lock_);
  while (!admitting_ && !stopping_) {
    changed_.wait(locked);
  }
}

// Waits once, and does once what each connection can do.
void Server::serve() {
  os::Awaited awaited[2 + kMostPeers];
  static_assert(2 + kMostPeers <= os::kMostAwaited, "it waits for all of them at once");
  const uint64_t began = monotonicNanos();
  const bool listening = hasRoom() && began >= listenAgain_;
  uint64_t until = listenAgain_ > began ? listenAgain_ : began + 60 * kSecond;
  size_t count = 0;
  awaited[count++] = {wake_.descriptor(), true, false, false};
  awaited[count++] = {endpoint_.descriptor(), listening, false, false};
  Peer* waiting[2 + kMostPeers] = {};
  for (Peer& peer : peers_) {
    if (!peer.isFree()) {
      until = peer.deadline() < until ? peer.deadline() : until;
      waiting[count] = &peer;
      awaited[count++] = peer.awaits();
    }
  }
  os::waitFor(awaited, count, until);
  const uint64_t now = monotonicNanos();
  for (size_t i = 2; i < count && !stopping_ && !requests_.departed(); i++) {
    if (awaited[i].ready) {
      waiting[i]->advance(requests_);
    } else if (now >= waiting[i]->deadline()) {
      waiting[i]->end();
    }
  }
  if (listening && awaited[1].ready && !stopping_ && !requests_.departed()) {
    accept();
  }
}

void Server::accept() {
  for (Peer& peer : peers_) {
    if (!peer.isFree()) {
      continue;
    }
    const int connection = endpoint_.accept();
    if (connection >= 0) {
      peer.begin(connection);
    } else if (connection != -EAGAIN && connection != -EINTR && connection != -ECONNABORTED) {
      listenAgain_ = monotonicNanos() + kBreath;  // no descriptor is left to the process
    }
    return;
  }
}

bool Server::hasRoom() const {
  for (const Peer& peer : peers_) {
    if (peer.isFree()) {
      return true;
    }
  }
  return false;
}

}  // namespace tiptoe::control
