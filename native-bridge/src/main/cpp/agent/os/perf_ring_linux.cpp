// SPDX-License-Identifier: Apache-2.0

#include "os/perf_ring_linux.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/perf_event_linux.h"

namespace tiptoe::os {
namespace {

size_t pageSize() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

size_t PerfRing::memory(size_t bytes) { return bytes + pageSize(); }

// A ring needs an event that lives as long as the ring.
int PerfRing::open(uint32_t processor, size_t bytes) {
  constexpr uint32_t kThisThread = 0;
  event_ = openPerfEvent(perfAttributes(PERF_COUNT_SW_DUMMY, true), kThisThread, processor);
  if (event_ < 0) {
    return errno;
  }
  void* memory = mmap(nullptr, PerfRing::memory(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, event_, 0);
  if (memory == MAP_FAILED) {
    const int error = errno;
    ::close(event_);
    return error;
  }
  processor_ = processor;
  bytes_ = bytes;
  memory_ = static_cast<uint8_t*>(memory);
  return 0;
}

void PerfRing::close() {
  munmap(memory_, memory(bytes_));
  ::close(event_);
}

void PerfRing::mark() {
  auto* page = reinterpret_cast<perf_event_mmap_page*>(memory_);
  mark_ = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
}

// The kernel moves the head behind the records that it has written, and writes only into the room before the tail. Each
// record is copied before anything in it is looked at, and its room is given back at once. The program can overwrite
// head and tail.
size_t PerfRing::read(PerfRecords& records, uint8_t* copy, PerfReceiver& receiver, const PerfPatience* patience) {
  auto* page = reinterpret_cast<perf_event_mmap_page*>(memory_);
  const uint8_t* ring = memory_ + pageSize();
  const uint64_t head = mark_;
  uint64_t tail = page->data_tail;
  size_t samples = 0;
  if (head - tail > bytes_) {
    records.damaged();
    tail = head;
  }
  while (head - tail >= sizeof(perf_event_header) && (patience == nullptr || !patience->isOver())) {
    const size_t at = static_cast<size_t>(tail & (bytes_ - 1));
    const auto take = [&](size_t size) {
      const size_t first = size < bytes_ - at ? size : bytes_ - at;
      memcpy(copy, ring + at, first);
      memcpy(copy + first, ring, size - first);
    };
    perf_event_header header;
    take(sizeof header);
    memcpy(&header, copy, sizeof header);
    if (header.size < sizeof header || header.size > head - tail) {
      records.damaged();
      tail = head;
      break;
    }
    take(header.size);
    tail += header.size;
    __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
    samples += records.receive(copy, header.size, receiver);
  }
  __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
  return samples;
}

}  // namespace tiptoe::os
