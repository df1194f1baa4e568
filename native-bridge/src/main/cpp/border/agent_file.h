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

// Puts it in a folder, unless a file of the same user with these bytes is there already. Its name is
// tiptoe-agent-USER-DIGEST.so; what others have under that name is left alone, and the name gets a random end.
// The path, as the process sees it, is appended.
Outcome putAgent(const ObservedProcess& process, const Folder& folder, const char* digest, const uint8_t* library,
                 size_t size, const Moment& moment, Bytes& path);

}  // namespace tiptoe::border
