// SPDX-License-Identifier: Apache-2.0
//
// The managed code of a process as it comes and goes: methods that the JIT compiled, with where their frames are, and
// images with precompiled code. Code memory is used again, so code has a life: it is found as of a time.
//
// Any thread publishes; publishing takes a leaf lock and some 50 nanoseconds, apart from reading the prologue. One
// thread reads: it takes over what was published, without a lock, and looks up in what only it owns. Code that is
// published before it runs is thus found in every sample of it. What is published takes 72 bytes until it is taken
// over, so that thread must do so from time to time, also while nothing is sampled.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "base/buffer.h"
#include "base/id_map.h"
#include "os/threads.h"
#include "unwind/method_table.h"
#include "unwind/ready_to_run.h"

namespace tiptoe::unwind {

class CodeMap {
 public:
  CodeMap() = default;
  CodeMap(const CodeMap&) = delete;
  CodeMap& operator=(const CodeMap&) = delete;
  ~CodeMap();

  // Publishes a method's code, which can be read. What lay there before is gone. The home is the ID with which the code
  // is freed: that of a collectible module, or of the method itself when it is dynamic; 0 when it never is.
  void compiled(uint64_t home, uint64_t start, uint32_t size, uint64_t time);

  // All code with this home will be freed. Code of collectible modules is read by the thread that walks: the caller
  // holds the gate, as for an image. Code of a dynamic method may be freed while it is read: see mayTrust().
  void unloaded(uint64_t home, uint64_t time);

  // Publishes an image that the runtime has laid out at an address.
  void mapped(const uint8_t* base, uint64_t time);

  // An image will be unmapped. The caller holds what keeps the reader from walking (the gate), and the reader takes
  // over before it walks again.
  void unmapped(const uint8_t* base, uint64_t time);

  // The rest is for the thread that reads.

  // Takes over what was published. Returns true when code is gone: what was remembered of it no longer holds. The samples
  // that are walked next must have been taken before: a later one may be of code that is published later.
  bool takeOver();

  // Forgets code that was gone before a time.
  void forget(uint64_t time);

  // Finds the method at an address at a time; null without one. The pointer is valid until the next change.
  const Method* method(uint64_t address, uint64_t time) const;

  // An image, and since when it has lain where it does.
  struct Image {
    ReadyToRun code;
    uint64_t born;
  };

  // Finds the image with precompiled code that spans an address; null without one.
  const Image* image(uint64_t address, uint64_t time) const;

  // Returns whether a method that was found has not been freed, as far as was taken over.
  bool isLiving(const Method& method) const { return living_.find(method.start) == &method; }

  // Returns whether what was read at a method's address is its code, not that of another which lies there now.
  bool mayTrust(const Method& method) const {
    return isLiving(method) && (method.home == 0 || freed_.load(std::memory_order_acquire) == freedBefore_);
  }

  size_t methods() const { return living_.size(); }
  size_t gone() const { return dead_.size(); }

  // Returns the number of publications that were lost because memory was refused.
  uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

  size_t retained() const;

 private:
  enum Kind : uint8_t { kCompiled, kUnloaded, kMapped, kUnmapped };

  struct Event {
    Kind kind;
    Method method;  // of kUnloaded only the home and the time, of kUnmapped the base, of kMapped an Image
  };

  struct Chunk {
    static constexpr uint32_t kEvents = 128;

    std::atomic<Chunk*> next;
    std::atomic<uint32_t> filled;
    Event events[kEvents];
  };

  struct Dead {
    Method method;
    uint64_t died;
  };

  void publish(const Event& event);
  static Chunk* newChunk();
  const Event* next();
  bool add(const Method& method);
  bool bury(const Method& method, uint64_t died);
  bool buryFreed(const IdMap<uint64_t>& freed);
  bool map(Image* image);
  bool unmap(uint64_t base);

  os::Mutex lock_;
  Chunk* last_ = nullptr;               // under the lock
  std::atomic<Chunk*> first_{nullptr};  // set once under the lock, then the reader's
  std::atomic<uint64_t> lost_{0};
  std::atomic<uint64_t> freed_{0};  // how often code was freed

  uint32_t taken_ = 0;  // events of the first chunk
  uint64_t freedBefore_ = 0;  // of these, those that were published before the news were taken over
  MethodTable living_;
  Buffer<Dead, 1> dead_;
  uint64_t lastDeath_ = 0;
  Buffer<Image*, 1> images_;  // by address
};

}  // namespace tiptoe::unwind
