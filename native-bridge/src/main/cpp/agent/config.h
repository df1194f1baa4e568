// SPDX-License-Identifier: Apache-2.0
//
// What the agent is told: through the environment when it is there from the start, as client data when it is attached.
// Both have the same settings; in the environment their names begin with TIPTOE_.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

namespace tiptoe {

struct Config {
  const char* trace = nullptr;         // TRACE: the path of the file to create
  const char* control = nullptr;       // CONTROL: the path of the socket to listen on; none without
  uint64_t samplePeriod = 10'000'000;  // SAMPLE_EVERY: nanoseconds; 0 for no sampling
  uint64_t duty = 10'000;              // DUTY: how much of the time the program may be paused, in millionths
  const char* snapshots = "";          // SNAPSHOTS: names of callbacks, separated by commas, to note the stack in
  uint64_t probe = 0;                  // PROBE: 1 to ask the runtime which types are published

  // Both: null when all is well, otherwise what is wrong, in words. What the environment says is used where it lies.
  const char* readEnvironment();

  // Lines NAME=value, each ended by \n. They are copied.
  const char* readClientData(const void* bytes, size_t size);

 private:
  const char* set(const char* name, const char* value);
  const char* complete() const;

  Buffer<char, 512> text_;
};

}  // namespace tiptoe
