// SPDX-License-Identifier: Apache-2.0
//
// The observed process, as the kernel shows it below /proc. All of it is read through one descriptor of its folder
// there, which never leads to a later process of the same number.

#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "bytes.h"
#include "descriptor.h"
#include "outcome.h"

namespace tiptoe::border {

class ObservedProcess {
 public:
  // Opens the process of that number and start time, in clock ticks since boot, and reads its attributes. To be called
  // once, before this process acts as another user.
  Outcome open(pid_t pid, uint64_t startTime);

  // Returns whether the process has not ended, so that its number is still its own.
  bool isThere() const;

  // Reads the lines of the kernel's list of sockets in its network namespace that contain a text. Returns whether the
  // whole list was read.
  bool readBoundSockets(const char* text, Bytes& lines) const;

  pid_t pid() const { return pid_; }
  uint64_t startTime() const { return startTime_; }

  // Returns its number in its own pid namespace.
  uint64_t ownPid() const { return ownPid_; }

  uid_t user() const { return user_; }
  gid_t group() const { return group_; }
  const gid_t* groups() const { return reinterpret_cast<const gid_t*>(groups_.data()); }
  size_t groupCount() const { return groups_.size() / sizeof(gid_t); }

  // Returns its root, opened with O_PATH: names below it are looked up in its mount namespace.
  int root() const { return root_.get(); }

  // Returns whether a path means the same to it and to us.
  bool sharesOurFiles() const { return sharesOurFiles_; }

  // Returns whether it is in our user namespace: then its users are ours, and our root is root to it.
  bool sharesOurUsers() const { return sharesOurUsers_; }

  // Returns TMPDIR, if that was an absolute path when the process started; empty otherwise.
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
