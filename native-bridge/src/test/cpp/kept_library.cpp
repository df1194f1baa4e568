// SPDX-License-Identifier: Apache-2.0
//
// A library that keeps itself mapped, for libraries_test.

#include "os/libraries_linux.h"

extern "C" __attribute__((visibility("default"))) bool keep() { return tiptoe::os::keepLibrary(); }
