// SPDX-License-Identifier: Apache-2.0
//
// Which of two moments is the later one; of two spans of time, the longer.

#pragma once

#include <stdint.h>

namespace tiptoe {

constexpr uint64_t later(uint64_t one, uint64_t other) { return one > other ? one : other; }
constexpr uint64_t sooner(uint64_t one, uint64_t other) { return one < other ? one : other; }

}  // namespace tiptoe
