// SPDX-License-Identifier: Apache-2.0

#include "sampling/libraries.h"

#include <string.h>

#include "base/utf8.h"
#include "os/os.h"

namespace tiptoe {
namespace {

uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

// Distinguishes files that are at the same place, one after the other.
uint64_t identityOf(const os::Library& library) {
  uint64_t identity = library.buildId.size;
  for (size_t i = 0; i < library.buildId.size; i++) {
    identity = mixed(identity, library.buildId.items[i]);
  }
  for (const char* at = library.path; *at != '\0'; at++) {
    identity = mixed(identity, static_cast<uint8_t>(*at));
  }
  return identity;
}

}  // namespace

// A library may have been there since the last time that the loader was asked, so that is when its life begins.
bool Libraries::update() {
  const uint64_t moment = os::monotonicNanos();
  const os::LoaderCounts counts = os::loaderCounts();
  const bool changed = !listed_ || counts != counts_;
  const uint64_t time = identity_.stamp();
  if (changed) {
    List now;
    Batch records;
    os::forEachLibrary([&](const os::Library& library) {
      const Known known{library.bias, {library.start, library.end, library.unwindHeader, identityOf(library)}};
      now.push(known);
      if (!contains(known_, known)) {
        begin(library, records);
      }
    });
    Batch ended;
    end(now, ended);
    identity_.append(ended);
    identity_.append(records);
    Buffer<unwind::LibraryRange, 64> ranges;
    known_.clear();
    for (size_t i = 0; i < now.size(); i++) {
      known_.push(now[i]);
      ranges.push(now[i].range);
    }
    code_.update({ranges.data(), ranges.size()}, lookedMoment_, os::monotonicNanos());
    listed_ = true;
    counts_ = counts;
  }
  looked_ = time;
  lookedMoment_ = moment;
  return changed;
}

bool Libraries::contains(const List& list, const Known& library) {
  for (size_t i = 0; i < list.size(); i++) {
    if (list[i] == library) {
      return true;
    }
  }
  return false;
}

void Libraries::begin(const os::Library& library, Batch& records) const {
  layout::ImageMapped mapped{};
  mapped.base = library.bias;
  mapped.start = library.start;
  mapped.size = library.end - library.start;
  mapped.absent = looked_;
  Buffer<char16_t, 256> path;
  toUtf16(library.path, strlen(library.path), [&path](char16_t unit) { path.push(unit); });
  records.add<layout::ImageMapped, Octets, Text>(mapped, library.buildId, Text{path.data(), path.size()});
}

void Libraries::end(const List& now, Batch& records) const {
  for (size_t i = 0; i < known_.size(); i++) {
    if (!contains(now, known_[i])) {
      layout::ImageUnmapped unmapped{};
      unmapped.base = known_[i].bias;
      unmapped.start = known_[i].range.start;
      records.add(unmapped);
    }
  }
}

}  // namespace tiptoe
