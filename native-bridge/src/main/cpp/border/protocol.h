// SPDX-License-Identifier: Apache-2.0
//
// The requests that tiptoe-proxy reads from its standard input, and the answers that it writes to its standard output.
// All numbers are little-endian.
//
//   request   u32 length of the rest, u8 request, u32 milliseconds that it may take, payload
//   answer    u32 length of the rest, u8 reason (outcome.h), payload, or a message where it failed
//
// The first answer comes without a request: it describes the process (see kHello).

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::border {

constexpr size_t kLongestRequest = 16 << 20;
constexpr uint32_t kLongestPiece = 1 << 20;

enum class Request : uint8_t {
  kConnectToRuntime = 1,    //                            -> -
  kConnectToAgent = 2,      //                            -> -
  kSend = 3,                // bytes                      -> -
  kReceive = 4,             // u32 count                  -> exactly so many bytes
  kHangUp = 5,              //                            -> -
  kPutAgent = 6,            // 64 digits, library         -> path
  kNewControlPath = 7,      //                            -> path
  kClearControlSockets = 8, // u64 pid                    -> -
  kBeginTrace = 9,          //                            -> path
  kReadTrace = 10,          // u64 offset, u32 at most    -> u64 size, u64 begin, bytes
  kEndTrace = 11,           //                            -> -
};

// kHello: u64 number of the process in its own namespace, u32 user, u8 whether its paths mean the same to us.

}  // namespace tiptoe::border
