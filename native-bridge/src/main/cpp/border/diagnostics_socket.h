// SPDX-License-Identifier: Apache-2.0
//
// Finds the socket of the runtime in the observed process, dotnet-diagnostic-PID-KEY-socket in its temporary folder.

#pragma once

#include "connection.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

// Connects with the runtime. Passes over sockets of ended processes with the same number, and those of other users.
Outcome connectToRuntime(const ObservedProcess& process, const Moment& moment, Connection& connection);

}  // namespace tiptoe::border
