// SPDX-License-Identifier: Apache-2.0
//
// The process that is observed, as the kernel shows it below /proc. All of it is read through one descriptor of its
// folder there, which never leads to a later process of the same number.

#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "bytes.h"
#include "descriptor.h"
#include "outcome.h"

namespace tiptoe::border {

class ObservedProcess {
 public:
  // Opens the process of that number that started then, in clock ticks since the machine did, and reads what it is.
  // To be called once, and before this process acts as another user.
  Outcome open(pid_t pid, uint64_t startTime);

  // Whether it has not ended, and its number is still its own.
  bool isThere() const;

  // The lines of the kernel's list of the sockets in its network namespace that have a text in them; whether all of the
  // list was read.
  bool readBoundSockets(const char* text, Bytes& lines) const;

  pid_t pid() const { return pid_; }
  uint64_t startTime() const { return startTime_; }

  // Its number as it sees itself, in its own pid namespace.
  uint64_t ownPid() const { return ownPid_; }

  uid_t user() const { return user_; }
  gid_t group() const { return group_; }
  const gid_t* groups() const { return reinterpret_cast<const gid_t*>(groups_.data()); }
  size_t groupCount() const { return groups_.size() / sizeof(gid_t); }

  // Its root, opened with O_PATH: names below it are looked up in its own mount namespace.
  int root() const { return root_.get(); }

  // Whether a path means the same to it and to us.
  bool sharesOurFiles() const { return sharesOurFiles_; }

  // Whether it is in our user namespace: its users are ours, and our root is root to it.
  bool sharesOurUsers() const { return sharesOurUsers_; }

  // TMPDIR, if that was an absolute path when it started; empty otherwise.
  const char* temporary() const { return temporary_; }

 private:
  Outcome readStatus();
  Outcome readTemporary();
  Outcome openRoot();
  Outcome gone() const;
  bool hasNumbersOfOurs() const;
  uint32_t overflowNumber(const char* name) const;

  pid_t pid_ = 0;
  uint64_t startTime_ = 0;
  uint64_t ownPid_ = 0;
  uid_t user_ = 0;
  gid_t group_ = 0;
  Bytes groups_;
  Descriptor proc_;
  Descriptor folder_;
  Descriptor root_;
  bool sharesOurFiles_ = false;
  bool sharesOurUsers_ = false;
  char temporary_[4096] = "";
};

}  // namespace tiptoe::border
