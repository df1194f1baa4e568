// SPDX-License-Identifier: Apache-2.0
//
// The samples of a trace, each with its stack, decoded as the format's page describes.

#pragma once

#include <map>

#include "parsed_trace.h"

namespace check {

struct Sample {
  uint64_t time;
  uint64_t thread;
  uint64_t nanos;  // that it represents
  std::vector<uint64_t> frames;
  std::vector<uint64_t> ips;
  uint32_t result;
  uint32_t flags;
};

struct Samples {
  std::vector<Sample> all;
  size_t undecodable = 0;
  size_t definitions = 0;

  explicit Samples(const ParsedTrace& trace) {
    for (const Record& record : trace.records) {
      if (record.header.type == tiptoe::layout::StackDefined::kType) {
        define(record);
      } else if (record.header.type == tiptoe::layout::RoundSampled::kType) {
        take(record);
      }
    }
  }

 private:
  void define(const Record& record) {
    const auto defined = record.as<tiptoe::layout::StackDefined>();
    Sample stack{};
    stack.frames = record.list<tiptoe::layout::StackDefined>();
    const size_t second = sizeof defined + 4 + 8 * stack.frames.size();
    stack.ips.resize(record.count(second));
    memcpy(stack.ips.data(), record.bytes.data() + second + 4, 8 * stack.ips.size());
    stack.result = defined.result;
    stack.flags = defined.flags;
    stacks_.erase(stacks_.begin(), stacks_.lower_bound(defined.oldest));
    stacks_[defined.stack] = stack;
    definitions++;
  }

  void take(const Record& record) {
    const auto round = record.as<tiptoe::layout::RoundSampled>();
    for (uint32_t i = 0; i < record.count(sizeof round); i++) {
      tiptoe::layout::SampledThread thread;
      memcpy(&thread, record.bytes.data() + sizeof round + 4 + i * sizeof thread, sizeof thread);
      const auto found = stacks_.find(thread.stack);
      if (found == stacks_.end()) {
        undecodable++;
        continue;
      }
      Sample sample = found->second;
      sample.time = record.header.time;
      sample.thread = thread.threadId;
      sample.nanos = uint64_t{1000} * round.interval * round.due / round.walked;
      sample.ips[0] += static_cast<uint64_t>(static_cast<int64_t>(thread.leafForward));
      all.push_back(sample);
    }
  }

  std::map<uint32_t, Sample> stacks_;
};

}  // namespace check
