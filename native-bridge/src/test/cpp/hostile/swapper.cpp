// SPDX-License-Identifier: Apache-2.0

#include "swapper.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

namespace hostile {
namespace {

constexpr off_t kHuge = off_t{200} << 30;
constexpr int kLongestRest = 3'000;
constexpr int kLongestDisturbance = 1'500;

// Kinds of what is swapped, as bits.
constexpr unsigned kLibrary = 1, kControl = 2, kTrace = 4, kPort = 8, kPlace = 16;
constexpr unsigned kFiles = kLibrary | kTrace;
constexpr unsigned kNames = kFiles | kControl | kPort;

constexpr struct {
  unsigned kind;
  const char* name;
} kKinds[] = {
    {kLibrary, "library"}, {kControl, "control"}, {kTrace, "trace"}, {kPort, "port"}, {kPlace, "place"},
};

bool begins(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }

// 0: nothing of ours or theirs.
unsigned kindOf(const std::string& path) {
  const std::string name = nameOf(path);
  if (begins(name, "dotnet-diagnostic-")) {
    return kPort;
  }
  if (begins(name, "tiptoe-control-")) {
    return kControl;
  }
  if (begins(name, "tiptoe-agent") || begins(name, ".tiptoe-")) {
    return kLibrary;
  }
  return contains(name, ".tiptoe") ? kTrace : 0;
}

std::string nameOfKind(unsigned kind) {
  for (const auto& each : kKinds) {
    if (each.kind == kind) {
      return each.name;
    }
  }
  return "";
}

int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * int64_t{1'000'000'000} + time.tv_nsec;
}

void nap(long nanoseconds) {
  const timespec time = {0, nanoseconds};
  nanosleep(&time, nullptr);
}

bool isFolder(const std::string& path) {
  struct stat about {};
  return lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

}  // namespace

struct Swapper::Choice {
  const char* name;
  unsigned kinds;
  bool mounts;
  Action action;
};

const Swapper::Choice Swapper::kChoices[] = {
    {"link-to-file", kNames, false, &Swapper::linkToFile},
    {"link-to-folder", kNames | kPlace, false, &Swapper::linkToFolder},
    {"link-to-socket", kNames, false, &Swapper::linkToSocket},
    {"link-nowhere", kNames, false, &Swapper::linkNowhere},
    {"hard-link", kFiles | kPort, false, &Swapper::hardLink},
    {"empty-file", kNames, false, &Swapper::emptyFile},
    {"empty-folder", kNames | kPlace, false, &Swapper::emptyFolder},
    {"pipe", kNames, false, &Swapper::pipe},
    {"silent-socket", kNames, false, &Swapper::silentSocket},
    {"mount-file", kFiles | kPort, true, &Swapper::mountFile},
    {"mount-folder", kControl | kPlace, true, &Swapper::mountFolder},
    {"mount-socket", kFiles | kPort, true, &Swapper::mountSocket},
    {"mount-empty", kControl | kPlace, true, &Swapper::mountEmpty},
    {"move-away", kNames, false, &Swapper::moveAway},
    {"exchange", kNames, false, &Swapper::exchange},
    {"open-to-all", kNames | kPlace, false, &Swapper::openToAll},
    {"close-to-all", kNames | kPlace, false, &Swapper::closeToAll},
    {"lengthen", kFiles, false, &Swapper::lengthen},
    {"shorten", kFiles, false, &Swapper::shorten},
    {"spoil", kFiles, false, &Swapper::spoil},
    {"remove", kFiles | kControl, false, &Swapper::remove},
    {"sockets-of-others", kControl, false, &Swapper::socketsOfOthers},
};

Swapper::Swapper(unsigned seed, std::vector<std::string> folders, Substitutes substitutes, bool mounts)
    : random_(seed), folders_(std::move(folders)), substitutes_(std::move(substitutes)), mounts_(mounts) {
  for (const std::string& folder : folders_) {
    arrivals_.push_back(std::make_unique<Arrivals>(folder));
  }
}

void Swapper::run() {
  while (!isInputOver()) {
    disturb(static_cast<int>(below(kLongestDisturbance)));
    undoAll();
    rest(static_cast<int>(below(kLongestRest)));
  }
  report();
}

// A file that has just come is one that is in use.
void Swapper::disturb(int milliseconds) {
  for (const auto& each : arrivals_) {
    each->take();
  }
  if (below(2) == 0) {
    clear();
  }
  const int64_t end = now() + milliseconds * int64_t{1'000'000};
  while (now() < end) {
    bool quiet = true;
    for (size_t i = 0; i < folders_.size(); i++) {
      for (const Arrivals::Arrival& each : arrivals_[i]->take()) {
        const std::string path = folders_[i] + "/" + each.name;
        if (kindOf(path) != 0 && below(4) != 0) {
          act(path, mounts_ && below(2) == 0);
          quiet = false;
        }
      }
    }
    if (quiet && below(200) == 0) {
      actSomewhere();
    }
    if (below(50) == 0) {
      undoAll();
    }
    if (below(200) == 0) {
      clear();
    }
    if (below(3) == 0) {
      nap(50'000);
    }
  }
}

void Swapper::rest(int milliseconds) {
  waitFor(isInputOver, milliseconds);
}

std::vector<std::string> Swapper::targets() const {
  std::vector<std::string> found;
  for (const std::string& folder : folders_) {
    for (const std::string& name : namesIn(folder)) {
      if (kindOf(name) != 0) {
        found.push_back(folder + "/" + name);
      }
    }
  }
  return found;
}

void Swapper::actSomewhere() {
  const std::vector<std::string> all = targets();
  if (all.empty() || below(8) == 0) {
    act(any(folders_), false);
  } else {
    act(any(all), false);
  }
}

// Files that existed before are not created anew.
void Swapper::clear() {
  for (const std::string& path : targets()) {
    if ((kindOf(path) & (kLibrary | kControl)) != 0) {
      removeAll(path);
    }
  }
}

void Swapper::act(const std::string& path, bool mounting) {
  const unsigned kind = kindOf(path) != 0 ? kindOf(path) : kPlace;
  std::vector<const Choice*> fitting;
  for (const Choice& each : kChoices) {
    if ((each.kinds & kind) != 0 && (mounting ? each.mounts : mounts_ || !each.mounts)) {
      fitting.push_back(&each);
    }
  }
  const Choice& choice = *fitting[below(static_cast<unsigned>(fitting.size()))];
  const bool done = (this->*choice.action)(path);
  Count& count = counts_[std::string(choice.name) + "\t" + nameOfKind(kind)];
  (done ? count.done : count.failed)++;
}

void Swapper::undoAll() {
  for (; !undos_.empty(); undos_.pop_back()) {
    undos_.back()();
  }
}

void Swapper::report() const {
  for (const auto& [what, count] : counts_) {
    printf("%s\t%d\t%d\n", what.c_str(), count.done, count.failed);
  }
}

bool Swapper::setAside(const std::string& path) {
  const std::string aside = path.substr(0, path.rfind('/')) + "/aside-" + std::to_string(number_++);
  if (rename(path.c_str(), aside.c_str()) != 0) {
    return false;
  }
  undos_.push_back([path, aside] {
    removeAll(path);
    rename(aside.c_str(), path.c_str());
  });
  return true;
}

bool Swapper::linkToFile(const std::string& path) {
  return setAside(path) && symlink(any(substitutes_.files).c_str(), path.c_str()) == 0;
}

bool Swapper::linkToFolder(const std::string& path) {
  return setAside(path) && symlink(any(substitutes_.folders).c_str(), path.c_str()) == 0;
}

bool Swapper::linkToSocket(const std::string& path) {
  return setAside(path) && symlink(any(substitutes_.sockets).c_str(), path.c_str()) == 0;
}

// To a name that is free, where only others may make a file.
bool Swapper::linkNowhere(const std::string& path) {
  const std::string free = any(substitutes_.folders) + "/made-by-others";
  return setAside(path) && symlink(free.c_str(), path.c_str()) == 0;
}

bool Swapper::hardLink(const std::string& path) {
  return setAside(path) && link(any(substitutes_.files).c_str(), path.c_str()) == 0;
}

bool Swapper::emptyFile(const std::string& path) {
  return setAside(path) && Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)).isOpen();
}

bool Swapper::emptyFolder(const std::string& path) { return setAside(path) && mkdir(path.c_str(), 0700) == 0; }

bool Swapper::pipe(const std::string& path) { return setAside(path) && mkfifo(path.c_str(), 0600) == 0; }

// It never accepts, or does not even listen.
bool Swapper::silentSocket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path || !setAside(path)) {
    return false;
  }
  memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  undos_.push_back([socket] { close(socket); });
  return bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
         (below(2) == 0 || listen(socket, 1) == 0);
}

