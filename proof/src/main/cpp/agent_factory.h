// SPDX-License-Identifier: Apache-2.0
//
// The class factory of the agents that only tests load. They have the agent's own CLSID and are created in the same
// way.

#pragma once

#include "cor/class_factory.h"

namespace tiptoe {

// Agent::create() returns a new agent with one reference, or null when there is no memory.
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
