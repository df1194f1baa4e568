// SPDX-License-Identifier: Apache-2.0
//
// A folder of the observed process, held open, and the names in it. A name is one step: no link is followed from it,
// and no mount point is crossed, so an opened file is in this folder.

#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "descriptor.h"
#include "moment.h"
#include "outcome.h"

namespace tiptoe::border {

// Reads the attributes of an open descriptor. Returns false when that fails.
bool inspect(int file, struct statx& about);

// Opens a file again for reading, by its descriptor and not by its name.
Descriptor reopen(int file, int flags);

// Writes the path of a descriptor below /proc/self; needs room for 32 characters.
void pathOf(int file, char* path);

// Makes a name that cannot be predicted: the prefix, 16 hexadecimal digits, the suffix.
void randomName(const char* prefix, const char* suffix, char* name, size_t size);

class Folder {
 public:
  static constexpr size_t kLongestName = 255;

  Folder() = default;

  // Opens a path below a root as the process itself would see it: links are followed, but never out of that root.
  Outcome openAsSeen(int root, const char* path);

  // Opens a path below a root that contains no link, and in which only the given users and root can replace files of
  // others: it and each folder above belong to them, and are sticky or not writable for others. We must be able to
  // write there, and a runtime to map a library from there.
  Outcome openSafely(int root, const char* path, uid_t user);

  // Takes over a folder that is open already, with its path for messages.
  void adopt(Descriptor folder, const char* path) {
    folder_ = static_cast<Descriptor&&>(folder);
    snprintf(path_, sizeof path_, "%s", path);
  }

  bool isOpen() const { return folder_.isOpen(); }
  const char* path() const { return path_; }

  // Opens a name in the folder. The result is empty for a name that is more than one step.
  Descriptor open(const char* name, int flags, mode_t mode = 0) const;

  // The same without openat2, for kernels before 5.6.
  Descriptor openWithoutOpenat2(const char* name, int flags, mode_t mode = 0) const;

  bool makeFolder(const char* name, mode_t mode) const;

  // Gives an open file of ours a name, if that name is free.
  bool link(int file, const char* name) const;

  void remove(const char* name) const;

  // Calls visitor(name) for each name with the prefix, until it returns true. Returns false when the time was over
  // before, or the names cannot be read.
  template <typename Visitor>
  bool visit(const char* prefix, const Moment& moment, Visitor&& visitor) const {
    Descriptor readable = reopen(folder_.get(), O_DIRECTORY);
    DIR* all = readable.isOpen() ? fdopendir(readable.get()) : nullptr;
    if (all == nullptr) {
      return false;
    }
    readable.release();
    bool inTime = true;
    while (const dirent* each = readdir(all)) {
      const bool named = strncmp(each->d_name, prefix, strlen(prefix)) == 0;
      inTime = !moment.isOver();
      if (!inTime || (named && visitor(each->d_name))) {
        break;
      }
    }
    closedir(all);
    return inTime;
  }

 private:
  Outcome walk(int root, const char* path, uid_t user, bool safely);

  Descriptor folder_;
  char path_[4096] = "";
};

}  // namespace tiptoe::border
