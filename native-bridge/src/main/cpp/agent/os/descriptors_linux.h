// SPDX-License-Identifier: Apache-2.0
//
// Keeps the agent's descriptors away from the numbers of the standard streams. When a program runs with these closed, a
// new descriptor gets such a number, and the program's output would go into the trace.

#pragma once

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

namespace tiptoe::os {

// Returns the same descriptor, closed on exec, with a number that no standard stream has. A negative one and its errno
// stay as they are. Returns -1 and sets errno when the process has no descriptor left.
inline int aboveStandardStreams(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) {
    return descriptor;
  }
  const int above = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  close(descriptor);
  errno = error;
  return above;
}

}  // namespace tiptoe::os
