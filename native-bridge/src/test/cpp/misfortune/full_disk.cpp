// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-full-disk.so, for tests only: preloaded into a program, it makes the disk of the file that TIPTOE_TRACE
// names full for a while, from the 200th write to the 400th.

#include <atomic>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int kFull = 200;
constexpr int kNoMoreFull = 400;

std::atomic<int> writes{0};

bool isTrace(int file) {
  const char* trace = getenv("TIPTOE_TRACE");
  char link[64];
  char target[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = trace != nullptr ? readlink(link, target, sizeof target) : -1;
  return length > 0 && strlen(trace) == static_cast<size_t>(length) &&
         memcmp(trace, target, static_cast<size_t>(length)) == 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) ssize_t write(int file, const void* bytes, size_t size) {
  if (isTrace(file)) {
    const int before = writes++;
    if (before >= kFull && before < kNoMoreFull) {
      errno = ENOSPC;
      return -1;
    }
  }
  return syscall(SYS_write, file, bytes, size);
}
