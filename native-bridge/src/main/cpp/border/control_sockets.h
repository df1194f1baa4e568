// SPDX-License-Identifier: Apache-2.0
//
// The control sockets of agents: tiptoe-control-RANDOM/PID-KEY in a temporary folder. The inner folder belongs to the
// process's user, nobody else may enter it, and its name cannot be foreseen; it is found again by its owner and mode.

#pragma once

#include "bytes.h"
#include "connection.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"
#include "root_connector.h"

namespace tiptoe::border {

// Connects with the agent in the process, as root where its connector runs. What a killed agent left behind is removed.
Outcome connectToAgent(const ObservedProcess& process, const RootConnector& root, const Moment& moment,
                       Connection& connection);

// A path for a new agent to listen at, with %p for its process ID: in a private folder, which is made if there is none.
Outcome newControlPath(const ObservedProcess& process, const Moment& moment, Bytes& path);

// Removes what an ended process of that number, of our own user, left behind.
Outcome clearControlSockets(const ObservedProcess& self, uint64_t pid, const Moment& moment);

}  // namespace tiptoe::border
