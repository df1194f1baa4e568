// SPDX-License-Identifier: Apache-2.0

#include "attach/dynamic_methods.h"

#include "base/moments.h"
#include "os/os.h"
#include "sampling/pause.h"

namespace tiptoe {
namespace {

using os::monotonicNanos;
using Slots = Clr::Slots;

constexpr uint64_t kMilli = 1'000'000;

constexpr uint64_t kStop = kMilli;          // how long may be asked in one suspension
constexpr uint64_t kShare = 100;            // the program runs so many times as long
constexpr uint64_t kLeastRest = 10 * kMilli;
constexpr uint64_t kMostRest = 1'000 * kMilli;
constexpr uint32_t kMostDoublings = 7;

}  // namespace

uint64_t DynamicMethods::restAfter(uint64_t pause) const {
  const uint64_t patience = kLeastRest << sooner(fruitless_, kMostDoublings);
  return later(kShare * pause, sooner(patience, kMostRest));
}

uint64_t DynamicMethods::ask() {
  waiting_.clear();
  at_.unknown.take(waiting_);
  Gate::User user(at_.gate);
  dropOld();
  if (waiting_.size() == 0) {
    return 0;
  }
  at_.recorder.beginListing();
  pieces_.clear();
  uint64_t ended;
  const Pause pause;
  {
    Clr::Suspension suspension(at_.clr);
    if (cor::succeeded(suspension.result())) {
      askWhileStopped();
    } else if (suspension.result() == cor::kSuspensionInProgress) {
      postpone(0);
    }
    ended = monotonicNanos();
  }
  fruitless_ = pieces_.size() != 0 ? 0 : fruitless_ + 1;
  at_.recorder.appendListed(found_);
  at_.recorder.endListing();
  found_.clear();
  return pause.counted(ended);
}

void DynamicMethods::askWhileStopped() {
  const uint64_t until = monotonicNanos() + kStop;
  dropOld();
  for (size_t i = 0; i < waiting_.size(); i++) {
    const UnknownCode::Met& met = waiting_[i];
    if (!isFound(met.address) && !find(met.address)) {
      at_.unknown.answered(met.address);
    }
    if (monotonicNanos() > until) {
      postpone(i + 1);
      return;
    }
  }
}

// Drops what was sampled before something ended that was not known: other code may lie there now.
void DynamicMethods::dropOld() {
  const uint64_t changed = later(at_.gate.lastUnloading(), at_.recorder.lastEnd().ofUnknown);
  size_t kept = 0;
  for (size_t i = 0; i < waiting_.size(); i++) {
    if (waiting_[i].time > changed) {
      waiting_[kept++] = waiting_[i];
    }
  }
  waiting_.rewind(kept);
}

// Notes again what there was no time for.
void DynamicMethods::postpone(size_t from) {
  for (size_t i = from; i < waiting_.size(); i++) {
    at_.unknown.note(waiting_[i].address, waiting_[i].time);
  }
}

bool DynamicMethods::isFound(uint64_t address) const {
  for (size_t i = 0; i < pieces_.size(); i++) {
    if (address - pieces_[i].startAddress < pieces_[i].size) {
      return true;
    }
  }
  return false;
}

// Returns false where there is no dynamic method. One whose compilation was announced meanwhile is known already.
bool DynamicMethods::find(uint64_t address) {
  cor::FunctionID function = 0;
  const cor::HRESULT result = at_.clr.ask(&Slots::GetFunctionFromIP3, reinterpret_cast<const uint8_t*>(address),
                                          &function, static_cast<cor::ReJITID*>(nullptr));
  if (cor::failed(result) || function == 0) {
    return false;
  }
  return at_.recorder.known().hasJitted(function) || at_.recorder.lastEnd().function == function ||
         describe(function, address);
}

// The code is published here, where it is sure to be there and its end has not been announced.
bool DynamicMethods::describe(cor::FunctionID function, uint64_t address) {
  Name name;
  layout::DynamicMethodSeen seen{};
  const cor::HRESULT named = Clr::name(name, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return at_.clr.ask(&Slots::GetDynamicFunctionInfo, function, &seen.moduleId, static_cast<const uint8_t**>(nullptr),
                       static_cast<cor::ULONG*>(nullptr), capacity, length, text);
  });
  if (cor::failed(named)) {
    return false;
  }
  Pieces pieces;
  cor::ULONG count = 0;
  const cor::HRESULT located = at_.clr.ask(&Slots::GetCodeInfo2, function, static_cast<cor::ULONG>(pieces.capacity()),
                                           &count, pieces.data());
  if (cor::failed(located) || count > pieces.capacity() || pieces.extend(count) == nullptr) {
    return false;
  }
  bool contains = false;
  for (size_t i = 0; i < pieces.size(); i++) {
    contains = contains || address - pieces[i].startAddress < pieces[i].size;
  }
  if (!contains) {
    return false;
  }
  for (size_t i = 0; i < pieces.size(); i++) {
    if (pieces[i].size <= UINT32_MAX) {
      at_.code.compiled(function, pieces[i].startAddress, static_cast<uint32_t>(pieces[i].size), 0);
    }
    pieces_.push(pieces[i]);
  }
  seen.functionId = function;
  seen.moduleId = at_.recorder.known().hasModule(seen.moduleId) ? seen.moduleId : 0;
  seen.since = since_;
  found_.records.add(seen, Span<cor::COR_PRF_CODE_INFO>{pieces.data(), pieces.size()}, Text{name.data(), name.size()});
  return true;
}

}  // namespace tiptoe
