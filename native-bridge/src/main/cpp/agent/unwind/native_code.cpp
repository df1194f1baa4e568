// SPDX-License-Identifier: Apache-2.0

#include "unwind/native_code.h"

#include <stdlib.h>

#include <new>

#include "os/os.h"

namespace tiptoe::unwind {
namespace {

constexpr uint64_t kLargestSection = 256u << 20;
constexpr uint64_t kLargestLibrary = UINT32_MAX;
constexpr uint64_t kEntryLength = 4;

// A copy of bytes of this process. Copying asks the system, and so fails where reading would crash: a library can be
// unloaded meanwhile, and its file can have been truncated.
class Copy {
 public:
  bool take(uint64_t address, uint64_t size) {
    section_.address = address;
    bytes_.clear();
    uint8_t* room = size <= kLargestSection ? bytes_.extend(size) : nullptr;
    if (room == nullptr || !os::readMemory(address, room, size)) {
      return false;
    }
    section_.bytes = {room, size};
    return true;
  }

  const Section& section() const { return section_; }

 private:
  Section section_;
  Buffer<uint8_t, 16> bytes_;
};

}  // namespace

NativeCode::~NativeCode() {
  for (size_t i = 0; i < libraries_.size(); i++) {
    libraries_[i]->~Library();
    free(libraries_[i]);
  }
}

// Takes the library of a range out of the present ones. Returns null when it is not among them.
NativeCode::Library* NativeCode::take(const LibraryRange& range) {
  for (size_t i = 0; i < libraries_.size(); i++) {
    Library* library = libraries_[i];
    if (library != nullptr && library->range.start == range.start && library->range.end == range.end &&
        library->range.frameHeader == range.frameHeader && library->range.identity == range.identity) {
      libraries_[i] = nullptr;
      return library;
    }
  }
  return nullptr;
}

NativeCode::Library* NativeCode::make(const LibraryRange& range, uint64_t since) {
  void* room = malloc(sizeof(Library));
  if (room == nullptr) {
    return nullptr;
  }
  auto* library = new (room) Library{range, since, 0, {}};
  readRows(*library);
  return library;
}

// The first word of a description is its length. The last description is the one with the highest address.
void NativeCode::readRows(Library& library) {
  const LibraryRange& range = library.range;
  Copy fixed;
  EhFrameHeader header;
  if (range.frameHeader < range.start || range.frameHeader >= range.end ||
      range.end - range.start > kLargestLibrary || !fixed.take(range.frameHeader, EhFrameHeader::kFixed) ||
      !header.read(fixed.section())) {
    return;
  }
  library.unreadable = header.entries();
  const uint64_t tableAt = range.frameHeader + EhFrameHeader::kFixed;
  const uint64_t tableSize = EhFrameHeader::kEntry * uint64_t{header.entries()};
  Copy table;
  if (tableAt >= range.end || tableSize > range.end - tableAt || !table.take(tableAt, tableSize)) {
    return;
  }
  uint64_t last = 0;
  for (uint32_t i = 0; i < header.entries(); i++) {
    uint64_t code = 0;
    uint64_t fde = 0;
    header.entry(table.section(), i, code, fde);
    last = fde > last && fde < range.end ? fde : last;
  }
  uint32_t size = 0;
  Copy frames;
  if (header.frames() < range.start || last < header.frames() || !os::readMemory(last, &size, sizeof size) ||
      size > range.end - last || !frames.take(header.frames(), last + kEntryLength + size - header.frames())) {
    return;
  }
  library.unreadable =
      unwind::readRows(header, table.section(), frames.section(), range.start, range.end, library.rows);
  library.rows.complete();
}

// Of the time between two looks it is not known when a library came, nor which of two was at a place that one has taken
// from the other: there the newer one is found only from now on.
void NativeCode::update(Span<LibraryRange> loaded, uint64_t lastLook, uint64_t time) {
  Buffer<Library*, 1> libraries;
  if (!libraries.reserve(loaded.size)) {
    return;
  }
  for (size_t i = 0; i < loaded.size; i++) {
    const LibraryRange& range = loaded.items[i];
    Library* library = range.start < range.end ? take(range) : nullptr;
    if (library == nullptr && range.start < range.end) {
      library = make(range, lastLook);
      for (size_t k = 0; library != nullptr && k < libraries_.size(); k++) {
        const Library* old = libraries_[k];
        const bool overlaps = old != nullptr && old->range.start < range.end && range.start < old->range.end;
        library->since = overlaps ? time : library->since;
      }
    }
    if (library == nullptr) {
      continue;
    }
    libraries.push(library);
    for (size_t k = libraries.size() - 1; k > 0 && libraries[k - 1]->range.start > range.start; k--) {
      libraries[k] = libraries[k - 1];
      libraries[k - 1] = library;
    }
  }
  for (size_t i = 0; i < libraries_.size(); i++) {
    if (libraries_[i] != nullptr) {
      libraries_[i]->~Library();
      free(libraries_[i]);
    }
  }
  libraries_.clear();
  libraries_.append(libraries.data(), libraries.size());
  if (libraries_.refused()) {  // without memory there are none
    for (size_t i = 0; i < libraries.size(); i++) {
      libraries[i]->~Library();
      free(libraries[i]);
    }
    libraries_.clear();
  }
}

NativeCode::Found NativeCode::find(uint64_t address, uint64_t time) const {
  size_t low = 0;  // libraries before this one begin no later
  size_t high = libraries_.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (libraries_[middle]->range.start <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const Library* library = low == 0 ? nullptr : libraries_[low - 1];
  if (library == nullptr || address >= library->range.end || time < library->since) {
    return {};
  }
  const RowTable& rows = library->rows;
  const size_t row = rows.rowOf(static_cast<uint32_t>(address - library->range.start));
  if (row == RowTable::kNoRow) {
    return {true, nullptr, 0, library->since};
  }
  const uint64_t end = row + 1 < rows.size() ? library->range.start + rows.offsetAt(row + 1) : library->range.end;
  return {true, &rows.ruleAt(row), end, library->since};
}

size_t NativeCode::rows() const {
  size_t sum = 0;
  for (size_t i = 0; i < libraries_.size(); i++) {
    sum += libraries_[i]->rows.size();
  }
  return sum;
}

size_t NativeCode::retained() const {
  size_t sum = 0;
  for (size_t i = 0; i < libraries_.size(); i++) {
    sum += sizeof(Library) + libraries_[i]->rows.retained();
  }
  return sum;
}

size_t NativeCode::unreadable() const {
  size_t sum = 0;
  for (size_t i = 0; i < libraries_.size(); i++) {
    sum += libraries_[i]->unreadable;
  }
  return sum;
}

}  // namespace tiptoe::unwind
