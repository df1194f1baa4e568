// SPDX-License-Identifier: Apache-2.0

#include "config.h"

#include <stdlib.h>

namespace tiptoe {
namespace {

bool parseDecimal(const char* text, uint64_t& value) {
  if (*text == '\0') {
    return false;
  }
  value = 0;
  for (; *text != '\0'; text++) {
    const auto digit = static_cast<uint64_t>(*text - '0');
    if (digit > 9 || __builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, digit, &value)) {
      return false;
    }
  }
  return true;
}

}  // namespace

const char* Config::read() {
  trace = getenv("TIPTOE_TRACE");
  if (trace == nullptr || *trace == '\0') {
    return "TIPTOE_TRACE is not set";
  }
  const char* period = getenv("TIPTOE_SAMPLE_EVERY");
  if (period == nullptr) {
    return "TIPTOE_SAMPLE_EVERY is not set";
  }
  if (!parseDecimal(period, samplePeriod)) {
    return "TIPTOE_SAMPLE_EVERY is not a number of nanoseconds";
  }
  return nullptr;
}

}  // namespace tiptoe
