// SPDX-License-Identifier: Apache-2.0
//
// The records that the kernel writes for perf events. They are trusted no more than a file.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

namespace tiptoe::os {

// In a chain, a value that is not smaller is no address: it says to which part of the process the next ones belong.
constexpr uint64_t kPerfChainMark = static_cast<uint64_t>(-4095);

// A sample of a running thread. Valid only while it is received.
struct PerfSample {
  uint32_t thread;
  uint64_t event;             // the kernel's ID of the event, or of the one that it was inherited from
  uint64_t time;              // by the clock of monotonicNanos()
  uint64_t weight;            // nanoseconds of processor time that it stands for
  uint64_t address;           // of the instruction; bit 63 is set when that is the kernel's
  const uint64_t* registers;  // of the thread outside the kernel, as in PerfRegisters; null: a thread of the kernel
  Octets stack;               // from the stack pointer up
  Ids chain;                  // the address and its callers, as far as they were asked for; with marks between
};

// Receives what the kernel reports about the process.
class PerfReceiver {
 public:
  virtual void sampled(const PerfSample& sample) = 0;
  // Times are by the clock of samples. Records of different rings do not come in the order of their times.
  virtual void threadBegan(uint32_t thread, uint64_t time) = 0;
  // The name is UTF-8, and valid only during the call.
  virtual void threadNamed(uint32_t thread, Octets name) = 0;
  virtual void threadEnded(uint32_t thread, uint64_t time) = 0;

 protected:
  ~PerfReceiver() = default;
};

// Bounds what takes long: isOver() is called again and again, and once it returns true, the rest is left undone.
class PerfPatience {
 public:
  virtual bool isOver() const = 0;

 protected:
  ~PerfPatience() = default;
};

class PerfRecords {
 public:
  // What the samples are to contain.
  struct Contents {
    uint32_t process;  // samples of others are left out
    bool stack;
    bool chain;
  };

  struct Totals {
    uint64_t lost = 0;       // samples for which there was no room
    uint64_t damaged = 0;    // bytes in a ring that were no record, and records without all their fields
    uint64_t foreign = 0;    // samples of other processes
    uint64_t throttled = 0;  // times that the kernel paused sampling
  };

  static constexpr size_t kLongest = UINT16_MAX;

  explicit PerfRecords(const Contents& contents = {}) : contents_(contents) {}

  // Passes on a record. Returns whether it was a sample of the process. The record is aligned to 8 bytes.
  bool receive(const uint8_t* record, size_t size, PerfReceiver& receiver);

  void damaged() { totals_.damaged++; }

  const Totals& totals() const { return totals_; }

 private:
  class Fields;

  bool sample(Fields fields, PerfReceiver& receiver);
  void thread(uint32_t type, Fields fields, PerfReceiver& receiver);

  Contents contents_;
  Totals totals_;
};

}  // namespace tiptoe::os
