// SPDX-License-Identifier: Apache-2.0

#include "identity/code_images.h"

#include "os/os.h"
#include "unwind/ready_to_run.h"

namespace tiptoe {

using os::Locked;
using Slots = Clr::Slots;

void CodeImages::loaded(cor::ModuleID module) {
  Name path;
  const uint8_t* base = nullptr;
  cor::AssemblyID assembly = 0;
  cor::DWORD flags = 0;
  const cor::HRESULT result = Clr::name(path, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return clr_.ask(&Slots::GetModuleInfo2, module, &base, capacity, length, text, &assembly, &flags);
  });
  constexpr cor::DWORD kWithoutCode = cor::kModuleDynamic | cor::kModuleFlatLayout;
  if ((cor::failed(result) && result != cor::kDataIncomplete) || base == nullptr || (flags & kWithoutCode) != 0) {
    return;
  }
  const unwind::ReadyToRun image(base);
  if (image.functions() == 0) {
    return;
  }
  {
    Locked locked(lock_);
    if (ranges_.find(module) != nullptr) {
      return;
    }
    ranges_.put(module, {image.base(), image.size()});
    code_.mapped(base, os::monotonicNanos());
  }
  layout::ImageMapped mapped{};
  mapped.base = image.base();
  mapped.start = image.base();
  mapped.size = image.size();
  mapped.moduleId = module;
  Batch records;
  records.add<layout::ImageMapped, Octets, Text>(mapped, Octets{}, Text{path.data(), path.size()});
  identity_.append(records);
}

bool CodeImages::contain(uint64_t address) {
  Locked locked(lock_);
  bool any = false;
  ranges_.forEach([&](uint64_t, const Range& range) { any = any || address - range.base < range.size; });
  return any;
}

void CodeImages::unloaded(cor::ModuleID module) {
  Locked locked(lock_);
  const Range* range = ranges_.find(module);
  if (range != nullptr) {
    code_.unmapped(reinterpret_cast<const uint8_t*>(range->base), os::monotonicNanos());
    ranges_.remove(module);
  }
}

}  // namespace tiptoe
