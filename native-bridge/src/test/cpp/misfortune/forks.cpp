// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-forks.so, for tests only: processes that are copies of this one. What the runtime needs to run managed code
// is not in such a copy, so it must be native code that makes it and ends it.

#include <sys/wait.h>
#include <unistd.h>

extern "C" {

// Forks and makes the child end with this status by _exit, as POSIX requires of a process with several threads. In exit
// the runtime cleans up the thread, and waits for ever when the fork fell into a suspension. Returns the status of the
// child; -1 when there is none.
__attribute__((visibility("default"))) int forkAndExit(int status) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(status);
  }
  int result = -1;
  return child > 0 && waitpid(child, &result, 0) == child ? result : -1;
}
}
