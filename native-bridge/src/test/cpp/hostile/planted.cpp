// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-planted.so, for tests only: an attacker's library under the agent's name. A process that loads it leaves a
// file beside it, PATH.ran, with its number.

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace {

__attribute__((constructor)) void run() {
  Dl_info about;
  char path[PATH_MAX];
  if (dladdr(reinterpret_cast<void*>(&run), &about) == 0) {
    return;
  }
  snprintf(path, sizeof path, "%s.ran", about.dli_fname);
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file >= 0) {
    dprintf(file, "%d\n", getpid());
    close(file);
  }
}

}  // namespace
