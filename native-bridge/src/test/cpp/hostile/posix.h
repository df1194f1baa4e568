// SPDX-License-Identifier: Apache-2.0
//
// The parts of the system that all parts of the hostile program need.

#pragma once

#include <stdint.h>

#include <functional>
#include <string>
#include <vector>

namespace hostile {

// Owns a descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int get() const { return number_; }
  bool isOpen() const { return number_ >= 0; }

 private:
  int number_;
};

// Prints what failed and why, and ends the program with 1.
[[noreturn]] void fail(const std::string& what);

// The names in a folder, without . and ..; none when it cannot be read.
std::vector<std::string> namesIn(const std::string& folder);

bool contains(const std::string& text, const std::string& part);

// The last part of a path.
std::string nameOf(const std::string& path);

// Removes a file, a link, or a folder with what is directly in it.
void removeAll(const std::string& path);

// Takes away all that is mounted at a path.
void unmountAll(const std::string& path);

// Whether all of it is in the file then, which must be new.
bool copyFile(const std::string& from, const std::string& to, unsigned mode);

// Waits for a condition, looking often; whether it came true in time.
bool waitFor(const std::function<bool()>& condition, int milliseconds);

// Whether the standard input has ended: the test that started this program has, or wants it to.
bool isInputOver();

// Has the kernel end this process when its parent ends.
void dieWithParent();

// The new files in a folder since the last call. Mutable, for one thread.
class Arrivals {
 public:
  struct Arrival {
    std::string name;
    bool folder;
  };

  explicit Arrivals(const std::string& folder);
  ~Arrivals();
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;

  std::vector<Arrival> take();

 private:
  int queue_;
};

}  // namespace hostile
