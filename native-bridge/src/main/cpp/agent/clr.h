// SPDX-License-Identifier: Apache-2.0
//
// The one way to the CLR: every call of the agent goes through here, is watched for loads that it causes, and is
// counted when it fails. For any number of threads.

#pragma once

#include "base/buffer.h"
#include "cor/metadata_import.h"
#include "cor/profiler_info.h"
#include "faults.h"
#include "os/threads.h"

namespace tiptoe {

// A name as the CLR gives it: UTF-16. Most need no heap.
using Name = Buffer<cor::WCHAR, 256>;

// Marks the calling thread as ours while it lives. A type loaded meanwhile on this thread was loaded by the agent,
// which must never happen.
class OurTurn {
 public:
  OurTurn() : before_(mark_.get()) { mark_.set(1); }
  OurTurn(const OurTurn&) = delete;
  OurTurn& operator=(const OurTurn&) = delete;
  ~OurTurn() { mark_.set(before_); }

  static bool now() { return mark_.get() != 0; }

  // While one lives threads can be marked. An agent has one.
  class Marks {
   public:
    Marks();
    Marks(const Marks&) = delete;
    Marks& operator=(const Marks&) = delete;
    ~Marks();

    // False where the process has no room for them.
    bool made() const { return made_; }

   private:
    bool made_;
  };

 private:
  static os::PerThread mark_;
  const uintptr_t before_;
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
    if (result == cor::kProfilerDetaching) {
      return;  // the end of every call, and no fault
    }
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

  // What use(metadata) says; false where the module has no metadata, as a resource has none.
  template <typename Use>
  bool withMetaData(cor::ModuleID module, Use use) {
    OurTurn ours;
    void* object = nullptr;
    const cor::HRESULT result =
        call(&Slots::GetModuleMetaData, module, cor::kOpenForReading, cor::kIidMetaDataImport, &object);
    if (cor::failed(result) || object == nullptr) {
      return false;
    }
    auto* metadata = static_cast<cor::MetaDataImport*>(object);
    const bool answer = use(metadata);
    metadata->slots->Release(metadata);
    return answer;
  }

  // All items of an enumeration, which is a snapshot: nothing in it is kept alive.
  template <typename Item, size_t kInline>
  cor::HRESULT list(cor::HRESULT (*Slots::*slot)(cor::ProfilerInfo*, cor::Enumerator<Item>**),
                    Buffer<Item, kInline>& items) {
    OurTurn ours;
    items.clear();
    cor::Enumerator<Item>* enumerator = nullptr;
    cor::HRESULT result = ask(slot, &enumerator);
    if (cor::failed(result) || enumerator == nullptr) {
      return cor::failed(result) ? result : cor::kPointer;
    }
    cor::ULONG count = 0;
    result = enumerator->slots->GetCount(enumerator, &count);
    if (cor::succeeded(result) && count != 0) {
      Item* room = items.extend(count);
      cor::ULONG fetched = 0;
      result = room != nullptr ? enumerator->slots->Next(enumerator, count, room, &fetched) : cor::kOutOfMemory;
      items.rewind(cor::succeeded(result) && fetched <= count ? fetched : 0);
    }
    enumerator->slots->Release(enumerator);
    return result;
  }

  // The program stands while it lives, if result() is no failure. One at a time, and others of ours wait for it: the
  // runtime keeps one flag for all of a profiler's suspensions, which the end of one clears after another may have
  // begun; that one could then not be ended. No callback suspends, so none waits here.
  class Suspension {
   public:
    explicit Suspension(Clr& clr) : clr_(clr), locked_(clr.suspending_), result_(clr.ask(&Slots::SuspendRuntime)) {}
    Suspension(const Suspension&) = delete;
    Suspension& operator=(const Suspension&) = delete;
    ~Suspension() {
      if (cor::succeeded(result_)) {
        clr_.call(&Slots::ResumeRuntime);
      }
    }

    cor::HRESULT result() const { return result_; }

   private:
    Clr& clr_;
    os::Locked locked_;
    const cor::HRESULT result_;
  };

 private:
  template <typename Slots>
  const Slots* slots() const {
    return reinterpret_cast<const Slots*>(info_->slots);
  }

  Faults& faults_;
  os::Mutex suspending_;
  cor::ProfilerInfo* info_ = nullptr;
};

}  // namespace tiptoe
