// SPDX-License-Identifier: Apache-2.0

#include "agent_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tiptoe::border {
namespace {

constexpr mode_t kAllRead = S_IRUSR | S_IRGRP | S_IROTH;
constexpr char kSuffix[] = ".so";

class AgentFile {
 public:
  AgentFile(const Folder& folder, uid_t user, const char* digest, const uint8_t* library, size_t size)
      : folder_(folder), user_(user), library_(library), size_(size) {
    snprintf(stem_, sizeof stem_, "tiptoe-agent-%u-%.64s", user, digest);
    snprintf(name_, sizeof name_, "%s%s", stem_, kSuffix);
  }

  const char* name() const { return name_; }

  // Returns whether a correct file has the name: the first name, or one of those with a random end.
  bool find(const Moment& moment) {
    if (isRight(name_)) {
      return true;
    }
    bool found = false;
    // a folder with too many names gets a new file
    [[maybe_unused]] const bool inTime = folder_.visit(stem_, moment, [&](const char* name) {
      found = strlen(name) < sizeof name_ && isRight(name);
      if (found) {
        strcpy(name_, name);
      }
      return found;
    });
    return found;
  }

  // Writes a file with a random end, and gives it the first name as well if that is free. Everything is done through
  // the open descriptor, whatever the names lead to by then.
  Outcome make() {
    char aside[sizeof name_];
    char prefix[sizeof stem_ + 1];
    snprintf(prefix, sizeof prefix, "%s-", stem_);
    randomName(prefix, kSuffix, aside, sizeof aside);
    const Descriptor file = folder_.open(aside, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (!file.isOpen()) {
      return Outcome::failed(folder_.path(), errno);
    }
    if (!write(file.get()) || fchmod(file.get(), kAllRead) != 0) {
      const int error = errno;
      folder_.remove(aside);
      return Outcome::failed(folder_.path(), error);
    }
    if (folder_.link(file.get(), name_)) {
      folder_.remove(aside);
    } else {
      strcpy(name_, aside);
    }
    return isRight(name_) ? Outcome::done()
                          : Outcome::of(Reason::kFailed, "%s/%s does not have the expected content", folder_.path(), name_);
  }

 private:
  bool write(int file) const {
    for (size_t written = 0; written < size_;) {
      const ssize_t more = ::write(file, library_ + written, size_ - written);
      if (more < 0 && errno != EINTR) {
        return false;
      }
      written += more > 0 ? static_cast<size_t>(more) : 0;
    }
    return true;
  }

  // Returns whether the name leads to a file of the user that all may read and nobody may write, and that holds the
  // library.
  bool isRight(const char* name) const {
    const Descriptor node = folder_.open(name, O_PATH);
    struct statx about;
    if (!node.isOpen() || !inspect(node.get(), about) || !S_ISREG(about.stx_mode) || about.stx_uid != user_ ||
        (about.stx_mode & ALLPERMS) != kAllRead || about.stx_size != size_) {
      return false;
    }
    const Descriptor file = reopen(node.get(), 0);
    uint8_t piece[65536];
    size_t had = 0;
    while (file.isOpen() && had < size_) {
      const ssize_t count = read(file.get(), piece, sizeof piece);
      if (count <= 0 || static_cast<size_t>(count) > size_ - had ||
          memcmp(piece, library_ + had, static_cast<size_t>(count)) != 0) {
        return false;
      }
      had += static_cast<size_t>(count);
    }
    return had == size_;
  }

  const Folder& folder_;
  const uid_t user_;
  const uint8_t* const library_;
  const size_t size_;
  char stem_[128];
  char name_[160];
};

}  // namespace

Outcome putAgent(const ObservedProcess& process, const Folder& folder, const char* digest, const uint8_t* library,
                 size_t size, const Moment& moment, Bytes& path) {
  AgentFile file(folder, process.user(), digest, library, size);
  Outcome outcome = file.find(moment) ? Outcome::done() : file.make();
  if (outcome.isDone()) {
    path.append(folder.path(), strlen(folder.path()));
    path.append("/", 1);
    path.append(file.name(), strlen(file.name()));
  }
  return outcome;
}

}  // namespace tiptoe::border
