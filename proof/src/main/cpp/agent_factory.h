// SPDX-License-Identifier: Apache-2.0
//
// How the CLR gets an agent that only tests load: under the agent's own CLSID, by the same way.

#pragma once

#include "cor/class_factory.h"

namespace tiptoe {

// Agent::create() makes one with one reference, or null without memory.
template <typename Agent>
struct WitnessAgentFactory final : cor::ClassFactory {
  cor::HRESULT QueryInterface(const cor::Guid& iid, void** object) override {
    const bool known = iid == cor::kIidUnknown || iid == cor::kIidClassFactory;
    *object = known ? this : nullptr;
    return known ? cor::kOk : cor::kNoInterface;
  }

  cor::HRESULT CreateInstance(cor::Unknown*, const cor::Guid& iid, void** object) override {
    Agent* agent = Agent::create();
    if (agent == nullptr) {
      return cor::kOutOfMemory;
    }
    const cor::HRESULT result = agent->QueryInterface(iid, object);
    agent->Release();
    return result;
  }
};

}  // namespace tiptoe
