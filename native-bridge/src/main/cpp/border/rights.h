// SPDX-License-Identifier: Apache-2.0
//
// Limits the rights of this process.

#pragma once

#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

// Makes this process act as the user of the observed process, with its groups, without capabilities, and with no way
// back. It cannot be traced then, and leaves no core file.
Outcome actAsUserOf(const ObservedProcess& process);

// Restricts this process, which is root's, to the files that the user of the observed process can reach. The other ends
// of its connections still see it as root, without capabilities. It cannot be traced then, and leaves no core file.
Outcome reachFilesAsUserOf(const ObservedProcess& process);

}  // namespace tiptoe::border
