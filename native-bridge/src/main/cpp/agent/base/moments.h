// SPDX-License-Identifier: Apache-2.0
//
// The later and the sooner of two moments, or the longer and the shorter of two durations.

#pragma once

#include <stdint.h>

namespace tiptoe {

constexpr uint64_t later(uint64_t one, uint64_t other) { return one > other ? one : other; }
constexpr uint64_t sooner(uint64_t one, uint64_t other) { return one < other ? one : other; }

}  // namespace tiptoe
