// SPDX-License-Identifier: Apache-2.0
//
// The agent of a sacrificial process. It records the program as the agent does. When the runtime shuts down, before the
// trace ends, an asker may have it put the forbidden questions to the CLR (see line.h). Announcements that come during
// a question are sent with its answer.

#pragma once

#include "agent.h"
#include "base/buffer.h"
#include "forbidden_info.h"
#include "line.h"

namespace tiptoe {

class SacrificialAgent final : public Agent {
 public:
  // Returns a new agent with one reference, or null when there is no memory.
  static SacrificialAgent* create();

  cor::HRESULT Initialize(cor::Unknown* info) override;
  cor::HRESULT InitializeForAttach(cor::Unknown* info, void* clientData, cor::ULONG size) override;
  cor::HRESULT ClassLoadFinished(cor::ClassID id, cor::HRESULT status) override;
  cor::HRESULT Shutdown() override;

 private:
  using Words = Buffer<uint64_t, 512>;

  // A question as it was received: its operands, and the place for its values.
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

  // Returns whether the runtime has the forbidden interface.
  bool reachFor(cor::Unknown* info);

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

  // Collects the announcements on the calling thread during a question.
  static __thread Words* announced_;

  cor::ForbiddenInfo* info_ = nullptr;
};

}  // namespace tiptoe
