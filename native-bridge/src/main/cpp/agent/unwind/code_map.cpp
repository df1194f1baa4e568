// SPDX-License-Identifier: Apache-2.0

#include "unwind/code_map.h"

#include <stdlib.h>

#include <new>

#include "base/moments.h"
#include "unwind/processor.h"

namespace tiptoe::unwind {

CodeMap::~CodeMap() {
  bool first = true;
  for (Chunk* chunk = first_.load(std::memory_order_relaxed); chunk != nullptr;) {
    Chunk* next = chunk->next.load(std::memory_order_relaxed);
    for (uint32_t i = first ? taken_ : 0; i < chunk->filled.load(std::memory_order_relaxed); i++) {
      if (chunk->events[i].kind == kMapped) {
        free(reinterpret_cast<Image*>(chunk->events[i].method.start));
      }
    }
    first = false;
    free(chunk);
    chunk = next;
  }
  for (size_t i = 0; i < images_.size(); i++) {
    free(images_[i]);
  }
}

CodeMap::Chunk* CodeMap::newChunk() {
  auto* chunk = static_cast<Chunk*>(malloc(sizeof(Chunk)));
  if (chunk != nullptr) {
    new (&chunk->next) std::atomic<Chunk*>(nullptr);
    new (&chunk->filled) std::atomic<uint32_t>(0);
  }
  return chunk;
}

// The reader frees a chunk when it is full and has a successor: the lock's holder does not touch it again.
void CodeMap::publish(const Event& event) {
  os::Locked locked(lock_);
  if (last_ == nullptr || last_->filled.load(std::memory_order_relaxed) == Chunk::kEvents) {
    Chunk* chunk = newChunk();
    if (chunk == nullptr) {
      lost_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    if (last_ == nullptr) {
      first_.store(chunk, std::memory_order_release);
    } else {
      last_->next.store(chunk, std::memory_order_release);
    }
    last_ = chunk;
  }
  const uint32_t filled = last_->filled.load(std::memory_order_relaxed);
  last_->events[filled] = event;
  last_->filled.store(filled + 1, std::memory_order_release);
}

void CodeMap::compiled(uint64_t home, uint64_t start, uint32_t size, uint64_t time) {
  if (size == 0 || start + size < start) {
    return;
  }
  const auto* code = reinterpret_cast<const uint8_t*>(start);
  const Prologue prologue = readPrologue({code, size}, size < kLongestPrologue ? size : kLongestPrologue);
  const size_t funclets = prologue.framed ? nextFunclet({code, size}, prologue.end) : size;
  const Method method{start,        time,           home,         size, static_cast<uint32_t>(funclets),
                      prologue.end, prologue.framed, prologue.rule};
  publish({kCompiled, method});
}

void CodeMap::unloaded(uint64_t home, uint64_t time) {
  publish({kUnloaded, {0, time, home, 0, 0, 0, false, {}}});
  freed_.fetch_add(1, std::memory_order_release);
}

// Its headers are read here, where the image is sure to be mapped.
void CodeMap::mapped(const uint8_t* base, uint64_t time) {
  const ReadyToRun code(base);
  if (code.functions() == 0) {
    return;
  }
  auto* image = static_cast<Image*>(malloc(sizeof(Image)));
  if (image == nullptr) {
    lost_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  *image = {code, time};
  publish({kMapped, {reinterpret_cast<uint64_t>(image), time, 0, 0, 0, 0, false, {}}});
}

void CodeMap::unmapped(const uint8_t* base, uint64_t time) {
  publish({kUnmapped, {reinterpret_cast<uint64_t>(base), time, 0, 0, 0, 0, false, {}}});
}

// Returns the next event to be taken over; null when there is none yet.
const CodeMap::Event* CodeMap::next() {
  Chunk* chunk = first_.load(std::memory_order_acquire);
  if (chunk == nullptr) {
    return nullptr;
  }
  if (taken_ == Chunk::kEvents) {
    Chunk* next = chunk->next.load(std::memory_order_acquire);
    if (next == nullptr) {
      return nullptr;
    }
    first_.store(next, std::memory_order_relaxed);
    free(chunk);
    chunk = next;
    taken_ = 0;
  }
  return taken_ < chunk->filled.load(std::memory_order_acquire) ? &chunk->events[taken_++] : nullptr;
}

bool CodeMap::takeOver() {
  bool gone = false;
  freedBefore_ = freed_.load(std::memory_order_acquire);
  IdMap<uint64_t> freed;
  for (const Event* event = next(); event != nullptr; event = next()) {
    switch (event->kind) {
      case kCompiled:
        gone |= add(event->method);
        break;
      case kUnloaded:
        lost_.fetch_add(!freed.put(event->method.home, event->method.born), std::memory_order_relaxed);
        break;
      case kMapped:
        gone |= map(reinterpret_cast<Image*>(event->method.start));
        break;
      case kUnmapped:
        gone |= unmap(event->method.start);
        break;
    }
  }
  return (freed.size() != 0 && buryFreed(freed)) || gone;
}

// The same code may be added again by a listing of all code: it has lived since it was compiled.
bool CodeMap::add(const Method& method) {
  bool gone = false;
  for (const Method* old = living_.overlapping(method.start, method.end()); old != nullptr;
       old = living_.overlapping(method.start, method.end())) {
    if (old->start == method.start && old->size == method.size && method.born <= old->born) {
      return gone;
    }
    const Method before = *old;
    living_.remove(before.start);
    bury(before, later(method.born, before.born));
    gone = true;
  }
  if (!living_.add(method)) {
    lost_.fetch_add(1, std::memory_order_relaxed);
  }
  return gone;
}

bool CodeMap::bury(const Method& method, uint64_t died) {
  lastDeath_ = later(lastDeath_, died);
  dead_.push({method, died});
  if (dead_.refused()) {
    dead_.rewind(dead_.size());
    lost_.fetch_add(1, std::memory_order_relaxed);
  }
  return true;
}

bool CodeMap::buryFreed(const IdMap<uint64_t>& freed) {
  bool gone = false;
  living_.removeIf([&](const Method& method) {
    const uint64_t* died = freed.find(method.home);
    const bool freedNow = died != nullptr && method.born < *died;
    gone |= freedNow && bury(method, *died);
    return freedNow;
  });
  return gone;
}

// Of two images at the same place the later one is there.
bool CodeMap::map(Image* image) {
  const ReadyToRun& code = image->code;
  bool gone = false;
  for (size_t i = images_.size(); i-- > 0;) {
    const ReadyToRun& old = images_[i]->code;
    if (old.base() < code.base() + code.size() && code.base() < old.base() + old.size()) {
      gone |= unmap(old.base());
    }
  }
  images_.push(image);
  if (images_.refused()) {
    images_.rewind(images_.size());
    lost_.fetch_add(1, std::memory_order_relaxed);
    free(image);
    return gone;
  }
  for (size_t i = images_.size() - 1; i > 0 && images_[i - 1]->code.base() > code.base(); i--) {
    images_[i] = images_[i - 1];
    images_[i - 1] = image;
  }
  return gone;
}

bool CodeMap::unmap(uint64_t base) {
  for (size_t i = 0; i < images_.size(); i++) {
    if (images_[i]->code.base() == base) {
      free(images_[i]);
      for (size_t k = i + 1; k < images_.size(); k++) {
        images_[k - 1] = images_[k];
      }
      images_.pop();
      return true;
    }
  }
  return false;
}

void CodeMap::forget(uint64_t time) {
  size_t kept = 0;
  for (size_t i = 0; i < dead_.size(); i++) {
    if (dead_[i].died >= time) {
      dead_[kept++] = dead_[i];
    }
  }
  dead_.rewind(kept);
}

const Method* CodeMap::method(uint64_t address, uint64_t time) const {
  const Method* living = living_.find(address);
  if (living != nullptr && living->born <= time) {
    return living;
  }
  for (size_t i = 0; time < lastDeath_ && i < dead_.size(); i++) {
    const Method& method = dead_[i].method;
    if (address - method.start < method.size && method.born <= time && time < dead_[i].died) {
      return &method;
    }
  }
  return nullptr;
}

const CodeMap::Image* CodeMap::image(uint64_t address, uint64_t time) const {
  size_t low = 0;  // images before this one begin no later
  size_t high = images_.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (images_[middle]->code.base() <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const Image* image = low == 0 ? nullptr : images_[low - 1];
  return image != nullptr && address - image->code.base() < image->code.size() && image->born <= time ? image : nullptr;
}

size_t CodeMap::retained() const {
  return living_.retained() + dead_.capacity() * sizeof(Dead) + images_.size() * sizeof(Image);
}

}  // namespace tiptoe::unwind
