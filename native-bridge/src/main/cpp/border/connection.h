// SPDX-License-Identifier: Apache-2.0
//
// A connection with a socket of the observed process. It is made by the inode that was checked, not by a name, and the
// process that listens must be the observed one.

#pragma once

#include "attempt.h"
#include "bytes.h"
#include "descriptor.h"
#include "folder.h"
#include "moment.h"
#include "observed_process.h"
#include "outcome.h"
#include "root_connector.h"

namespace tiptoe::border {

class Connection {
 public:
  // Connects with the socket of that name, which must belong to the process's user; as root, where the root connector
  // runs.
  Outcome open(const ObservedProcess& process, const Folder& folder, const char* name, const Moment& moment,
               const RootConnector& root = RootConnector());

  Outcome send(const uint8_t* bytes, size_t count, const Moment& moment);

  // Receives exactly count bytes and appends them.
  Outcome receive(size_t count, const Moment& moment, Bytes& received);

  void close() { socket_.reset(); }

 private:
  Outcome await(short events, const Moment& moment);

  Descriptor socket_;
};

}  // namespace tiptoe::border
