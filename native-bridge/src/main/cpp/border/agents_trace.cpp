// SPDX-License-Identifier: Apache-2.0

#include "agents_trace.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tiptoe::border {

// Only a plain file of the user is opened: what is opened is what was checked.
Outcome AgentsTrace::open(const ObservedProcess& process) {
  if (folder_ == nullptr) {
    return Outcome::of(Reason::kNotThere, "no trace was begun");
  }
  const Descriptor node = folder_->open(name_, O_PATH);
  struct statx about;
  if (!node.isOpen() || !inspect(node.get(), about)) {
    return Outcome::of(Reason::kNotThere, "%s: %s", name_, strerror(errno));
  }
  if (!S_ISREG(about.stx_mode) || about.stx_uid != process.user()) {
    return Outcome::of(Reason::kNotThere, "%s: no file of the process's user", name_);
  }
  file_ = reopen(node.get(), 0);
  return file_.isOpen() ? Outcome::done() : Outcome::failed(name_, errno);
}

Outcome AgentsTrace::read(const ObservedProcess& process, uint64_t offset, uint32_t most, Bytes& answer) {
  if (!file_.isOpen()) {
    Outcome outcome = open(process);
    if (!outcome.isDone()) {
      return outcome;
    }
  }
  struct statx about;
  if (!inspect(file_.get(), about)) {
    return Outcome::failed(name_, errno);
  }
  const uint64_t size = about.stx_size;
  const off_t data = lseek(file_.get(), static_cast<off_t>(offset), SEEK_DATA);
  // EINVAL: the file system does not support the question. ENXIO: a hole up to the end, or behind it.
  const uint64_t begin = data >= 0 ? static_cast<uint64_t>(data) : errno == EINVAL && offset < size ? offset : size;
  answer.put(size);
  answer.put(begin);
  const size_t before = answer.size();
  const off_t hole = begin < size ? lseek(file_.get(), static_cast<off_t>(begin), SEEK_HOLE) : -1;
  const uint64_t end = hole > 0 && static_cast<uint64_t>(hole) < size ? static_cast<uint64_t>(hole) : size;
  const uint64_t left = begin < end ? end - begin : 0;
  const size_t wanted = left < most ? static_cast<size_t>(left) : most;
  const ssize_t count = pread(file_.get(), answer.extend(wanted), wanted, static_cast<off_t>(begin));
  if (count < 0) {
    return Outcome::failed(name_, errno);
  }
  answer.shrink(before + static_cast<size_t>(count));
  return Outcome::done();
}

void AgentsTrace::end() {
  if (folder_ == nullptr) {
    return;
  }
  const Descriptor node = folder_->open(name_, O_PATH);
  struct statx found;
  struct statx ours;
  const bool same = node.isOpen() && file_.isOpen() && inspect(node.get(), found) && inspect(file_.get(), ours) &&
                    found.stx_ino == ours.stx_ino && found.stx_dev_major == ours.stx_dev_major &&
                    found.stx_dev_minor == ours.stx_dev_minor;
  if (same || (node.isOpen() && !file_.isOpen())) {
    folder_->remove(name_);
  }
  folder_ = nullptr;
  file_.reset();
}

}  // namespace tiptoe::border
