// SPDX-License-Identifier: Apache-2.0

#include "folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tiptoe::border {
namespace {

constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;
constexpr uid_t kRoot = 0;
constexpr int kTries = 100;
constexpr uint64_t kOneStep = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS;
constexpr uint64_t kAsSeen = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;

int openat2(int folder, const char* name, int flags, mode_t mode, uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = resolve;
  // The kernel may fail to decide whether a name raced with a rename elsewhere; it is then asked again.
  for (int tries = 1;; tries++) {
    const int opened = static_cast<int>(syscall(SYS_openat2, folder, name, &how, sizeof how));
    if (opened >= 0 || errno != EAGAIN || tries == kTries) {
      return opened;
    }
  }
}

// A seccomp filter may answer EPERM for a system call that it does not know.
bool isMissing(int error) { return error == ENOSYS || error == EPERM; }

bool isOneStep(const char* name) {
  return *name != '\0' && strchr(name, '/') == nullptr && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

// Returns the mount that a file was reached through; -1 when it is not known.
int mountOf(int file) {
  char path[48];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", file);
  Descriptor info(::open(path, O_RDONLY | O_CLOEXEC));
  char text[512];
  const ssize_t count = info.isOpen() ? read(info.get(), text, sizeof text - 1) : -1;
  if (count <= 0) {
    return -1;
  }
  text[count] = '\0';
  const char* line = strstr(text, "mnt_id:");
  return line != nullptr ? atoi(line + strlen("mnt_id:")) : -1;
}

// Returns why users other than root, the owner of the root folder, the user and we could replace what lies in a folder;
// null if they cannot.
const char* weakness(const struct statx& about, uid_t rootOwner, uid_t user) {
  if ((about.stx_mode & kOthersWrite) != 0 && (about.stx_mode & S_ISVTX) == 0) {
    return "any user may replace files there";
  }
  const bool trusted = about.stx_uid == kRoot || about.stx_uid == rootOwner || about.stx_uid == user;
  return trusted ? nullptr : "another user may replace files there";
}

}  // namespace

bool inspect(int file, struct statx& about) {
  return statx(file, "", AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &about) == 0;
}

void pathOf(int file, char* path) { snprintf(path, 32, "/proc/self/fd/%d", file); }

Descriptor reopen(int file, int flags) {
  char path[32];
  pathOf(file, path);
  return Descriptor(::open(path, flags | O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

void randomName(const char* prefix, const char* suffix, char* name, size_t size) {
  uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) {
    _exit(1);
  }
  snprintf(name, size, "%s%016llx%s", prefix, static_cast<unsigned long long>(random), suffix);
}

Outcome Folder::openAsSeen(int root, const char* path) {
  snprintf(path_, sizeof path_, "%s", path);
  folder_.reset(openat2(root, path, O_PATH | O_DIRECTORY, 0, kAsSeen));
  if (folder_.isOpen()) {
    return Outcome::done();
  }
  const int error = errno;
  return isMissing(error) ? walk(root, path, 0, false) : Outcome::failed(path, error);
}

Outcome Folder::openSafely(int root, const char* path, uid_t user) {
  snprintf(path_, sizeof path_, "%s", path);
  Outcome walked = walk(root, path, user, true);
  if (!walked.isDone()) {
    return walked;
  }
  struct statvfs about;
  if (faccessat(folder_.get(), ".", W_OK | X_OK, 0) != 0) {
    return Outcome::of(Reason::kNoPermission, "%s: no permission to write there", path);
  }
  if (fstatvfs(folder_.get(), &about) == 0 && (about.f_flag & ST_NOEXEC) != 0) {
    return Outcome::of(Reason::kFailed, "%s: it is mounted noexec", path);
  }
  return Outcome::done();
}

// Walks from the root on, one step after the other, following no link.
Outcome Folder::walk(int root, const char* path, uid_t user, bool safely) {
  struct statx about;
  if (!inspect(root, about)) {
    return Outcome::failed("/", errno);
  }
  const uid_t rootOwner = about.stx_uid;
  folder_.reset(dup(root));
  char step[kLongestName + 1];
  for (const char* at = path; *at != '\0';) {
    const size_t length = strcspn(at, "/");
    if (length > kLongestName) {
      return Outcome::of(Reason::kFailed, "%s: %s", path, strerror(ENAMETOOLONG));
    }
    const char* wrong = safely ? weakness(about, rootOwner, user) : nullptr;
    if (wrong != nullptr) {
      return Outcome::of(Reason::kFailed, "%s: %s", path, wrong);
    }
    memcpy(step, at, length);
    step[length] = '\0';
    at += length + (at[length] == '/' ? 1 : 0);
    if (length == 0 || strcmp(step, ".") == 0) {
      continue;
    }
    if (strcmp(step, "..") == 0) {
      return Outcome::failed(path, EINVAL);
    }
    Descriptor below(openat(folder_.get(), step, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!below.isOpen() || !inspect(below.get(), about)) {
      return Outcome::failed(path, errno);
    }
    folder_ = static_cast<Descriptor&&>(below);
  }
  const char* wrong = safely ? weakness(about, rootOwner, user) : nullptr;
  return wrong == nullptr ? Outcome::done() : Outcome::of(Reason::kFailed, "%s: %s", path, wrong);
}

Descriptor Folder::open(const char* name, int flags, mode_t mode) const {
  if (!isOneStep(name)) {
    errno = EINVAL;
    return Descriptor();
  }
  // With O_NOFOLLOW and O_PATH a link itself would be opened.
  Descriptor opened(openat2(folder_.get(), name, flags & ~O_NOFOLLOW, mode, kOneStep));
  return opened.isOpen() || !isMissing(errno) ? static_cast<Descriptor&&>(opened)
                                              : openWithoutOpenat2(name, flags, mode);
}

Descriptor Folder::openWithoutOpenat2(const char* name, int flags, mode_t mode) const {
  Descriptor opened(openat(folder_.get(), name, flags | O_NOFOLLOW | O_CLOEXEC, mode));
  struct statx about;
  if (!opened.isOpen()) {
    return opened;
  }
  const int mount = mountOf(opened.get());
  if (mount < 0 || mount != mountOf(folder_.get())) {
    errno = EXDEV;
    return Descriptor();
  }
  // O_PATH opens a link itself.
  if (!inspect(opened.get(), about) || S_ISLNK(about.stx_mode)) {
    errno = ELOOP;
    return Descriptor();
  }
  return opened;
}

bool Folder::makeFolder(const char* name, mode_t mode) const {
  return isOneStep(name) && mkdirat(folder_.get(), name, mode) == 0;
}

bool Folder::link(int file, const char* name) const {
  char path[32];
  pathOf(file, path);
  return isOneStep(name) && linkat(AT_FDCWD, path, folder_.get(), name, AT_SYMLINK_FOLLOW) == 0;
}

void Folder::remove(const char* name) const {
  if (isOneStep(name)) {
    unlinkat(folder_.get(), name, 0);
  }
}

}  // namespace tiptoe::border
