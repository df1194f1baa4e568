// SPDX-License-Identifier: Apache-2.0
//
// The folders for temporary files of the observed process: its TMPDIR, /tmp and /var/tmp.

#pragma once

#include "folder.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

class TemporaryFolders {
 public:
  static constexpr size_t kMost = 3;

  explicit TemporaryFolders(const ObservedProcess& process) : process_(process) {}

  // Opens the folder in which the runtime makes its diagnostics socket.
  Outcome openTheRuntimes(Folder& folder) const {
    const char* own = process_.temporary();
    return folder.openAsSeen(process_.root(), *own != '\0' ? own : "/tmp");
  }

  // Opens the first folder in which a file of ours is safe from other users. The outcome has what is wrong with each.
  Outcome openSafely(Folder& folder) const {
    char problems[900] = "";  // cut when there is more
    for (size_t i = 0; i < count(); i++) {
      const Outcome outcome = folder.openSafely(process_.root(), at(i), process_.user());
      if (outcome.isDone()) {
        return Outcome::done();
      }
      const size_t used = strlen(problems);
      snprintf(problems + used, sizeof problems - used, "%s%.250s", used != 0 ? "; " : "", outcome.words());
    }
    return Outcome::of(Reason::kFailed, "no folder for the agent: %s", problems);
  }

  // TMPDIR is used only if it is plain text, because it is passed to the agent.
  size_t count() const { return *process_.temporary() != '\0' && isPlain(process_.temporary()) ? kMost : kMost - 1; }
  const char* at(size_t i) const { return i == 0 ? "/tmp" : i == 1 ? "/var/tmp" : process_.temporary(); }

 private:
  static bool isPlain(const char* path) {
    for (; *path != '\0'; path++) {
      if (*path < ' ' || *path > '~') {
        return false;
      }
    }
    return true;
  }

  const ObservedProcess& process_;
};

}  // namespace tiptoe::border
