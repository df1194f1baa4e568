// SPDX-License-Identifier: Apache-2.0
//
// Samples running threads without stopping them. The kernel copies their registers and a part of their stacks
// (os/perf_linux.h); this thread walks the copies and records the addresses. It asks the runtime nothing.
//
// The copies are as small as suffices: when more than one stack in a hundred goes on beyond its copy, the kernel is
// asked for larger ones; when almost none needs half of its copy, for smaller ones. The rings then have room for longer,
// and are read less often: that is most of what a sample costs this thread.
//
// Not all processor time is in samples: not what is left of a thread's last period, the time inside the kernel where
// that may not be sampled, and what samples were lost for. So the time is counted, too, by the process's clock.

#pragma once

#include <stdint.h>

#include "faults.h"
#include "identity/gate.h"
#include "os/os.h"
#include "os/perf_linux.h"
#include "os/worker.h"
#include "sampling/callers_table.h"
#include "sampling/kernel_names.h"
#include "sampling/libraries.h"
#include "sampling/unknown_code.h"
#include "trace/identity_lane.h"
#include "trace/sample_lane.h"
#include "unwind/code_map.h"
#include "unwind/walker.h"

namespace tiptoe {

class PerfSampler : private os::PerfReceiver, private os::PerfPatience {
 public:
  // The parts of the agent that are used; they must outlive the sampler.
  struct Surroundings {
    Faults& faults;
    Gate& gate;
    unwind::CodeMap& code;
    UnknownCode& unknown;
    TraceFile& file;
    IdentityLane& identity;
    SampleLane& samples;
  };

  // What happens when the kernel refuses; it is called on the sampler's thread.
  class Fallback {
   public:
    virtual void refused() = 0;

   protected:
    ~Fallback() = default;
  };

  static constexpr uint64_t kShortestPeriod = 100'000;
  // A sample's weight has 32 bits, and may be more than the period.
  static constexpr uint64_t kLongestPeriod = 3'500'000'000;

  PerfSampler(Surroundings surroundings, Fallback& fallback) : at_(surroundings), fallback_(fallback) {
    totals_.engine = layout::kPerf;
    totals_.condition = layout::kOff;
    time_.engine = layout::kPerf;
    status_ = {totals_, time_, refusal_};
  }

  // Chooses whether threads are sampled inside the kernel, where that is permitted. Before the first configure().
  void sampleKernel(bool wanted) { kernel_ = wanted; }

  // Changes the period from now on, to the nearest one within the limits; with 0 sampling rests. Starts the thread when
  // there is none. Returns whether there is one now. Any thread may call it at any time.
  bool configure(uint64_t period);

  struct Status {
    layout::EngineState state;
    layout::SampledTime time;
    const char16_t* reason;  // empty unless the condition is Refused
  };

  // Returns the newest totals. Any thread may call it at any time.
  Status status();

  // Ends the thread and everything that the kernel does for it. Returns false when it does not end in time, and is
  // abandoned. configure() has no effect until resume().
  bool stop() { return worker_.stopAndJoin(); }

  void resume() { worker_.resume(); }

 private:
  struct Pending {
    uint64_t time;
    uint64_t leaf;
    uint32_t thread;
    uint32_t stack;
    uint32_t weight;
  };
  // One life of a thread with this number, about which the kernel has reported something. Times are 0 until they are
  // known.
  struct KnownThread {
    bool met;  // it was sampled, and its name is recorded
    bool ours;
    uint64_t began;
    uint64_t sampled;  // for the first time
    uint64_t ended;
    os::ThreadName name;  // empty: not known
    bool named;           // the kernel has reported the name; otherwise it was read, and may have changed
  };

  static constexpr uint32_t kFirstStackBytes = 8 << 10;
  static constexpr uint32_t kLeastStackBytes = 2 << 10;
  static constexpr size_t kMostKernelCallers = 128;

