// SPDX-License-Identifier: Apache-2.0
//
// Answers the requests that come through the control socket. Used by the control thread only.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "base/buffer.h"
#include "clr.h"
#include "control/answer.h"
#include "control/protocol.h"
#include "heap/heap_walker.h"
#include "identity/gate.h"
#include "identity/recorder.h"
#include "sampling/engines.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"
#include "trace/trace_file.h"

namespace tiptoe::control {

// Detaches the agent, which the control thread cannot do by itself.
class Departing {
 public:
  // Ends the agent's threads, except for the calling one, and asks the runtime to detach the agent. On success,
  // expected is the time this takes, in nanoseconds, and the calling thread should return soon. On failure, including
  // EBUSY when a thread of the agent does not end, the agent works on as before, and the call may be repeated.
  virtual cor::HRESULT depart(uint64_t&) { return cor::kNotImplemented; }

 protected:
  ~Departing() = default;
};

class Requests {
 public:
  // The parts of the agent that requests are about; they must outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Threads& threads;
    Recorder& recorder;
    TraceFile& file;
    IdentityLane& identity;
    Engines& engines;
    HeapWalker& heap;
    const std::atomic<uint64_t>& loadsOnOurThreads;
    Departing& departing;
  };

  // What is known when the trace begins, and does not change.
  struct Beginning {
    layout::StartMode mode;
    uint32_t agentVersion;
    const char* trace;  // copied
    Text runtimeVersion;  // copied
  };

  explicit Requests(Surroundings surroundings) : at_(surroundings) {}

  void begin(const Beginning& beginning);

  // Returns whether a header is that of a request in our version, with a payload that is not too long.
  static bool isAcceptable(const Header& header);

  // Answers a request. Returns whether more may follow on its connection.
  bool answer(const Header& header, const uint8_t* payload, Answer& answer);

  // Returns whether the agent is leaving: then its answer was the last.
  bool departed() const { return departed_; }

 private:
  struct Kind;
  static const Kind kKinds[];

  void execute(const Header& header, const uint8_t* payload, Answer& answer);
  void status(const uint8_t* payload, Answer& answer);
  uint64_t coverage(const IdentityLane::Totals& totals) const;
  void sampling(const uint8_t* payload, Answer& answer);
  void heap(const uint8_t* payload, Answer& answer);
  void layout(const uint8_t* payload, Answer& answer);
  template <typename Fields>
  cor::HRESULT askLayout(cor::ClassID id, LayoutAnswer& found, Fields& fields);
  void flush(const uint8_t* payload, Answer& answer);
  void detach(const uint8_t* payload, Answer& answer);

  Surroundings at_;
  bool departed_ = false;
  bool walked_ = false;  // a heap walk has been begun
  Counted mode_{Quantity::kStartMode, 0};
  Counted agentVersion_{Quantity::kAgentVersion, 0};
  Buffer<char, 256> trace_;
  Buffer<char, 64> runtimeVersion_;
};

}  // namespace tiptoe::control
