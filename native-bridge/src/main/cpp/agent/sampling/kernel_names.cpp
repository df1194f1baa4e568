// SPDX-License-Identifier: Apache-2.0

#include "sampling/kernel_names.h"

#include <string.h>

#include "base/moments.h"
#include "base/utf8.h"
#include "os/os.h"

namespace tiptoe {
namespace {

constexpr uint64_t kPiece = 1'000'000;
constexpr uint64_t kSecond = 1'000'000'000;

// Of some 40 ms for reading the list, about a thousandth of a processor.
constexpr uint64_t kInterval = 30 * kSecond;

// How long addresses are gathered before the list is read for the first time.
constexpr uint64_t kGathering = 2 * kSecond;

// Returns the place of the first item that is not before an address.
template <typename Items, typename Key>
size_t placeOf(const Items& items, uint64_t address, Key key) {
  size_t low = 0;
  size_t high = items.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (key(items[middle]) < address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <typename T, size_t kInline>
void insertAt(Buffer<T, kInline>& items, size_t place, const T& item) {
  const size_t before = items.size();
  items.push(item);
  if (items.size() == before) {
    return;  // memory was refused
  }
  memmove(&items[place + 1], &items[place], (items.size() - 1 - place) * sizeof(T));
  items[place] = item;
}

// Returns how much of a name fits, with the module in brackets at its end. A longer one loses the end of the function.
size_t copyName(const os::KernelSymbol& symbol, char* to, size_t room) {
  if (symbol.length <= room) {
    memcpy(to, symbol.name, symbol.length);
    return symbol.length;
  }
  const auto* space = static_cast<const char*>(memrchr(symbol.name, ' ', symbol.length));
  const size_t module = space == nullptr ? 0 : symbol.length - static_cast<size_t>(space - symbol.name);
  const size_t kept = module < room ? module : 0;
  memcpy(to, symbol.name, room - kept);
  memcpy(to + room - kept, symbol.name + symbol.length - kept, kept);
  return room;
}

size_t underscores(const char* name, size_t length) {
  size_t count = 0;
  while (count < length && name[count] == '_') {
    count++;
  }
  return count;
}

uint64_t itself(uint64_t address) { return address; }

}  // namespace

void KernelNames::met(uint64_t address) {
  if (hidden_ || isKnown(address)) {
    return;
  }
  const size_t place = placeOf(wanted_, address, itself);
  const bool there = place < wanted_.size() && wanted_[place] == address;
  if (there || wanted_.size() == kMostAddresses || known_.size() == kMostFunctions) {
    return;
  }
  if (wanted_.size() == 0) {
    next_ = later(next_, os::monotonicNanos() + kGathering);
  }
  insertAt(wanted_, place, address);
}

bool KernelNames::isKnown(uint64_t address) const {
  const size_t behind = placeOf(known_, address + 1, [](const Range& range) { return range.start; });
  if (behind != 0 && address < known_[behind - 1].end) {
    return true;
  }
  const size_t place = placeOf(unlisted_, address, itself);
  return place < unlisted_.size() && unlisted_[place] == address;
}

void KernelNames::work() {
  const uint64_t now = os::monotonicNanos();
  if (!symbols_.isOpen() && (wanted_.size() == 0 || now < next_ || !begin())) {
    return;
  }
  while (readPiece()) {
    if (os::monotonicNanos() - now >= kPiece) {
      return;
    }
  }
  end();
}

// What was begun before lacks the addresses that came meanwhile.
void KernelNames::finish(const os::PerfPatience& patience) {
  if (wanted_.size() != 0 && begin()) {
    while (readPiece()) {
      if (patience.isOver()) {
        symbols_.close();
        return;
      }
    }
    end();
  }
}

// Returns whether the list is open.
bool KernelNames::begin() {
  next_ = os::monotonicNanos() + kInterval;
  sought_.clear();
  anyAddress_ = false;
  for (size_t i = 0; i < wanted_.size(); i++) {
    Candidate candidate{};
    candidate.address = wanted_[i];
    candidate.end = UINT64_MAX;
    sought_.push(candidate);
  }
  if (sought_.refused()) {
    return false;
  }
  hidden_ = symbols_.open(list_) != 0;
  return !hidden_;
}

bool KernelNames::readPiece() {
  return symbols_.read([this](const os::KernelSymbol& symbol) { take(symbol); });
}

// The list has no order. A function has the addresses from its own up to the next function; only the first of those
// that are sought notes it, and the end of the list gives it to the others. Likewise only the last one before it notes
// it as the end. Of several names of one function the one with the fewest underscores at its front is taken.
void KernelNames::take(const os::KernelSymbol& symbol) {
  anyAddress_ |= symbol.address != 0;
  if (symbol.address == 0 || !symbol.isCode) {
    return;
  }
  const size_t place = placeOf(sought_, symbol.address, [](const Candidate& one) { return one.address; });
  if (place != 0 && symbol.address < sought_[place - 1].end) {
    sought_[place - 1].end = symbol.address;
  }
  if (place == sought_.size() || symbol.address < sought_[place].start) {
    return;
  }
  Candidate& candidate = sought_[place];
  if (symbol.address > candidate.start ||
      underscores(symbol.name, symbol.length) < underscores(candidate.name, candidate.length)) {
    candidate.start = symbol.address;
    candidate.length = static_cast<uint8_t>(copyName(symbol, candidate.name, Candidate::kLongestName));
  }
}

// After an error the same addresses are looked for the next time. What the list does not have is not looked for again.
void KernelNames::end() {
  if (!symbols_.isWhole()) {
    sought_.release();
    return;
  }
  hidden_ = !anyAddress_;
  for (size_t i = sought_.size(); i-- > 1;) {
    sought_[i - 1].end = sooner(sought_[i - 1].end, sought_[i].end);
  }
  Batch records;
  for (size_t i = 0; i < sought_.size(); i++) {
    if (i != 0 && sought_[i].start < sought_[i - 1].start) {
      const uint64_t address = sought_[i].address;
      const uint64_t ends = sought_[i].end;
      sought_[i] = sought_[i - 1];
      sought_[i].address = address;
      sought_[i].end = ends;
    }
    if (isKnown(sought_[i].address) || known_.size() >= kMostFunctions) {
      continue;
    }
    if (isListed(sought_[i])) {
      record(sought_[i], records);
    } else {
      noteUnlisted(sought_[i].address);
    }
  }
  identity_.append(records);
  // Those that came meanwhile, and are not in a function that was found.
  Buffer<uint64_t, 16> left;
  for (size_t i = 0; i < wanted_.size(); i++) {
    const size_t place = placeOf(sought_, wanted_[i], [](const Candidate& one) { return one.address; });
    const bool sought = place < sought_.size() && sought_[place].address == wanted_[i];
    if (!sought && !isKnown(wanted_[i])) {
      left.push(wanted_[i]);
    }
  }
  wanted_.clear();
  wanted_.append(left.data(), left.size());
  sought_.release();
}

// Returns whether the list has the function. Code that is not in it, such as that of BPF programs, lies behind the last
// function of a module, at some distance.
bool KernelNames::isListed(const Candidate& candidate) {
  return candidate.start != 0 && candidate.end != UINT64_MAX && candidate.address - candidate.start < kLargestFunction;
}

// Notes that an address needs not be looked for any more. What lies there can change, so the notes are few, and forgotten.
void KernelNames::noteUnlisted(uint64_t address) {
  if (unlisted_.size() == kMostUnlisted) {
    unlisted_.clear();
  }
  insertAt(unlisted_, placeOf(unlisted_, address, itself), address);
}

void KernelNames::record(const Candidate& function, Batch& records) {
  const uint64_t size = sooner(function.end - function.start, kLargestFunction);
  const size_t place = placeOf(known_, function.start, [](const Range& range) { return range.start; });
  if (place < known_.size() && known_[place].start == function.start) {
    known_[place].end = function.start + size;
  } else {
    insertAt(known_, place, Range{function.start, function.start + size});
  }
  layout::KernelFunctionSeen seen{};
  seen.start = function.start;
  seen.size = size;
  Buffer<char16_t, Candidate::kLongestName + 1> name;
  toUtf16(function.name, function.length, [&name](char16_t unit) { name.push(unit); });
  records.add(seen, Text{name.data(), name.size()});
}

}  // namespace tiptoe
