// SPDX-License-Identifier: Apache-2.0
//
// The control sockets of agents: tiptoe-control-RANDOM/PID-KEY in a temporary folder. The inner folder belongs to the
// process's user, no other user may enter it, and its name cannot be predicted; it is found again by its owner and
// mode.

#pragma once

#include "bytes.h"
#include "connection.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"
#include "root_connector.h"

namespace tiptoe::border {

// Connects with the agent in the process, as root where the root connector runs. Removes sockets that a killed agent
// left behind.
Outcome connectToAgent(const ObservedProcess& process, const RootConnector& root, const Moment& moment,
                       Connection& connection);

// Appends a path for a new agent to listen at, with %p for its process ID. It lies in a private folder, which is
// created if there is none.
Outcome newControlPath(const ObservedProcess& process, const Moment& moment, Bytes& path);

// Removes the sockets that an ended process of that number and of our own user left behind.
Outcome clearControlSockets(const ObservedProcess& self, uint64_t pid, const Moment& moment);

}  // namespace tiptoe::border
