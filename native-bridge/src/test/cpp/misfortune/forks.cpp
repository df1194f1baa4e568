// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-forks.so, for tests only: processes that are copies of this one. What the runtime needs to run managed code
// is not in such a copy, so it must be native code that makes it and ends it.

#include <sys/wait.h>
#include <unistd.h>

extern "C" {

// Forks and has the child end with this status, as POSIX wants it of a process with several threads: by _exit. In exit
// the runtime takes its leave of the thread, and waits for ever where the fork fell into a suspension.
// The status of the child, as the system tells it; -1 when there is none.
__attribute__((visibility("default"))) int forkAndExit(int status) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(status);
  }
  int told = -1;
  return child > 0 && waitpid(child, &told, 0) == child ? told : -1;
}
}
