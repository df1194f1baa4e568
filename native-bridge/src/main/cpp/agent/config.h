// SPDX-License-Identifier: Apache-2.0
//
// What the agent is told through the environment.

#pragma once

#include <stdint.h>

namespace tiptoe {

struct Config {
  const char* trace = nullptr;  // TIPTOE_TRACE: the path of the file to create
  uint64_t samplePeriod = 0;    // TIPTOE_SAMPLE_EVERY: nanoseconds; 0 for no sampling

  // Null when all is well, otherwise what is wrong, in words.
  const char* read();
};

}  // namespace tiptoe