bool Swapper::mountOver(const std::string& source, const std::string& path) {
  if (mount(source.c_str(), path.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    return false;
  }
  undos_.push_back([path] { umount2(path.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW); });
  return true;
}

bool Swapper::mountFile(const std::string& path) { return mountOver(any(substitutes_.files), path); }

bool Swapper::mountFolder(const std::string& path) { return mountOver(any(substitutes_.folders), path); }

bool Swapper::mountSocket(const std::string& path) { return mountOver(any(substitutes_.sockets), path); }

bool Swapper::mountEmpty(const std::string& path) {
  if (!isFolder(path) || mount("none", path.c_str(), "tmpfs", 0, "size=16m,mode=1777") != 0) {
    return false;
  }
  undos_.push_back([path] { umount2(path.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW); });
  return true;
}

bool Swapper::moveAway(const std::string& path) { return setAside(path); }

bool Swapper::exchange(const std::string& path) {
  const std::vector<std::string> all = targets();
  if (all.empty()) {
    return false;
  }
  const std::string other = any(all);
  const auto swap = [path, other] {
    return renameat2(AT_FDCWD, path.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
  };
  if (path == other || !swap()) {
    return false;
  }
  undos_.push_back([swap] { swap(); });
  return true;
}

bool Swapper::chmodFor(const std::string& path, unsigned mode) {
  struct stat about {};
  if (lstat(path.c_str(), &about) != 0 || S_ISLNK(about.st_mode) || chmod(path.c_str(), mode) != 0) {
    return false;
  }
  const mode_t before = about.st_mode & 07777;
  undos_.push_back([path, before] { chmod(path.c_str(), before); });
  return true;
}

bool Swapper::openToAll(const std::string& path) { return chmodFor(path, 0777); }

bool Swapper::closeToAll(const std::string& path) { return chmodFor(path, 0); }

bool Swapper::lengthen(const std::string& path) { return truncate(path.c_str(), kHuge) == 0; }

bool Swapper::shorten(const std::string& path) { return truncate(path.c_str(), below(200)) == 0; }

bool Swapper::spoil(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const std::string junk(below(4'096), static_cast<char>(below(256)));
  return file.isOpen() && pwrite(file.get(), junk.data(), junk.size(), below(65'536)) > 0;
}

bool Swapper::remove(const std::string& path) {
  struct stat about {};
  removeAll(path);
  return lstat(path.c_str(), &about) != 0;
}

// In the folder of control sockets, each leads to another process's.
bool Swapper::socketsOfOthers(const std::string& path) {
  int changed = 0;
  if (isFolder(path)) {
    for (const std::string& name : namesIn(path)) {
      const std::string socket = path + "/" + name;
      changed += setAside(socket) && symlink(any(substitutes_.sockets).c_str(), socket.c_str()) == 0 ? 1 : 0;
    }
  }
  return changed != 0;
}

}  // namespace hostile
