// SPDX-License-Identifier: Apache-2.0

#include "sampling/snapshots.h"

#include <string.h>

namespace tiptoe {
namespace {

using Slots = Clr::Slots;

struct Named {
  const char* name;
  layout::Occasion occasion;
};

// Callbacks in cooperative mode are left out, and those in which a thread has no managed frames.
constexpr Named kOccasions[] = {
    {"ModuleLoadFinished", layout::kModuleLoadFinished},
    {"ClassLoadFinished", layout::kClassLoadFinished},
    {"JITCompilationFinished", layout::kJITCompilationFinished},
};

}  // namespace

bool Snapshots::choose(const char* names) {
  while (*names != '\0') {
    const size_t length = strcspn(names, ",");
    uint32_t found = 0;
    for (const Named& named : kOccasions) {
      found |= strlen(named.name) == length && strncmp(named.name, names, length) == 0 ? 1u << named.occasion : 0;
    }
    if (found == 0) {
      return false;
    }
    chosen_ |= found;
    names += length + (names[length] == ',');
  }
  return true;
}

// Functions on the stack of a running thread cannot be unloaded, so this needs no gate.
void Snapshots::takeNow(layout::Occasion occasion, uint64_t id) {
  OurTurn ours;
  Round round;
  if (!round.prepareOwn()) {
    at_.samples.drop();
    return;
  }
  round.walkOwn(at_.clr);
  if (round.stacks() == 0) {
    return;  // a thread of the runtime's own
  }
  const StackTable::Stack stack = round.stack(0);
  describe(stack);
  layout::CallbackSampled sampled{};
  at_.clr.ask(&Slots::GetCurrentThreadID, &sampled.threadId);
  sampled.id = id;
  sampled.occasion = occasion;
  sampled.result = stack.result;
  sampled.flags = stack.flags;
  Batch batch;
  batch.add(sampled, Ids{stack.functions, stack.count}, Ids{stack.ips, stack.count});
  at_.samples.append(batch, at_.identity.stamp());
}

void Snapshots::describe(const StackTable::Stack& stack) {
  IdSet unknown;
  at_.recorder.known().forUnknownFunctions({stack.functions, stack.count}, [&](uint64_t id) { unknown.add(id); });
  Findings findings;
  unknown.forEach([&](uint64_t id) { at_.recorder.describer().function(id, layout::kOnStack, findings); });
  at_.recorder.append(findings);
}

}  // namespace tiptoe
