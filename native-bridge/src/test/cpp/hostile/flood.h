// SPDX-License-Identifier: Apache-2.0
//
// Takes all the places that an agent has for clients.

#pragma once

#include <string>

namespace hostile {

// Makes one connection after another with a socket, each of which begins a request and never ends it, until the
// standard input ends or nothing listens there any more.
void flood(const std::string& socket);

}  // namespace hostile
