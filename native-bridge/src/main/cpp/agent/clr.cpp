// SPDX-License-Identifier: Apache-2.0

#include "clr.h"

namespace tiptoe {

os::PerThread OurTurn::mark_;

namespace {

os::Mutex marksLock;
size_t marksUsers = 0;
bool marksMade = false;

}  // namespace

OurTurn::Marks::Marks() {
  os::Locked locked(marksLock);
  if (marksUsers++ == 0) {
    marksMade = mark_.make();
  }
  made_ = marksMade;
}

OurTurn::Marks::~Marks() {
  os::Locked locked(marksLock);
  if (--marksUsers == 0) {
    mark_.drop();
  }
}

Clr::~Clr() {
  if (info_ != nullptr) {
    info_->slots->Release(info_);
  }
}

cor::HRESULT Clr::connect(cor::Unknown* object) {
  void* info = nullptr;
  cor::HRESULT result = object->QueryInterface(cor::kIidProfilerInfo14, &info);
  info14_ = cor::succeeded(result);
  if (!info14_) {
    result = object->QueryInterface(cor::kIidProfilerInfo10, &info);
  }
  info_ = cor::succeeded(result) ? static_cast<cor::ProfilerInfo*>(info) : nullptr;
  return result;
}

bool Clr::mvid(cor::ModuleID module, cor::Guid& mvid) {
  return withMetaData(module, [&](cor::MetaDataImport* metadata) {
    return cor::succeeded(metadata->slots->GetScopeProps(metadata, nullptr, 0, nullptr, &mvid));
  });
}

}  // namespace tiptoe
