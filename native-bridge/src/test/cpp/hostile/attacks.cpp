// SPDX-License-Identifier: Apache-2.0

#include "attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hostile {
namespace {

constexpr int kLongestWait = 5'000;
constexpr off_t kHuge = off_t{200} << 30;
constexpr char kTemporary[] = "/tmp";

bool isAgent(const std::string& name) {
  return name.rfind("tiptoe-agent", 0) == 0 && name.size() > 3 && name.compare(name.size() - 3, 3, ".so") == 0;
}

}  // namespace

Redirection::Redirection(PretendedRuntime& runtime, std::string how, std::string target, std::string library,
                         std::string plants)
    : runtime_(runtime),
      how_(std::move(how)),
      target_(std::move(target)),
      library_(std::move(library)),
      plants_(std::move(plants)) {}

// Without a library there is nothing to wait for: the next connection is another process's.
void Redirection::beforeInfo() {
  if (done_) {
    return;
  }
  if (library_.empty()) {
    redirect();
  } else {
    runtime_.fillQueue();
  }
}

void Redirection::afterInfo() {
  if (!done_) {
    printf(waitFor([this] { return plant(); }, kLongestWait) ? "planted\n" : "no agent came\n");
    redirect();
  }
}

bool Redirection::plant() {
  for (const std::string& name : namesIn(runtime_.folder())) {
    if (isAgent(name)) {
      return copyFile(library_, plants_ + "/" + name, 0755) || errno == EEXIST;
    }
  }
  return false;
}

void Redirection::redirect() {
  const std::string& socket = runtime_.socket();
  const std::string aside = runtime_.folder() + "/aside";
  int result = -1;
  if (how_ == "symlink") {
    result = symlink(target_.c_str(), aside.c_str()) == 0 ? rename(aside.c_str(), socket.c_str()) : -1;
  } else if (how_ == "unlink") {
    result = unlink(socket.c_str()) == 0 ? symlink(target_.c_str(), socket.c_str()) : -1;
  } else if (how_ == "bind") {
    result = mount(target_.c_str(), socket.c_str(), nullptr, MS_BIND, nullptr);
  } else if (how_ == "hardlink") {
    result = link(target_.c_str(), aside.c_str()) == 0 ? rename(aside.c_str(), socket.c_str()) : -1;
  } else {
    errno = EINVAL;
  }
  if (result != 0) {
    fail(how_ + " " + target_);
  }
  done_ = true;
  printf("redirected\n");
}

Cover::Cover(const std::string& kind, std::string source) : source_(std::move(source)), process_(fork()) {
  if (process_ == 0) {
    dieWithParent();
    keepCovering(kind == "folder");
  }
}

Cover::~Cover() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

// The way between two system calls is short: this process never waits.
void Cover::keepCovering(bool folders) const {
  Arrivals arrivals(kTemporary);
  while (true) {
    for (const Arrivals::Arrival& each : arrivals.take()) {
      if (each.folder == folders && contains(each.name, "tiptoe") &&
          mount(source_.c_str(), (std::string(kTemporary) + "/" + each.name).c_str(), nullptr, MS_BIND, nullptr) ==
              0) {
        printf("covered %s\n", each.name.c_str());
      }
    }
  }
}

void Cover::beforeInfo() {
  for (const std::string& name : namesIn(kTemporary)) {
    if (contains(name, "tiptoe")) {
      const std::string path = std::string(kTemporary) + "/" + name;
      unmountAll(path);
      removeAll(path);
    }
  }
}

void Lies::attach(const AttachRequest& request, const Asker& asker) {
  constexpr uint32_t kResults[] = {0x8007007e, 0x8013136a, 0x80131375, 0xa0040002, 0x00000001, 0x80131379};
  constexpr char kJunk[] = "DOTNET_IPC_V1\0\xff\xff\xff\x00 and so on";
  place(request.setting("TRACE"));
  switch (below(5)) {
    case 0:
      return asker.answer({0, 0, 0, 0});
    case 1:
      return asker.refuse(kResults[below(sizeof kResults / sizeof *kResults)]);
    case 2:
      return asker.sendRaw(kJunk, sizeof kJunk);
    case 3:
      return asker.answer({});
    default:
      return;  // hangs up
  }
}

void Lies::place(const std::string& trace) {
  const auto write = [&trace](off_t size) {
    const Descriptor file(open(trace.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    static_cast<void>(ftruncate(file.get(), size));
  };
  int ignored = 0;
  switch (below(6)) {
    case 0:
      return write(1 << 20);
    case 1:
      return write(kHuge);
    case 2:
      ignored = symlink(leads_.c_str(), trace.c_str());
      break;
    case 3:
      ignored = mkfifo(trace.c_str(), 0600);
      break;
    case 4:
      ignored = mkdir(trace.c_str(), 0700);
      break;
    default:
      break;
  }
  static_cast<void>(ignored);
}

}  // namespace hostile
