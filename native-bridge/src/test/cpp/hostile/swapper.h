// SPDX-License-Identifier: Apache-2.0
//
// Replaces what an attach makes and looks at, at random: sockets, folders, files, links, and what is mounted.

#pragma once

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "posix.h"

namespace hostile {

// The replacements of other files.
struct Substitutes {
  std::vector<std::string> files;    // of others
  std::vector<std::string> folders;  // of others
  std::vector<std::string> sockets;  // at which others listen
};

// Mutable, for one thread.
class Swapper {
 public:
  // folders: where sockets, libraries and traces are. mounts: whether it may mount.
  Swapper(unsigned seed, std::vector<std::string> folders, Substitutes substitutes, bool mounts);

  // Works until the standard input ends, with pauses in which all is as it was; then prints how often it did what:
  // ACTION, what it was done to, how often it succeeded, how often not.
  void run();

 private:
  using Undo = std::function<void()>;
  using Action = bool (Swapper::*)(const std::string& path);
  struct Choice;
  struct Count {
    int done = 0;
    int failed = 0;
  };

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  const std::string& any(const std::vector<std::string>& of) { return of[below(static_cast<unsigned>(of.size()))]; }

  void disturb(int milliseconds);
  void rest(int milliseconds);
  void act(const std::string& path, bool mounting);
  void actSomewhere();
  void clear();
  void undoAll();
  void report() const;

  bool setAside(const std::string& path);
  bool linkToFile(const std::string& path);
  bool linkToFolder(const std::string& path);
  bool linkToSocket(const std::string& path);
  bool linkNowhere(const std::string& path);
  bool hardLink(const std::string& path);
  bool emptyFile(const std::string& path);
  bool emptyFolder(const std::string& path);
  bool pipe(const std::string& path);
  bool silentSocket(const std::string& path);
  bool mountFile(const std::string& path);
  bool mountFolder(const std::string& path);
  bool mountSocket(const std::string& path);
  bool mountEmpty(const std::string& path);
  bool moveAway(const std::string& path);
  bool exchange(const std::string& path);
  bool openToAll(const std::string& path);
  bool closeToAll(const std::string& path);
  bool lengthen(const std::string& path);
  bool shorten(const std::string& path);
  bool spoil(const std::string& path);
  bool remove(const std::string& path);
  bool socketsOfOthers(const std::string& path);

  bool mountOver(const std::string& source, const std::string& path);
  bool chmodFor(const std::string& path, unsigned mode);
  std::vector<std::string> targets() const;

  static const Choice kChoices[];

  std::mt19937 random_;
  const std::vector<std::string> folders_;
  const Substitutes substitutes_;
  const bool mounts_;
  std::vector<std::unique_ptr<Arrivals>> arrivals_;
  std::vector<Undo> undos_;
  std::map<std::string, Count> counts_;
  unsigned number_ = 0;
};

}  // namespace hostile
