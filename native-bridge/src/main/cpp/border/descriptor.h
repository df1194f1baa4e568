// SPDX-License-Identifier: Apache-2.0
//
// An open file descriptor with one owner.

#pragma once

#include <unistd.h>

namespace tiptoe::border {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }
  ~Descriptor() { reset(); }

  bool isOpen() const { return number_ >= 0; }
  int get() const { return number_; }

  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }

  void reset(int number = -1) {
    if (number_ >= 0) {
      close(number_);
    }
    number_ = number;
  }

 private:
  int number_ = -1;
};

}  // namespace tiptoe::border
