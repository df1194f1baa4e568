// SPDX-License-Identifier: Apache-2.0

#include "sampling/engines.h"

#include <string.h>

namespace tiptoe {

using os::Locked;

bool Engines::choose(const char* name) {
  constexpr const char* kNames[] = {"suspend", "perf", "both"};
  for (uint32_t i = 0; i < sizeof kNames / sizeof *kNames; i++) {
    if (strcmp(name, kNames[i]) == 0) {
      choice_ = static_cast<Choice>(i);
      return true;
    }
  }
  return false;
}

// The suspending sampler gets its settings first: a refusal, which comes on the thread of PerfSampler, changes them.
bool Engines::configure(const Settings& settings) {
  {
    Locked locked(lock_);
    settings_ = settings;
  }
  const bool suspend = suspend_.configure(choice_ == kPerf ? 0 : settings.period, settings.duty);
  const bool perf = choice_ == kSuspend || perf_.configure(settings.duty != 0 ? settings.period : 0);
  return suspend && perf;
}

void Engines::refused() {
  const Settings now = settings();
  suspend_.configure(now.period, now.duty);
}

Engines::Settings Engines::settings() {
  Locked locked(lock_);
  return settings_;
}

bool Engines::stop() {
  const bool perf = perf_.stop();
  return suspend_.stop() && perf;
}

void Engines::resume() {
  suspend_.resume();
  perf_.resume();
}

}  // namespace tiptoe
