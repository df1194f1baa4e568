// SPDX-License-Identifier: Apache-2.0

#include "attach/probe.h"

#include "attach/witnesses.h"
#include "cor/metadata_import.h"
#include "cor/probe_info.h"
#include "identity/mapped_image.h"

namespace tiptoe {
namespace {

using Slots = Clr::Slots;

constexpr cor::DWORD kCoreClr = 2;
constexpr cor::mdToken kTypeDef = 0x02000000;
constexpr cor::mdToken kMethodDef = 0x06000000;
constexpr uint32_t kRowOfGlobals = 1;  // the TypeDef that owns the functions without a type (II.22.37)
constexpr uint32_t kLastRid = 0x00FFFFFF;
constexpr uint32_t kPart = 512;

}  // namespace

bool Probe::isWitnessed() {
  cor::USHORT instance = 0, major = 0, minor = 0, build = 0, qfe = 0;
  cor::DWORD kind = 0;
  Name version;
  const cor::HRESULT result = Clr::name(version, [&](cor::ULONG capacity, cor::ULONG* length, cor::WCHAR* text) {
    return at_.clr.call(&Slots::GetRuntimeInformation, &instance, &kind, &major, &minor, &build, &qfe, capacity,
                        length, text);
  });
  bool known = false;
  for (const witnesses::Release& release : witnesses::kProbe) {
    known = known || (release.major == major && release.minor == minor);
  }
  return cor::succeeded(result) && kind == kCoreClr && known;
}

void Probe::sweep(cor::ModuleID module) {
  next_ = 1;
  type_ = {};
  for (bool more = true; more;) {
    Gate::User user(at_.gate);
    if (!at_.recorder.known().hasModule(module)) {
      return;
    }
    const uint64_t asOf = at_.identity.stamp();
    more = sweepPart(module);
    recordUnpublished(module, asOf);
  }
}

// A method's owner is read from the image's bytes where possible, because asking the runtime for a module's metadata
// makes that module slower (see MappedImage).
bool Probe::sweepPart(cor::ModuleID module) {
  MappedImage image;
  const cor::HRESULT result = MappedImage::of(at_.clr, module, image);
  if (cor::succeeded(result) && image.hasOwners()) {
    return sweepPart(module, [&](uint32_t rid, cor::mdTypeDef& owner) {
      const uint32_t row = image.ownerOf(rid);
      owner = kTypeDef | (row == kRowOfGlobals ? 0 : row);
      return row != 0;
    });
  }
  return at_.clr.withMetaData(module, [&](cor::MetaDataImport* metadata) {
    return sweepPart(module, [metadata](uint32_t rid, cor::mdTypeDef& owner) {
      return cor::succeeded(metadata->slots->GetMethodProps(metadata, kMethodDef | rid, &owner, nullptr, 0, nullptr,
                                                            nullptr, nullptr, nullptr, nullptr, nullptr));
    });
  });
}

// Returns whether there are more methods. The methods of one TypeDef are never split: a part ends where the next
// TypeDef begins.
template <typename OwnerOf>
bool Probe::sweepPart(cor::ModuleID module, OwnerOf ownerOf) {
  for (uint32_t asked = 0; next_ <= kLastRid; asked++, next_++) {
    cor::mdTypeDef owner = 0;
    if (!ownerOf(next_, owner)) {
      break;
    }
    if (owner != type_.token) {
      leave();
      type_.token = owner;
      if (asked >= kPart) {
        return true;
      }
    }
    ask(module, kMethodDef | next_);
  }
  leave();
  return false;
}

void Probe::ask(cor::ModuleID module, cor::mdMethodDef method) {
  cor::FunctionID function = 0;
  const cor::HRESULT result = at_.clr.ask(&cor::ProbeSlots::GetFunctionFromToken, module, method, &function);
  if (result == cor::kOk && function != 0) {
    at_.recorder.describer().function(function, layout::kProbed, findings_);
    found_++;
  }
  type_.denied = type_.denied || result == cor::kInvalidArgument;
  type_.met = type_.met || result != cor::kInvalidArgument;
}

void Probe::leave() {
  const bool global = (type_.token & kLastRid) == 0;
  if (!global && type_.denied && !type_.met) {
    absent_.push(type_.token);
  }
  type_ = {};
}

void Probe::recordUnpublished(cor::ModuleID module, uint64_t asOf) {
  findings_.missing = 0;  // the trace promises no completeness for them
  at_.recorder.append(findings_);
  findings_.clear();
  if (absent_.size() != 0 && !absent_.refused()) {
    layout::NotPublished record{};
    record.moduleId = module;
    record.asOf = asOf;
    at_.recorder.append(record, Ids{absent_.data(), absent_.size()});
    denied_ += absent_.size();
  }
  absent_.clear();
}

}  // namespace tiptoe
