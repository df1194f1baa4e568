// SPDX-License-Identifier: Apache-2.0
//
// The connection between the process that is about to end and the asker: a Unix-domain stream of 64-bit little-endian
// words. Both sides implement version 1 of this:
//
//   hello     process → asker   kHello, whose low byte is the version
//   batch     asker → process   the number of words that follow, 0 for "go on to your end"; then whole questions
//   question                    kind | operands << 32, then the operands
//   answer    process → asker   HRESULT | loads << 32, the number of values; then the ClassIDs of the loads that the
//                               runtime announced on the asking thread meanwhile; then the values
//
// Each question of a batch is answered before the next is read, so when one ends the process, the asker knows which:
// the first without an answer.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe {

class Line {
 public:
  static constexpr uint64_t kHello = 0x6874757274'000001;  // "truth", version 1

  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line();

  // Connects. Returns whether a process listens at the path.
  bool call(const char* path);

  // Returns whether all bytes were transferred; false also when the other side is silent for too long.
  bool receive(void* bytes, size_t size);
  bool send(const void* bytes, size_t size);

 private:
  int socket_ = -1;
};

}  // namespace tiptoe
