// SPDX-License-Identifier: Apache-2.0
//
// The agent's settings: from environment variables when it is loaded at start-up, as client data when it is attached.
// Both have the same settings; in the environment the names begin with TIPTOE_.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

namespace tiptoe {

struct Config {
  const char* trace = nullptr;         // TRACE: the path of the file to create
  const char* control = nullptr;       // CONTROL: the path of the socket to listen on; unset: there is no socket
  uint64_t samplePeriod = 10'000'000;  // SAMPLE_EVERY: nanoseconds; 0 for no sampling
  uint64_t duty = 10'000;              // DUTY: the share of time for which the program may be paused, in millionths
  const char* snapshots = "";          // SNAPSHOTS: callbacks in which to record the stack, separated by commas
  const char* engine = "suspend";      // ENGINE: suspend, perf or both
  uint64_t kernel = 1;                 // KERNEL: 0 to sample no thread inside the kernel
  uint64_t probe = 0;                  // PROBE: 1 to ask the runtime which types are published

  // Both return null, or a message that says what is wrong. Values from the environment are not copied.
  const char* readEnvironment();

  // Reads lines NAME=value, each ended by \n. The values are copied.
  const char* readClientData(const void* bytes, size_t size);

 private:
  const char* set(const char* name, const char* value);
  const char* complete() const;

  Buffer<char, 512> text_;
};

}  // namespace tiptoe
