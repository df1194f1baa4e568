// SPDX-License-Identifier: Apache-2.0
//
// The library's export, by which the CLR creates a sacrificial agent.

#include "agent_factory.h"
#include "sacrificial_agent.h"

namespace tiptoe {
namespace {

WitnessAgentFactory<SacrificialAgent> factory;

}  // namespace
}  // namespace tiptoe

extern "C" __attribute__((visibility("default"))) tiptoe::cor::HRESULT DllGetClassObject(const tiptoe::cor::Guid&,
                                                                                         const tiptoe::cor::Guid& iid,
                                                                                         void** object) {
  return tiptoe::factory.QueryInterface(iid, object);
}
