// SPDX-License-Identifier: Apache-2.0

#include "posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace hostile {

Descriptor::~Descriptor() {
  if (number_ >= 0) {
    close(number_);
  }
}

void fail(const std::string& what) {
  fprintf(stderr, "tiptoe-hostile: %s: %s\n", what.c_str(), strerror(errno));
  exit(1);
}

std::vector<std::string> namesIn(const std::string& folder) {
  std::vector<std::string> names;
  DIR* opened = opendir(folder.c_str());
  if (opened == nullptr) {
    return names;
  }
  while (const dirent* entry = readdir(opened)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      names.push_back(name);
    }
  }
  closedir(opened);
  return names;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string nameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

void removeAll(const std::string& path) {
  if (unlink(path.c_str()) == 0 || rmdir(path.c_str()) == 0) {
    return;
  }
  struct stat about {};
  if (lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode)) {
    for (const std::string& name : namesIn(path)) {
      unlink((path + "/" + name).c_str());
    }
    rmdir(path.c_str());
  }
}

void unmountAll(const std::string& path) {
  while (umount2(path.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) == 0) {
  }
}

bool copyFile(const std::string& from, const std::string& to, unsigned mode) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  const Descriptor target(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!source.isOpen() || !target.isOpen()) {
    return false;
  }
  char bytes[1 << 16];
  ssize_t size;
  while ((size = read(source.get(), bytes, sizeof bytes)) > 0) {
    if (write(target.get(), bytes, static_cast<size_t>(size)) != size) {
      return false;
    }
  }
  return size == 0 && fchmod(target.get(), mode) == 0;
}

bool waitFor(const std::function<bool()>& condition, int milliseconds) {
  constexpr timespec kBetweenLooks = {0, 500'000};
  for (int looks = 0; looks < 2 * milliseconds; looks++) {
    if (condition()) {
      return true;
    }
    nanosleep(&kBetweenLooks, nullptr);
  }
  return false;
}

bool isInputOver() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  char ignored[64];
  return poll(&input, 1, 0) > 0 && read(STDIN_FILENO, ignored, sizeof ignored) <= 0;
}

void dieWithParent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

Arrivals::Arrivals(const std::string& folder) : queue_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (queue_ < 0 || inotify_add_watch(queue_, folder.c_str(), IN_CREATE | IN_MOVED_TO) < 0) {
    fail("watch " + folder);
  }
}

Arrivals::~Arrivals() { close(queue_); }

std::vector<Arrivals::Arrival> Arrivals::take() {
  std::vector<Arrival> arrivals;
  alignas(inotify_event) char bytes[1 << 14];
  const ssize_t size = read(queue_, bytes, sizeof bytes);
  for (ssize_t at = 0; at < size;) {
    const auto* event = reinterpret_cast<const inotify_event*>(bytes + at);
    if (event->len != 0) {
      arrivals.push_back({event->name, (event->mask & IN_ISDIR) != 0});
    }
    at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
  }
  return arrivals;
}

}  // namespace hostile
