// SPDX-License-Identifier: Apache-2.0

#include "os/kernel_symbols_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

namespace tiptoe::os {
namespace {

// Takes hexadecimal digits. Returns false where there is none, or more than fit.
bool takeAddress(const char*& at, const char* end, uint64_t& address) {
  const char* from = at;
  address = 0;
  for (; at != end; at++) {
    const char c = *at;
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) {
      break;
    }
    address = address << 4 | static_cast<uint64_t>(digit);
  }
  return at != from && at - from <= 16;
}

// A line is "ffffffff810001c0 T name", with a tab and "[module]" behind the name of a symbol of a module.
KernelSymbol parsed(char* line, char* end) {
  constexpr KernelSymbol kNone{0, false, nullptr, 0};
  KernelSymbol symbol = kNone;
  const char* at = line;
  if (!takeAddress(at, end, symbol.address) || end - at < 4 || at[0] != ' ' || at[2] != ' ') {
    return kNone;
  }
  symbol.isCode = at[1] == 't' || at[1] == 'T' || at[1] == 'w' || at[1] == 'W';
  symbol.name = at + 3;
  symbol.length = static_cast<size_t>(end - symbol.name);
  if (void* tab = memchr(line, '\t', static_cast<size_t>(end - line)); tab != nullptr) {
    *static_cast<char*>(tab) = ' ';
  }
  return symbol;
}

}  // namespace

int KernelSymbols::open(const char* path) {
  close();
  file_ = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  left_ = kMost;
  whole_ = false;
  return file_ < 0 ? errno : 0;
}

void KernelSymbols::close() {
  if (file_ >= 0) {
    ::close(file_);
  }
  file_ = -1;
  filled_ = 0;
}

// A line that does not fit is left out.
bool KernelSymbols::fill() {
  if (!isOpen()) {
    return false;
  }
  filled_ = filled_ < kRoom ? filled_ : 0;
  ssize_t count;
  do {
    count = ::read(file_, room_ + filled_, kRoom - filled_);
  } while (count < 0 && errno == EINTR);
  whole_ = count == 0 || (count > 0 && static_cast<size_t>(count) > left_);
  if (count <= 0 || static_cast<size_t>(count) > left_) {
    close();
    return false;
  }
  left_ -= static_cast<size_t>(count);
  filled_ += static_cast<size_t>(count);
  return true;
}

// The beginning of a line stays in the room, for the rest of it.
bool KernelSymbols::nextLine(size_t& at, KernelSymbol& symbol) {
  char* from = room_ + at;
  char* end = static_cast<char*>(memchr(from, '\n', filled_ - at));
  if (end == nullptr) {
    memmove(room_, from, filled_ - at);
    filled_ -= at;
    return false;
  }
  symbol = parsed(from, end);
  at = static_cast<size_t>(end - room_) + 1;
  return true;
}

}  // namespace tiptoe::os
