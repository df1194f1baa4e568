// SPDX-License-Identifier: Apache-2.0
//
// The agent that gives its process for the truth: it records the program as the agent does, and when the runtime shuts
// down, before the trace ends, it lets somebody ask the CLR the forbidden questions (see line.h). What is announced
// while a question is asked is told with the answer.

#pragma once

#include "agent.h"
#include "base/buffer.h"
#include "forbidden_info.h"
#include "line.h"

namespace tiptoe {

class SacrificialAgent final : public Agent {
 public:
  // A new agent with one reference; null without memory.
  static SacrificialAgent* create();

  cor::HRESULT Initialize(cor::Unknown* info) override;
  cor::HRESULT ClassLoadFinished(cor::ClassID id, cor::HRESULT status) override;
  cor::HRESULT Shutdown() override;

 private:
  using Words = Buffer<uint64_t, 512>;

  // A question as it came: its operands, and where its values go.
  struct Question {
    const uint64_t* operands;
    size_t count;
    Words& values;
  };

  enum Kind : uint32_t {
    kClassFromToken = 1,
    kFunctionFromToken,
    kClassLayout,
    kClassInfo,
    kFunctionInfo,
    kFunctionLookUp,
  };

  SacrificialAgent() = default;

  void answerAll(Line& line);
  bool answerBatch(Line& line, Words& batch);
  bool answer(Line& line, uint32_t kind, const uint64_t* operands, size_t count);
  cor::HRESULT ask(uint32_t kind, const Question& question);
  cor::HRESULT askClassFromToken(const Question& question);
  cor::HRESULT askFunctionFromToken(const Question& question);
  cor::HRESULT askClassLayout(const Question& question);
  cor::HRESULT askClassInfo(const Question& question);
  cor::HRESULT askFunctionInfo(const Question& question);
  cor::HRESULT askFunctionLookUp(const Question& question);

  // Where the calling thread's announcements go while it asks.
  static __thread Words* announced_;

  cor::ForbiddenInfo* info_ = nullptr;
};

}  // namespace tiptoe