  void run();
  void work();
  bool awaitRound();
  void adopt(uint64_t period);
  os::PerfSettings settings(uint32_t stackBytes) const;
  void open();
  void opened(uint32_t stackBytes);
  void close();
  void round();
  void collect();
  void adaptCopies();
  void resize(uint32_t stackBytes);
  void countUsed();
  bool hasOldSample() const;
  void flush();
  void encode(uint64_t time);
  void writeState();
  uint64_t interval() const;

  os::PerfEvents& events() { return events_[serving_]; }
  const os::PerfEvents& events() const { return events_[serving_]; }

  // While the thread has time, patience has no end.
  bool isOver() const override { return worker_.stopping() && os::monotonicNanos() >= lastUntil_; }

  void sampled(const os::PerfSample& sample) override;
  void threadBegan(uint32_t thread, uint64_t time) override;
  void threadNamed(uint32_t thread, Octets name) override;
  void threadEnded(uint32_t thread, uint64_t time) override;
  size_t kernelCallers(const os::PerfSample& sample);
  bool isOfProgram(uint32_t thread, uint64_t time);
  void nameAll();
  void nameBegun();
  void name(uint32_t thread);
  void recordName(uint32_t thread, const os::ThreadName& name);
  void forgetEnded();
  void forgetThread(uint32_t thread);
  void forgetThreads();
  void add(const os::PerfSample& sample, Ids callers, layout::WalkEnd end, uint32_t flags, uint32_t interrupted);
  void define(uint32_t number, Ids callers, layout::WalkEnd end, uint32_t flags, uint32_t interrupted);

  // What is needed only while there is a thread; 0.3 MiB and the rows of all libraries.
  struct Walking {
    Walking(const Surroundings& at, uint32_t oldest)
        : walker(at.code, native, os::readMemory), libraries(at.identity, native), kernel(at.identity), table(oldest) {}

    unwind::NativeCode native;
    unwind::Walker walker;
    Libraries libraries;
    KernelNames kernel;
    unwind::Frames frames;
    uint64_t callers[kMostKernelCallers + unwind::Frames::kMost];
    CallersTable table;
  };

  Surroundings at_;
  Fallback& fallback_;
  os::Worker worker_;

  // Guarded by the worker's lock.
  bool configured_ = false;  // the thread has not read the new period yet
  uint64_t period_ = 0;
  Status status_{};

  // Used by the thread only.
  uint64_t sampling_ = 0;  // the period
  os::PerfEvents events_[2];  // the second ones serve when the copies have got another size
  size_t serving_ = 0;
  uint64_t since_ = 0;               // earlier samples are those of the events that served before
  uint64_t until_ = UINT64_MAX;      // later ones will be those of the next events
  uint64_t lastUntil_ = 0;           // when it is time to end: until when work goes on
  uint32_t stackBytes_ = kFirstStackBytes;
  bool kernel_ = true;
  size_t ringBytes_ = 0;
  uint64_t nextResize_ = 0;
  uint64_t usedBefore_ = 0;  // the processor time of the program's threads when it was counted last
  layout::EngineState totals_{};
  layout::SampledTime time_{};
  uint64_t lostBefore_ = 0;  // by events that were closed
  const char16_t* refusal_ = u"";
  Walking* walking_ = nullptr;
  uint32_t oldest_ = 1;  // the first number of callers that the next table may use
  bool lostDefinitions_ = false;
  IdMap<KnownThread> threads_;
  Buffer<uint32_t, 64> begun_;  // threads that began since the last reading
  Buffer<uint32_t, 64> ended_;  // threads to be forgotten
  size_t endedBefore_ = 0;      // of these, those that had ended before the last reading
  Buffer<Pending, 64> pending_;
  uint64_t pendingWhole_ = 0;
  uint64_t pendingTime_ = 0;  // their weights together
  Buffer<layout::AddressSample, 64> encoded_;
  Batch batch_;
  Batch names_;
  uint64_t nextState_ = 0;
  size_t seen_ = 0;      // stacks since the copies got their size
  size_t tooSmall_ = 0;  // of these, those that went on beyond the copy
  size_t moreThanHalf_ = 0;  // of these, those that needed more than half of it
  uint32_t leastStackBytes_ = kLeastStackBytes;
};

}  // namespace tiptoe
