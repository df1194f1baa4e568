// SPDX-License-Identifier: Apache-2.0
//
// The socket of the runtime in the observed process, dotnet-diagnostic-PID-KEY-socket in its temporary folder.

#pragma once

#include "connection.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"

namespace tiptoe::border {

// Connects with the runtime. Sockets that other processes of the same number left behind, and those of others, are
// passed over.
Outcome connectToRuntime(const ObservedProcess& process, const Moment& moment, Connection& connection);

}  // namespace tiptoe::border
