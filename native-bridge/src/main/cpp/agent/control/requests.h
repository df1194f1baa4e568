// SPDX-License-Identifier: Apache-2.0
//
// What may be asked of the agent through its control socket, and how each is answered. The control thread's own.

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
#include "sampling/sampler.h"
#include "sampling/threads.h"
#include "trace/identity_lane.h"
#include "trace/trace_file.h"

namespace tiptoe::control {

// What the control thread cannot do with the agent's parts alone.
class Departing {
 public:
  // Ends what the agent does by itself, except for the calling thread, and asks the runtime to let the agent go. When
  // it does, expected is how long that takes, in nanoseconds, and the calling thread returns soon. When it does not,
  // or a thread of the agent does not end (EBUSY), all is as it was before, and it may be asked again.
  virtual cor::HRESULT depart(uint64_t&) { return cor::kNotImplemented; }

 protected:
  ~Departing() = default;
};

class Requests {
 public:
  // Whom it asks; all outlive it.
  struct Surroundings {
    Clr& clr;
    Faults& faults;
    Gate& gate;
    Threads& threads;
    Recorder& recorder;
    TraceFile& file;
    IdentityLane& identity;
    Sampler& sampler;
    HeapWalker& heap;
    const std::atomic<uint64_t>& loadsOnOurThreads;
    Departing& departing;
  };

  // What does not change any more.
  struct Beginning {
    layout::StartMode mode;
    uint32_t agentVersion;
    const char* trace;  // copied
    Text runtimeVersion;  // copied
  };

  explicit Requests(Surroundings surroundings) : at_(surroundings) {}

  void begin(const Beginning& beginning);

  // Whether a header is that of a request, in our version, and of a payload that is not too long.
  static bool isAcceptable(const Header& header);

  // Answers a request; whether more may follow on its connection.
  bool answer(const Header& header, const uint8_t* payload, Answer& answer);

  // Whether the agent is leaving: its answer was the last.
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
  bool walked_ = false;  // the heap, or it is under way
  Counted mode_{Quantity::kStartMode, 0};
  Counted agentVersion_{Quantity::kAgentVersion, 0};
  Buffer<char, 256> trace_;
  Buffer<char, 64> runtimeVersion_;
};

}  // namespace tiptoe::control
