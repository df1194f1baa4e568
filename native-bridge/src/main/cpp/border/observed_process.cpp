// SPDX-License-Identifier: Apache-2.0

#include "observed_process.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

namespace tiptoe::border {
namespace {

constexpr size_t kMost = 4 << 20;  // the most that is read of a file that the process itself can make large

// Reads a whole file of /proc and appends a NUL. Returns 0 or an errno.
int read(int folder, const char* name, Bytes& text) {
  Descriptor file(openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.isOpen()) {
    return errno;
  }
  text.clear();
  while (text.size() < kMost) {
    const size_t before = text.size();
    const ssize_t count = ::read(file.get(), text.extend(65536), 65536);
    text.shrink(before + (count > 0 ? static_cast<size_t>(count) : 0));
    if (count < 0) {
      return errno;
    }
    if (count == 0) {
      break;
    }
  }
  text.put('\0');
  return 0;
}

FILE* openText(int folder, const char* name) {
  Descriptor file(openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  FILE* text = file.isOpen() ? fdopen(file.get(), "r") : nullptr;
  if (text != nullptr) {
    file.release();
  }
  return text;
}

const char* chars(const Bytes& text) { return reinterpret_cast<const char*>(text.data()); }

// Returns the start time of a process from its stat file; 0 when it has ended. The process's name comes first in it and
// may contain any character.
uint64_t startTimeOf(int folder, const char* name) {
  Bytes text;
  if (read(folder, name, text) != 0) {
    return 0;
  }
  const char* at = strrchr(chars(text), ')');
  if (at == nullptr || at[1] != ' ' || strchr("ZXx", at[2]) != nullptr) {
    return 0;
  }
  // the state is the first field behind the name, the start time the twentieth
  for (int field = 0; field < 20 && at != nullptr; field++) {
    at = strchr(at + 1, ' ');
  }
  return at != nullptr ? strtoull(at + 1, nullptr, 10) : 0;
}

// Returns the text behind a key such as "Uid:" in status, or null.
const char* valueOf(const char* status, const char* key) {
  const size_t length = strlen(key);
  for (const char* line = status; line != nullptr; line = strchr(line, '\n')) {
    line += *line == '\n' ? 1 : 0;
    if (strncmp(line, key, length) == 0) {
      return line + length;
    }
    if (*line == '\0') {
      break;
    }
  }
  return nullptr;
}

// Reads the next number of a line. Returns false at its end.
bool next(const char*& at, uint64_t& number) {
  while (*at == ' ' || *at == '\t') {
    at++;
  }
  if (!isdigit(static_cast<unsigned char>(*at))) {
    return false;
  }
  char* end;
  number = strtoull(at, &end, 10);
  at = end;
  return true;
}

// Reads the real, effective, saved and file system ID. They must be equal, else the process is switching between users.
bool oneOfFour(const char* at, uint32_t& id) {
  uint64_t numbers[4];
  for (uint64_t& number : numbers) {
    if (at == nullptr || !next(at, number)) {
      return false;
    }
  }
  id = static_cast<uint32_t>(numbers[0]);
  return numbers[0] == numbers[1] && numbers[1] == numbers[2] && numbers[2] == numbers[3];
}

bool isSameFile(int one, const char* oneName, int other, const char* otherName) {
  struct statx first;
  struct statx second;
  // attributes that are cached: a file system that the process itself provides is not asked
  constexpr int kHow = AT_EMPTY_PATH | AT_STATX_DONT_SYNC;
  return statx(one, oneName, kHow, STATX_INO, &first) == 0 &&
         statx(other, otherName, kHow, STATX_INO, &second) == 0 &&
         first.stx_ino == second.stx_ino && first.stx_dev_major == second.stx_dev_major &&
         first.stx_dev_minor == second.stx_dev_minor;
}

}  // namespace

Outcome ObservedProcess::gone() const { return Outcome::of(Reason::kNoProcess, "there is no such process"); }

Outcome ObservedProcess::open(pid_t pid, uint64_t startTime) {
  pid_ = pid;
  startTime_ = startTime;
  char name[32];
  snprintf(name, sizeof name, "%d", static_cast<int>(pid));
  proc_.reset(::open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC));
  folder_.reset(openat(proc_.get(), name, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!folder_.isOpen()) {
    return errno == ENOENT ? gone() : Outcome::failed("/proc", errno);
  }
  if (!isThere()) {
    return gone();
  }
  Outcome outcome = readStatus();
  outcome = outcome.isDone() ? openRoot() : outcome;
  return outcome.isDone() ? readTemporary() : outcome;
}

bool ObservedProcess::isThere() const {
  char stat[48];
  snprintf(stat, sizeof stat, "%d/stat", static_cast<int>(pid_));
  return startTimeOf(folder_.get(), "stat") == startTime_ && startTimeOf(proc_.get(), stat) == startTime_;
}

bool ObservedProcess::readBoundSockets(const char* text, Bytes& lines) const {
  FILE* list = openText(folder_.get(), "net/unix");
  if (list == nullptr) {
    return false;
  }
  char line[512];  // a path has 107 bytes at most; a longer line is not one entry
  while (lines.size() < kMost && fgets(line, sizeof line, list) != nullptr) {
    if (strstr(line, text) != nullptr) {
      lines.append(line, strlen(line));
    }
  }
  const bool complete = feof(list) != 0;
  fclose(list);
  return complete;
}

Outcome ObservedProcess::readStatus() {
  Bytes status;
  const int error = read(folder_.get(), "status", status);
  if (error != 0) {
    return error == ESRCH || error == ENOENT ? gone() : Outcome::failed("its status", error);
  }
  const char* text = chars(status);
  if (!oneOfFour(valueOf(text, "Uid:"), user_) || !oneOfFour(valueOf(text, "Gid:"), group_)) {
    return Outcome::of(Reason::kFailed, "it acts as more than one user or group: a set-user-ID program");
  }
  uint64_t number;
  if (const char* groups = valueOf(text, "Groups:")) {
    while (next(groups, number)) {
      groups_.put(static_cast<gid_t>(number));
    }
  }
  ownPid_ = static_cast<uint64_t>(pid_);
  if (const char* numbers = valueOf(text, "NSpid:")) {
    while (next(numbers, number)) {
      ownPid_ = number;
    }
  }
  return hasNumbersOfOurs()
             ? Outcome::done()
             : Outcome::of(Reason::kNoPermission, "its user or a group of it has no number in our user namespace");
}

// Where some users have no number in a namespace, all of them are shown as the same one, which belongs to another user.
bool ObservedProcess::hasNumbersOfOurs() const {
  Bytes map;
  uint64_t inside;
  uint64_t outside;
  uint64_t count;
  if (read(proc_.get(), "self/uid_map", map) != 0) {
    return true;  // a kernel without user namespaces
  }
  const char* at = chars(map);
  if (next(at, inside) && next(at, outside) && next(at, count) && inside == 0 && count >= UINT32_MAX) {
    return true;
  }
  const uint32_t nobody = overflowNumber("sys/kernel/overflowuid");
  const uint32_t noGroup = overflowNumber("sys/kernel/overflowgid");
  for (size_t i = 0; i < groupCount(); i++) {
    if (groups()[i] == noGroup) {
      return false;
    }
  }
  return user_ != nobody && group_ != noGroup;
}

uint32_t ObservedProcess::overflowNumber(const char* name) const {
  Bytes text;
  uint64_t number = 65534;
  if (read(proc_.get(), name, text) == 0) {
    const char* at = chars(text);
    next(at, number);
  }
  return static_cast<uint32_t>(number);
}

Outcome ObservedProcess::openRoot() {
  root_.reset(openat(folder_.get(), "root", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root_.isOpen()) {
    return errno == ENOENT || errno == ESRCH ? gone() : Outcome::failed("its root", errno);
  }
  sharesOurFiles_ = isSameFile(folder_.get(), "ns/mnt", proc_.get(), "self/ns/mnt") &&
                    isSameFile(root_.get(), "", proc_.get(), "self/root");
  sharesOurUsers_ = isSameFile(folder_.get(), "ns/user", proc_.get(), "self/ns/user");
  return Outcome::done();
}

Outcome ObservedProcess::readTemporary() {
  Bytes environment;
  const int error = read(folder_.get(), "environ", environment);
  if (error != 0) {
    return error == ESRCH || error == ENOENT ? gone() : Outcome::failed("its environment", error);
  }
  constexpr char kKey[] = "TMPDIR=/";
  const char* end = chars(environment) + environment.size();
  for (const char* at = chars(environment); at < end; at += strlen(at) + 1) {
    if (strncmp(at, kKey, sizeof kKey - 1) == 0) {
      const char* path = at + sizeof kKey - 2;
      if (strlen(path) < sizeof temporary_) {
        strcpy(temporary_, path);
      }
      break;
    }
  }
  return Outcome::done();
}

}  // namespace tiptoe::border
