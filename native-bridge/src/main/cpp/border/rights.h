// SPDX-License-Identifier: Apache-2.0
//
// Which rights this process has.

#pragma once

#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

// From then on this process acts as the user of the observed process, with its groups, without capabilities, and
// with no way back. It cannot be traced, and leaves no core file.
Outcome actAsUserOf(const ObservedProcess& process);

// From then on this process, which is root's, reaches no more files than the user of the observed process. It stays
// root to those whom it connects with, without capabilities. It cannot be traced, and leaves no core file.
Outcome reachFilesAsUserOf(const ObservedProcess& process);

}  // namespace tiptoe::border
