// SPDX-License-Identifier: Apache-2.0
//
// The sockets that are bound in the network namespace of an observed process, as the kernel lists them. Any process
// there may bind sockets of any name, so an entry is only a hint where to look. A socket that is not listed is not
// bound.

#pragma once

#include <string.h>

#include "bytes.h"
#include "observed_process.h"

namespace tiptoe::border {

class BoundSockets {
 public:
  // Reads the entries of the list whose path contains a text.
  BoundSockets(const ObservedProcess& process, const char* text)
      : complete_(process.readBoundSockets(text, list_)) {}

  // Returns whether the whole list was read; a process can make it very long.
  bool isComplete() const { return complete_; }

  // Calls visit(folder, name) with the last two parts of each path where they have these prefixes, until that returns
  // true.
  template <typename Visit>
  void visit(const char* folderPrefix, const char* namePrefix, Visit visit) const {
    const char* text = reinterpret_cast<const char*>(list_.data());
    const char* end = text + list_.size();
    for (const char* line = text; line < end;) {
      const char* newline = static_cast<const char*>(memchr(line, '\n', static_cast<size_t>(end - line)));
      const char* next = newline != nullptr ? newline : end;
      char folder[kLongest + 1];
      char name[kLongest + 1];
      if (split(line, next, folder, name) && beginsWith(folder, folderPrefix) && beginsWith(name, namePrefix) &&
          visit(folder, name)) {
        return;
      }
      line = next + 1;
    }
  }

  // Returns whether a bound socket's path ends in folder/name.
  bool has(const char* folder, const char* name) const {
    bool found = false;
    visit(folder, name, [&](const char* oneFolder, const char* oneName) {
      found = strcmp(oneFolder, folder) == 0 && strcmp(oneName, name) == 0;
      return found;
    });
    return found;
  }

 private:
  static constexpr size_t kLongest = 107;  // of the whole path

  static bool beginsWith(const char* text, const char* prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

  static bool copy(const char* from, const char* to, char* part) {
    const size_t length = static_cast<size_t>(to - from);
    if (length == 0 || length > kLongest) {
      return false;
    }
    memcpy(part, from, length);
    part[length] = '\0';
    return true;
  }

  static const char* slashBefore(const char* begin, const char* end) {
    return static_cast<const char*>(memrchr(begin, '/', static_cast<size_t>(end - begin)));
  }

  // Splits off the last two parts of the path at the end of a line.
  static bool split(const char* line, const char* end, char* folder, char* name) {
    const char* second = slashBefore(line, end);
    const char* first = second != nullptr ? slashBefore(line, second) : nullptr;
    return first != nullptr && copy(first + 1, second, folder) && copy(second + 1, end, name);
  }

  Bytes list_;
  const bool complete_;
};

}  // namespace tiptoe::border
