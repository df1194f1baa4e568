// SPDX-License-Identifier: Apache-2.0
//
// The one way to the CLR: every call of the agent goes through here, is watched for loads that it causes, and is
// counted when it fails. For any number of threads.

#pragma once

#include "base/buffer.h"
#include "cor/profiler_info.h"
#include "faults.h"

namespace tiptoe {

// A name as the CLR gives it: UTF-16. Most need no heap.
using Name = Buffer<cor::WCHAR, 256>;

// Marks the calling thread as ours while it lives. A type loaded meanwhile on this thread was loaded by the agent,
// which must never happen.
class OurTurn {
 public:
  OurTurn() { depth_++; }
  OurTurn(const OurTurn&) = delete;
  OurTurn& operator=(const OurTurn&) = delete;
  ~OurTurn() { depth_--; }

  static bool now() { return depth_ != 0; }

 private:
  // Without a destructor: one would keep the library mapped after a detach.
  static __thread int depth_;
};

class Clr {
 public:
  using Slots = cor::ProfilerInfoSlots;

  explicit Clr(Faults& faults) : faults_(faults) {}
  Clr(const Clr&) = delete;
  Clr& operator=(const Clr&) = delete;
  ~Clr();

  // Takes the interface out of what Initialize was given.
  cor::HRESULT connect(cor::Unknown* object);

  // Calls a slot whose failures are answers. The slots of a capability of its own (cor/probe_info.h, cor/heap_info.h)
  // are a view of the same table.
  template <typename Slots, typename Slot, typename... Arguments>
  cor::HRESULT ask(Slot Slots::*slot, Arguments... arguments) {
    OurTurn ours;
    return (slots<Slots>()->*slot)(info_, arguments...);
  }

  // Calls a slot that should not fail.
  template <typename Slots, typename Slot, typename... Arguments>
  cor::HRESULT call(Slot Slots::*slot, Arguments... arguments) {
    const cor::HRESULT result = ask(slot, arguments...);
    if (cor::failed(result)) {
      fault(slot, result);
    }
    return result;
  }

  template <typename Slots, typename Slot>
  void fault(Slot Slots::*slot, cor::HRESULT result) {
    const auto* begin = reinterpret_cast<const char*>(info_->slots);
    const auto* at = reinterpret_cast<const char*>(&(slots<Slots>()->*slot));
    faults_.failedCall(static_cast<size_t>(at - begin) / sizeof(void*), result);
  }

  // Calls ask(capacity, &length, buffer) until the name fits: the CLR tells the length, its terminator included, even
  // where it cuts the name or refuses. The result of the last call.
  template <typename Ask>
  static cor::HRESULT name(Name& name, Ask ask) {
    cor::ULONG length = 0;
    cor::HRESULT result = ask(static_cast<cor::ULONG>(name.capacity()), &length, name.data());
    if (length > name.capacity() && name.reserve(length)) {
      result = ask(static_cast<cor::ULONG>(name.capacity()), &length, name.data());
    }
    name.rewind(length == 0 || length > name.capacity() ? 0 : length - 1);
    return result;
  }

  // The module's MVID; whether it has one.
  bool mvid(cor::ModuleID module, cor::Guid& mvid);

 private:
  template <typename Slots>
  const Slots* slots() const {
    return reinterpret_cast<const Slots*>(info_->slots);
  }

  Faults& faults_;
  cor::ProfilerInfo* info_ = nullptr;
};

}  // namespace tiptoe
