// SPDX-License-Identifier: Apache-2.0
//
// The attacks of a pretended runtime on a process that attaches to it.

#pragma once

#include <sys/types.h>

#include <random>
#include <string>

#include "runtime.h"

namespace hostile {

// Answers ProcessInfo, then has its own socket lead to that of another process.
class Redirection : public Malice {
 public:
  // how: symlink, unlink, bind or hardlink; target: the other socket. With a library, that is put into the folder
  // `plants` first, under the name by which the agent comes into the folder of the runtime's socket; the client waits.
  Redirection(PretendedRuntime& runtime, std::string how, std::string target, std::string library, std::string plants);

  void beforeInfo() override;
  void afterInfo() override;

 private:
  bool plant();
  void redirect();

  PretendedRuntime& runtime_;
  const std::string how_;
  const std::string target_;
  const std::string library_;
  const std::string plants_;
  bool done_ = false;
};

// Mounts a file over each new file of the agent's in /tmp, or a folder over each new folder. Has a process for it.
class Cover : public Malice {
 public:
  // kind: file or folder.
  Cover(const std::string& kind, std::string source);
  ~Cover() override;

  // Takes all of it away, so that everything is made anew.
  void beforeInfo() override;

 private:
  [[noreturn]] void keepCovering(bool folders) const;

  const std::string source_;
  pid_t process_ = -1;
};

// Answers at random, and puts anything at all where the trace should be.
class Lies : public Malice {
 public:
  // leads: where links lead.
  Lies(unsigned seed, std::string leads) : random_(seed), leads_(std::move(leads)) {}

  void attach(const AttachRequest& request, const Asker& asker) override;

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  void place(const std::string& trace);

  std::mt19937 random_;
  const std::string leads_;
};

}  // namespace hostile
