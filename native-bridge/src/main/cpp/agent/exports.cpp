// SPDX-License-Identifier: Apache-2.0
//
// The library's two exports. Through them the CLR creates an agent, and finds out when it may unmap the library.

#include "agent.h"
#include "cor/class_factory.h"

namespace tiptoe {
namespace {

// {8F0E2C4A-6B7D-4E51-9A3C-D1F5B2E7A946}
constexpr cor::Guid kClsidAgent = {0x8F0E2C4A, 0x6B7D, 0x4E51, {0x9A, 0x3C, 0xD1, 0xF5, 0xB2, 0xE7, 0xA9, 0x46}};

// Creates agents. It has no state and lives as long as the library.
struct AgentFactory final : cor::ClassFactory {
  cor::HRESULT QueryInterface(const cor::Guid& iid, void** object) override {
    const bool known = iid == cor::kIidUnknown || iid == cor::kIidClassFactory;
    *object = known ? this : nullptr;
    return known ? cor::kOk : cor::kNoInterface;
  }

  cor::HRESULT CreateInstance(cor::Unknown* outer, const cor::Guid& iid, void** object) override {
    *object = nullptr;
    if (outer != nullptr) {
      return cor::kNoAggregation;
    }
    Agent* agent = Agent::create();
    if (agent == nullptr) {
      return cor::kOutOfMemory;
    }
    const cor::HRESULT result = agent->QueryInterface(iid, object);
    agent->Release();
    return result;
  }
};

AgentFactory factory;

}  // namespace
}  // namespace tiptoe

extern "C" {

__attribute__((visibility("default"))) tiptoe::cor::HRESULT DllGetClassObject(const tiptoe::cor::Guid& clsid,
                                                                              const tiptoe::cor::Guid& iid,
                                                                              void** object) {
  if (object == nullptr) {
    return tiptoe::cor::kPointer;
  }
  *object = nullptr;
  return clsid == tiptoe::kClsidAgent ? tiptoe::factory.QueryInterface(iid, object)
                                      : tiptoe::cor::kClassNotAvailable;
}

// The runtime unmaps the library after a detach, when no thread is inside it any more.
__attribute__((visibility("default"))) tiptoe::cor::HRESULT DllCanUnloadNow() { return tiptoe::cor::kOk; }
}
