// SPDX-License-Identifier: Apache-2.0
//
// IClassFactory, through which the runtime creates the agent's object.

#pragma once

#include "cor/types.h"

namespace tiptoe::cor {

struct ClassFactory : Unknown {
  virtual HRESULT CreateInstance(Unknown* /* outer */, const Guid& /* iid */, void** /* object */) {
    return kNotImplemented;
  }
  virtual HRESULT LockServer(BOOL) { return kOk; }
};

constexpr Guid kIidClassFactory = {0x00000001, 0x0000, 0x0000, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};

}  // namespace tiptoe::cor
