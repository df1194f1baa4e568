// SPDX-License-Identifier: Apache-2.0

#include "control/requests.h"

#include <stdio.h>

#include "os/os.h"

namespace tiptoe::control {
// Each request once: its number, how long its payload is at least, and what answers it.
struct Requests::Kind {
  uint16_t number;
  size_t payload;
  void (Requests::*answer)(const uint8_t* payload, Answer& answer);
};

const Requests::Kind Requests::kKinds[] = {
    {kStatus, 0, &Requests::status},
    {kSampling, sizeof(Sampling), &Requests::sampling},
    {kHeap, sizeof(HeapRequest), &Requests::heap},
    {kLayout, sizeof(LayoutRequest), &Requests::layout},
    {kFlush, 0, &Requests::flush},
    {kDetach, 0, &Requests::detach},
};

void Requests::begin(const Beginning& beginning) {
  mode_.value = beginning.mode;
  agentVersion_.value = beginning.agentVersion;
  trace_.append(beginning.trace, strlen(beginning.trace));
  // A version has letters and digits; what else there may be is not worth a converter.
  for (size_t i = 0; i < beginning.runtimeVersion.size; i++) {
    const char16_t unit = beginning.runtimeVersion.items[i];
    runtimeVersion_.push(unit < 0x80 ? static_cast<char>(unit) : '?');
  }
}

bool Requests::isAcceptable(const Header& header) {
  return header.mark == kMark && header.version == kVersion && header.length <= kLongestRequest;
}

bool Requests::answer(const Header& header, const uint8_t* payload, Answer& answer) {
  answer.begin(header.kind);
  if (isAcceptable(header)) {
    execute(header, payload, answer);
  } else if (header.mark == kMark && header.version != kVersion) {
    answer.refuse(kAnotherVersion, "this agent speaks version 1");
  } else {
    answer.refuse(kMalformed, header.mark == kMark ? "the request is too long" : "that is no request");
  }
  answer.end();
  return isAcceptable(header) && !departed_;
}

void Requests::execute(const Header& header, const uint8_t* payload, Answer& answer) {
  for (const Kind& kind : kKinds) {
    if (kind.number != header.kind) {
      continue;
    }
    if (header.length < kind.payload) {
      answer.refuse(kMalformed, "the request is too short");
    } else {
      (this->*kind.answer)(payload, answer);
    }
    return;
  }
  answer.refuse(kNotSupported, "this agent does not know that request");
}

void Requests::status(const uint8_t*, Answer& answer) {
  answer.string(trace_.data(), trace_.size());
  answer.string(runtimeVersion_.data(), runtimeVersion_.size());
  const IdentityLane::Totals totals = at_.identity.totals();
  const Counted all[] = {
      {Quantity::kProcessId, os::processId()},
      mode_,
      agentVersion_,
      {Quantity::kUptime, totals.time},
      {Quantity::kTraceBytes, at_.file.size()},
      {Quantity::kIdentityRecords, totals.appended},
      {Quantity::kIdentityLost, totals.lost},
      {Quantity::kLoadsOnOurThreads, at_.loadsOnOurThreads},
      {Quantity::kFaults, at_.faults.count()},
      {Quantity::kThreads, at_.threads.count()},
  };
  answer.put(static_cast<uint32_t>(sizeof all / sizeof *all));
  for (const Counted& each : all) {
    answer.put(each);
  }
}

void Requests::sampling(const uint8_t*, Answer& answer) {
  answer.refuse(kNotSupported, "this agent cannot change its rate");
}

void Requests::heap(const uint8_t*, Answer& answer) {
  answer.refuse(kNotSupported, "this agent cannot walk the heap");
}

void Requests::layout(const uint8_t*, Answer& answer) {
  answer.refuse(kNotSupported, "this agent cannot tell layouts");
}

// A callback appends what it has to tell before it returns, so there is nothing to wait for.
void Requests::flush(const uint8_t*, Answer& answer) {
  const IdentityLane::Totals totals = at_.identity.totals();
  FlushAnswer flushed{};
  flushed.sequence = totals.sequence;
  flushed.time = totals.time;
  flushed.offset = at_.file.size();
  answer.put(flushed);
}

void Requests::detach(const uint8_t*, Answer& answer) {
  DetachAnswer detached{};
  const cor::HRESULT result = at_.departing.depart(detached.expected);
  if (result == cor::kNotImplemented) {
    answer.refuse(kNotSupported, "this agent cannot leave");
  } else if (cor::failed(result)) {
    char why[64];
    snprintf(why, sizeof why, "the runtime refused: 0x%08x", static_cast<uint32_t>(result));
    answer.refuse(kRefused, why);
  } else {
    departed_ = true;
    answer.put(detached);
  }
}

}  // namespace tiptoe::control
