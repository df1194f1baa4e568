// SPDX-License-Identifier: Apache-2.0
//
// libtiptoe-heap-walking-agent.so, for tests only: the agent as it is shipped, made of the same objects, which walks
// the heap again and again by itself until the program ends.

#include <stdlib.h>

#include <new>

#include "agent.h"
#include "agent_factory.h"
#include "os/os.h"

namespace tiptoe {
namespace {

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* value = getenv(name);
  return value != nullptr ? strtoull(value, nullptr, 10) : otherwise;
}

class HeapWalkingAgent final : public Agent {
 public:
  static HeapWalkingAgent* create() {
    void* memory = malloc(sizeof(HeapWalkingAgent));
    return memory != nullptr ? new (memory) HeapWalkingAgent() : nullptr;
  }

  cor::HRESULT Initialize(cor::Unknown* info) override {
    const cor::HRESULT result = Agent::Initialize(info);
    if (cor::succeeded(result)) {
      thread_.start<HeapWalkingAgent, &HeapWalkingAgent::walkOn>("heap-asker", this);
    }
    return result;
  }

  cor::HRESULT Shutdown() override {
    {
      os::Locked locked(lock_);
      ending_ = true;
      changed_.wakeAll();
    }
    thread_.join();
    return Agent::Shutdown();
  }

 private:
  void walkOn() {
    const uint64_t pause = setting("TIPTOE_HEAP_EVERY", 100'000'000);
    const uint64_t budget = setting("TIPTOE_HEAP_BUDGET", UINT64_MAX);
    HeapWalker::Outcome outcome{};
    while (sleep(pause)) {
      heapWalker().begin(budget);
      while (!heapWalker().finished(outcome, os::monotonicNanos() + pause) && sleep(0)) {
      }
      if (getenv("TIPTOE_HEAP_TELL") != nullptr) {
        os::say("heap walk 0x%x: shortfalls %u, generations 0x%x, %zu objects of %u classes, %zu bytes, %zu free, "
                "%zu left out; %zu us collecting, %zu us walking",
                static_cast<uint32_t>(outcome.result), outcome.totals.shortfalls, outcome.totals.generations,
                outcome.totals.objects, outcome.totals.classes, outcome.totals.bytes, outcome.totals.freeBytes,
                outcome.totals.leftOutBytes, outcome.totals.collecting / 1000, outcome.totals.walking / 1000);
      }
    }
  }

  // Returns false when the program ends.
  bool sleep(uint64_t nanos) {
    os::Locked locked(lock_);
    const uint64_t until = os::monotonicNanos() + nanos;
    while (!ending_ && changed_.waitUntil(locked, until)) {
    }
    return !ending_;
  }

  os::Thread thread_;
  os::Mutex lock_;
  os::Condition changed_;
  bool ending_ = false;
};

WitnessAgentFactory<HeapWalkingAgent> factory;

}  // namespace
}  // namespace tiptoe

extern "C" __attribute__((visibility("default"))) tiptoe::cor::HRESULT DllGetClassObject(const tiptoe::cor::Guid&,
                                                                                         const tiptoe::cor::Guid& iid,
                                                                                         void** object) {
  return tiptoe::factory.QueryInterface(iid, object);
}
