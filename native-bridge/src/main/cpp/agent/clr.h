// SPDX-License-Identifier: Apache-2.0
//
// The agent's only way to call the CLR. It counts calls that fail, and notices types that they load. Thread-safe.

#pragma once

#include "base/buffer.h"
#include "cor/metadata_import.h"
#include "cor/profiler_info.h"
#include "faults.h"
#include "os/threads.h"

namespace tiptoe {

// A name as the CLR gives it: UTF-16. Most need no heap.
using Name = Buffer<cor::WCHAR, 256>;

// Marks the calling thread as one of the agent's while it lives. A type that is loaded on such a thread was loaded by
// the agent, which must never happen.
class OurTurn {
 public:
  OurTurn() : before_(mark_.get()) { mark_.set(1); }
  OurTurn(const OurTurn&) = delete;
  OurTurn& operator=(const OurTurn&) = delete;
  ~OurTurn() { mark_.set(before_); }

  static bool now() { return mark_.get() != 0; }

  // Makes it possible to mark threads, while it lives. An agent has one.
  class Marks {
   public:
    Marks();
    Marks(const Marks&) = delete;
    Marks& operator=(const Marks&) = delete;
    ~Marks();

    // False when the process has no room for the marks.
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

  // Gets the profiling interface from the object that Initialize was given.
  cor::HRESULT connect(cor::Unknown* object);

  // Returns whether it has the calls of ICorProfilerInfo14, which runtimes have since .NET 8.
  bool hasInfo14() const { return info14_; }

  // Calls a slot whose failures are ordinary answers. The slots with a header of their own (cor/probe_info.h,
  // cor/heap_info.h) are views of the same table.
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
      return;  // every call ends so after a detach; it is not a fault
    }
    const auto* begin = reinterpret_cast<const char*>(info_->slots);
    const auto* at = reinterpret_cast<const char*>(&(slots<Slots>()->*slot));
    faults_.failedCall(static_cast<size_t>(at - begin) / sizeof(void*), result);
  }

  // Calls ask(capacity, &length, buffer) until the name fits. The CLR reports the whole length, including the
  // terminator, even when it cuts the name or refuses. Returns the result of the last call.
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

  // Reads the module's MVID. Returns whether it has one.
  bool mvid(cor::ModuleID module, cor::Guid& mvid);

  // Returns the result of use(metadata); false for a module without metadata, such as a resource.
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

  // Reads all items of an enumeration. It is a snapshot, and keeps none of its IDs alive.
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

  // Suspends the program while it lives, unless result() is a failure. There is one at a time, and other threads of
  // ours wait for it: the runtime keeps a single flag for all suspensions of a profiler, and the end of one would clear
  // it after another had begun, which could then not be ended. No callback suspends, so none waits here.
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
  bool info14_ = false;
};

}  // namespace tiptoe
