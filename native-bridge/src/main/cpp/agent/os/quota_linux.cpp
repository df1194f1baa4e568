// SPDX-License-Identifier: Apache-2.0
//
// os/quota.h for Linux: the controller "cpu" of control groups, version 1 or 2, where they are usually mounted. In a
// container the path of the group may be as the host has it, and the container's own group is mounted: the folders from
// that path up to the mount are tried, and the first that has a quota is taken.

#include "os/quota.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/descriptors_linux.h"

namespace tiptoe::os {
namespace {

constexpr uint64_t kMicro = 1'000;

// A small file as text.
struct Content {
  explicit Content(const char* path) {
    const int file = aboveStandardStreams(open(path, O_RDONLY | O_CLOEXEC));
    const ssize_t length = file >= 0 ? ::read(file, text, sizeof text - 1) : -1;
    if (file >= 0) {
      close(file);
    }
    there = length > 0;
    text[there ? length : 0] = 0;
  }

  bool there;
  char text[4096];
};

// Finds the number behind a name at the start of a line. Returns false when there is none.
bool number(const char* text, const char* name, uint64_t& value) {
  const size_t length = strlen(name);
  for (const char* line = text; line != nullptr; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, name, length) == 0 && line[length] == ' ') {
      value = strtoull(line + length, nullptr, 10);
      return true;
    }
  }
  return false;
}

// Copies the path of the group that has a controller ("" for version 2) from lines such as "4:cpu,cpuacct:/group".
bool pathOf(const char* groups, const char* controller, char* path, size_t room) {
  const size_t length = strlen(controller);
  for (const char* line = groups; line != nullptr && *line != 0; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char* at = strchr(line, ':');
    if (at == nullptr) {
      return false;
    }
    const char* end = strchr(at + 1, ':');
    if (end == nullptr) {
      return false;
    }
    bool found = length == 0 && end == at + 1;
    while (!found && at != end && length != 0) {
      const char* name = at + 1;
      const auto size = strcspn(name, ",:");
      found = size == length && strncmp(name, controller, length) == 0;
      at = name + size;
    }
    if (found) {
      const size_t size = strcspn(end + 1, "\n");
      if (size >= room) {
        return false;
      }
      memcpy(path, end + 1, size);
      path[size] = 0;
      return true;
    }
  }
  return false;
}

// Cuts the last name off. Returns false when there is none left.
bool goUp(char* path) {
  char* last = strrchr(path, '/');
  if (last == nullptr) {
    return false;
  }
  *last = 0;
  return true;
}

}  // namespace

bool Quota::find() {
  nanos_ = 0;
  period_ = 0;
  char path[kLongest];
  snprintf(path, sizeof path, "%s/proc/self/cgroup", root_);
  const Content groups(path);
  return groups.there && (findVersion2(groups.text) || findVersion1(groups.text));
}

bool Quota::findVersion2(const char* groups) {
  char group[kLongest / 2];
  if (!pathOf(groups, "", group, sizeof group)) {
    return false;
  }
  do {
    char path[kLongest];
    snprintf(path, sizeof path, "%s/sys/fs/cgroup%s/cpu.max", root_, group);
    const Content limit(path);
    char* behind = nullptr;
    const uint64_t quota = limit.there ? strtoull(limit.text, &behind, 10) : 0;  // or "max"
    const uint64_t period = quota != 0 ? strtoull(behind, nullptr, 10) : 0;
    if (period != 0) {
      nanos_ = quota * kMicro;
      period_ = period * kMicro;
      snprintf(statistics_, sizeof statistics_, "%s/sys/fs/cgroup%s/cpu.stat", root_, group);
      used_[0] = 0;
      return true;
    }
  } while (goUp(group));
  return false;
}

bool Quota::findVersion1(const char* groups) {
  char group[kLongest / 2];
  char accounted[kLongest / 2];
  if (!pathOf(groups, "cpu", group, sizeof group) || !pathOf(groups, "cpuacct", accounted, sizeof accounted) ||
      strcmp(group, accounted) != 0) {
    return false;  // it would not be known what the group has used
  }
  do {
    char path[kLongest];
    snprintf(path, sizeof path, "%s/sys/fs/cgroup/cpu%s/cpu.cfs_quota_us", root_, group);
    const Content limit(path);
    const int64_t quota = limit.there ? strtoll(limit.text, nullptr, 10) : 0;  // or -1
    snprintf(path, sizeof path, "%s/sys/fs/cgroup/cpu%s/cpu.cfs_period_us", root_, group);
    const uint64_t period = quota > 0 ? strtoull(Content(path).text, nullptr, 10) : 0;
    if (period != 0) {
      nanos_ = static_cast<uint64_t>(quota) * kMicro;
      period_ = period * kMicro;
      snprintf(statistics_, sizeof statistics_, "%s/sys/fs/cgroup/cpu%s/cpu.stat", root_, group);
      snprintf(used_, sizeof used_, "%s/sys/fs/cgroup/cpuacct%s/cpuacct.usage", root_, group);
      return true;
    }
  } while (goUp(group));
  return false;
}

bool Quota::read(Reading& reading) const {
  const Content statistics(statistics_);
  if (nanos_ == 0 || !statistics.there || !number(statistics.text, "nr_periods", reading.periods)) {
    return false;
  }
  if (used_[0] != 0) {
    const Content used(used_);
    reading.used = strtoull(used.text, nullptr, 10);
    return used.there;
  }
  uint64_t micros = 0;
  const bool there = number(statistics.text, "usage_usec", micros);
  reading.used = micros * kMicro;
  return there;
}

}  // namespace tiptoe::os
