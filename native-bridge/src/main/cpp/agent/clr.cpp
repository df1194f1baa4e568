// SPDX-License-Identifier: Apache-2.0

#include "clr.h"

#include "cor/metadata_import.h"

namespace tiptoe {

__thread int OurTurn::depth_ = 0;

Clr::~Clr() {
  if (info_ != nullptr) {
    info_->slots->Release(info_);
  }
}

cor::HRESULT Clr::connect(cor::Unknown* object) {
  void* info = nullptr;
  const cor::HRESULT result = object->QueryInterface(cor::kIidProfilerInfo10, &info);
  info_ = cor::succeeded(result) ? static_cast<cor::ProfilerInfo*>(info) : nullptr;
  return result;
}

bool Clr::mvid(cor::ModuleID module, cor::Guid& mvid) {
  OurTurn ours;
  void* object = nullptr;
  const cor::HRESULT result =
      call(&Slots::GetModuleMetaData, module, cor::kOpenForReading, cor::kIidMetaDataImport, &object);
  if (cor::failed(result) || object == nullptr) {
    return false;
  }
  auto* metadata = static_cast<cor::MetaDataImport*>(object);
  const cor::HRESULT asked = metadata->slots->GetScopeProps(metadata, nullptr, 0, nullptr, &mvid);
  metadata->slots->Release(metadata);
  return cor::succeeded(asked);
}

}  // namespace tiptoe
