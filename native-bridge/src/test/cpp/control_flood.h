// SPDX-License-Identifier: Apache-2.0
//
// Processes that flood a control socket, for tests.

#pragma once

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "control_client.h"

namespace check {

// A child process that is killed when this object ends, or when the test does. In a child of a process with threads,
// only calls of the system are safe.
class Child {
 public:
  template <typename Run>
  explicit Child(Run run) : process_(fork()) {
    if (process_ == 0) {
      run();
      _exit(0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      wait();
    }
  }

  // To be called in the child after it became another user.
  static void dieWithParent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

  pid_t process() const { return process_; }

  // Its status, when it has ended by itself.
  int wait() {
    int status = -1;
    waitpid(process_, &status, 0);
    process_ = 0;
    return status;
  }

 private:
  pid_t process_;
};

// Makes one connection after another, as fast as they are accepted, or many requests on each.
class Flooder {
 public:
  enum Kind { kSilent, kSlow, kLeaving, kNotReading, kTalking };

  Flooder(const std::string& path, Kind kind) : kind_(kind) {
    address_.sun_family = AF_UNIX;
    path.copy(address_.sun_path, sizeof address_.sun_path - 1);
  }

  [[noreturn]] void run() {
    for (size_t i = 0;; i = (i + 1) % kHeld) {
      if (held_[i] != 0) {
        close(held_[i]);
      }
      held_[i] = connected();
      burden(held_[i]);
      if (kind_ == kLeaving || kind_ == kTalking) {
        close(held_[i]);
        held_[i] = 0;
      }
    }
  }

 private:
  static constexpr size_t kHeld = 200;
  static constexpr tiptoe::control::Header kFlush{
      tiptoe::control::kMark, tiptoe::control::kVersion, tiptoe::control::kFlush, 0, 0, 0};

  int connected() const {
    const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address_), sizeof address_) != 0) {
      _exit(1);
    }
    return connection;
  }

  void burden(int connection) const {
    if (kind_ == kSlow) {
      send(connection, &kFlush, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    while (kind_ == kNotReading && send(connection, &kFlush, sizeof kFlush, MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
    }
    if (kind_ == kTalking) {
      uint8_t answers[4096];
      while (send(connection, &kFlush, sizeof kFlush, MSG_NOSIGNAL | MSG_DONTWAIT) > 0 ||
             recv(connection, answers, sizeof answers, 0) > 0) {
      }
    }
  }

  sockaddr_un address_{};
  Kind kind_;
  int held_[kHeld] = {};
};

// The processor time of a thread of a process, found by its name, in seconds.
inline double cpuSecondsOf(pid_t process, const std::string& threadName) {
  const std::filesystem::path tasks = "/proc/" + std::to_string(process) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::string name;
    std::ifstream comm(task.path() / "comm");
    std::getline(comm, name);
    if (name == threadName) {
      double nanos = 0;
      std::ifstream(task.path() / "schedstat") >> nanos;
      return nanos / 1e9;
    }
  }
  return 0;
}

}  // namespace check
