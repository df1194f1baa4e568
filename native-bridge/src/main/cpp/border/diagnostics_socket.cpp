// SPDX-License-Identifier: Apache-2.0

#include "diagnostics_socket.h"

#include "folder.h"
#include "temporary_folders.h"

namespace tiptoe::border {
namespace {

constexpr int kMostTries = 64;

// Returns whether the first of two failures is more specific; kNotThere is the least specific.
bool saysMore(const Outcome& one, const Outcome& other) {
  const auto rank = [](Reason reason) {
    switch (reason) {
      case Reason::kNotThere:
        return 0;
      case Reason::kNobody:
        return 1;
      default:
        return 2;
    }
  };
  return rank(one.reason()) > rank(other.reason());
}

}  // namespace

Outcome connectToRuntime(const ObservedProcess& process, const Moment& moment, Connection& connection) {
  Folder folder;
  Outcome best = TemporaryFolders(process).openTheRuntimes(folder);
  if (!best.isDone()) {
    return best.reason() == Reason::kNoPermission ? best : Outcome::of(Reason::kNotThere, "%s", best.words());
  }
  char prefix[64];
  char exact[128];
  snprintf(prefix, sizeof prefix, "dotnet-diagnostic-%llu-", static_cast<unsigned long long>(process.ownPid()));
  snprintf(exact, sizeof exact, "%s%llu-socket", prefix, static_cast<unsigned long long>(process.startTime()));
  best = connection.open(process, folder, exact, moment);
  if (best.isDone()) {
    return best;
  }
  // In another time namespace the process's start time has another origin: the key is then not the expected one.
  int tries = 0;
  const bool inTime = folder.visit(prefix, moment, [&](const char* name) {
    if (strcmp(name, exact) != 0) {
      const Outcome outcome = connection.open(process, folder, name, moment);
      best = outcome.isDone() || saysMore(outcome, best) ? outcome : best;
      // names that other users put there do not count as tries
      tries += outcome.reason() != Reason::kNotThere ? 1 : 0;
    }
    return best.isDone() || tries == kMostTries;
  });
  return inTime || best.isDone() ? best : Outcome::of(Reason::kTooLate, "%s has too many names", folder.path());
}

}  // namespace tiptoe::border
