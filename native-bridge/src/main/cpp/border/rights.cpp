// SPDX-License-Identifier: Apache-2.0

#include "rights.h"

#include <grp.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tiptoe::border {
namespace {

constexpr uid_t kRoot = 0;

bool dropCapabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

// Drops every capability that the kernel knows; an unknown one is refused.
void dropBoundingSet() {
  for (int capability = 0; capability < 64; capability++) {
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
}

bool hasUser(uid_t user) {
  uid_t real;
  uid_t effective;
  uid_t saved;
  return getresuid(&real, &effective, &saved) == 0 && real == user && effective == user && saved == user;
}

bool hasGroup(gid_t group) {
  gid_t real;
  gid_t effective;
  gid_t saved;
  return getresgid(&real, &effective, &saved) == 0 && real == group && effective == group && saved == group;
}

bool hasGroups(const ObservedProcess& process) {
  Bytes groups;
  const int count = getgroups(0, nullptr);
  if (count < 0 || static_cast<size_t>(count) != process.groupCount()) {
    return false;
  }
  void* room = groups.extend(process.groupCount() * sizeof(gid_t));
  return getgroups(count, static_cast<gid_t*>(room)) == count &&
         (count == 0 || memcmp(room, process.groups(), groups.size()) == 0);
}

// Where the IDs are the process's already, no system call is made: root in a container may not be allowed to.
bool become(const ObservedProcess& process) {
  const bool same = hasUser(process.user()) && hasGroup(process.group()) && hasGroups(process);
  return same || (setgroups(process.groupCount(), process.groups()) == 0 &&
                  setresgid(process.group(), process.group(), process.group()) == 0 &&
                  setresuid(process.user(), process.user(), process.user()) == 0);
}

// Makes sure that neither an exec nor a tracer brings rights back.
bool keepToThese() {
  const rlimit noCore{0, 0};
  return dropCapabilities() && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &noCore) == 0;
}

bool hasNoCapabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct had[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, had) != 0) {
    return false;
  }
  uint32_t all = 0;
  for (const __user_cap_data_struct& each : had) {
    all |= each.effective | each.permitted | each.inheritable;
  }
  return all == 0;
}

bool keepsToThese() {
  return hasNoCapabilities() && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 &&
         prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;
}

}  // namespace

Outcome reachFilesAsUserOf(const ObservedProcess& process) {
  constexpr uint32_t kNone = ~uint32_t{0};  // changes nothing: each call returns the previous value
  syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
  dropBoundingSet();
  if (setgroups(process.groupCount(), process.groups()) != 0) {
    return Outcome::failed("its groups", errno);
  }
  setfsgid(process.group());
  setfsuid(process.user());
  const bool done = static_cast<gid_t>(setfsgid(kNone)) == process.group() &&
                    static_cast<uid_t>(setfsuid(kNone)) == process.user() && keepToThese() && keepsToThese();
  return done ? Outcome::done() : Outcome::of(Reason::kFailed, "cannot give up rights: %s", strerror(errno));
}

Outcome actAsUserOf(const ObservedProcess& process) {
  const bool root = geteuid() == kRoot;
  if (!root && !hasUser(process.user())) {
    return Outcome::of(Reason::kNoPermission, "only its own user and root have the permission");
  }
  // the keys of the caller's session are not the process's
  syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
  if (root) {
    dropBoundingSet();
  }
  if (root && !become(process)) {
    return Outcome::of(Reason::kFailed, "cannot act as its user %u: %s", process.user(), strerror(errno));
  }
  if (!keepToThese()) {
    return Outcome::of(Reason::kFailed, "cannot give up rights: %s", strerror(errno));
  }
  umask(S_IRWXG | S_IRWXO);
  // The resulting rights are checked once more, as the kernel reports them.
  const bool gaveUp = hasUser(process.user()) && (!root || (hasGroup(process.group()) && hasGroups(process))) &&
                      (process.user() == kRoot || setresuid(kRoot, kRoot, kRoot) != 0) && keepsToThese();
  return gaveUp ? Outcome::done() : Outcome::of(Reason::kFailed, "still has rights that were given up");
}

}  // namespace tiptoe::border
