// SPDX-License-Identifier: Apache-2.0
//
// Counts the results of the sampler's calls, by call and result. There are few different results; those beyond the room
// are counted together. Not thread-safe.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "cor/types.h"
#include "trace/layout.h"

namespace tiptoe {

class Outcomes {
 public:
  void count(layout::SampledCall call, cor::HRESULT result) {
    const uint64_t key = static_cast<uint64_t>(call) << 32 | static_cast<uint32_t>(result);
    size_t at = 0;
    while (at < size_ && pairs_[at] != key) {
      at += 2;
    }
    if (at == size_) {
      if (size_ == kRoom) {
        others_++;
        return;
      }
      pairs_[at] = key;
      pairs_[at + 1] = 0;
      size_ += 2;
    }
    pairs_[at + 1]++;
  }

  // Returns pairs: the call and its result in one number, then the count.
  Ids pairs() const { return {pairs_, size_}; }

  uint64_t others() const { return others_; }

 private:
  static constexpr size_t kRoom = 32;

  uint64_t pairs_[kRoom] = {};
  size_t size_ = 0;
  uint64_t others_ = 0;
};

}  // namespace tiptoe
