// SPDX-License-Identifier: Apache-2.0
//
// The agent's library as a file that the observed process can load.

#pragma once

#include "bytes.h"
#include "folder.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

// Puts the agent into a folder, unless a file of the same user with these bytes is there already. The name is
// tiptoe-agent-USER-DIGEST.so; a file of another user under that name is left alone, and a random end is added to the
// name. Appends the path, as the process sees it.
Outcome putAgent(const ObservedProcess& process, const Folder& folder, const char* digest, const uint8_t* library,
                 size_t size, const Moment& moment, Bytes& path);

}  // namespace tiptoe::border
