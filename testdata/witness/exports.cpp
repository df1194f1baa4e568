// SPDX-License-Identifier: Apache-2.0
//
// How the CLR gets a sacrificial agent: under the agent's own CLSID, by the same way.

#include "cor/class_factory.h"
#include "sacrificial_agent.h"

namespace tiptoe {
namespace {

struct SacrificialAgentFactory final : cor::ClassFactory {
  cor::HRESULT QueryInterface(const cor::Guid& iid, void** object) override {
    const bool known = iid == cor::kIidUnknown || iid == cor::kIidClassFactory;
    *object = known ? this : nullptr;
    return known ? cor::kOk : cor::kNoInterface;
  }

  cor::HRESULT CreateInstance(cor::Unknown*, const cor::Guid& iid, void** object) override {
    SacrificialAgent* agent = SacrificialAgent::create();
    if (agent == nullptr) {
      return cor::kOutOfMemory;
    }
    const cor::HRESULT result = agent->QueryInterface(iid, object);
    agent->Release();
    return result;
  }
};

SacrificialAgentFactory factory;

}  // namespace
}  // namespace tiptoe

extern "C" __attribute__((visibility("default"))) tiptoe::cor::HRESULT DllGetClassObject(const tiptoe::cor::Guid&,
                                                                                         const tiptoe::cor::Guid& iid,
                                                                                         void** object) {
  return tiptoe::factory.QueryInterface(iid, object);
}
