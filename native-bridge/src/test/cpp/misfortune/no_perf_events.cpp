// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-no-perf-events.so, for tests only: forbids perf events to the program that it is preloaded into, as the
// default filter of containers does.

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "../forbidden.h"

__attribute__((constructor)) static void forbid() {
  if (!check::forbidPerfEvents(EPERM)) {
    abort();
  }
}
