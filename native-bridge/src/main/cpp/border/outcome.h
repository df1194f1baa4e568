// SPDX-License-Identifier: Apache-2.0
//
// The result of a step: done, or a reason for the program and a message for a person.

#pragma once

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

namespace tiptoe::border {

// The numbers are those of the protocol.
enum class Reason : uint8_t {
  kDone = 0,
  kNoProcess = 1,       // it has ended, or its number belongs to a later process
  kNoPermission = 2,    // of the requesting user
  kNotThere = 3,        // no such socket or file
  kNobody = 4,          // the socket exists and nothing listens on it
  kTooLate = 5,         // the time was over
  kHungUp = 6,          // the other end closed the connection
  kAnotherProcess = 7,  // another process than the expected one listens there
  kFailed = 8,          // anything else, described by the message
};

class [[nodiscard]] Outcome {
 public:
  static Outcome done() { return Outcome(Reason::kDone); }

  __attribute__((format(printf, 2, 3))) static Outcome of(Reason reason, const char* format, ...) {
    Outcome outcome(reason);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(outcome.words_, sizeof outcome.words_, format, arguments);
    va_end(arguments);
    return outcome;
  }

  // A system call that failed: what it was for, and its errno.
  static Outcome failed(const char* what, int error) {
    const bool forbidden = error == EACCES || error == EPERM;
    return of(forbidden ? Reason::kNoPermission : Reason::kFailed, "%s: %s", what, strerror(error));
  }

  bool isDone() const { return reason_ == Reason::kDone; }
  Reason reason() const { return reason_; }
  const char* words() const { return words_; }

 private:
  explicit Outcome(Reason reason) : reason_(reason) { words_[0] = '\0'; }

  Reason reason_;
  char words_[1024];
};

}  // namespace tiptoe::border
