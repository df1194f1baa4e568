// SPDX-License-Identifier: Apache-2.0

#include "control/requests.h"

#include <errno.h>
#include <stdio.h>

#include "os/os.h"

namespace tiptoe::control {
namespace {

using Slots = Clr::Slots;

constexpr uint64_t kWhole = 1'000'000;

void refuse(Answer& answer, const char* why, cor::HRESULT result) {
  char words[128];
  snprintf(words, sizeof words, "%s: 0x%08x", why, static_cast<uint32_t>(result));
  answer.refuse(kRefused, words);
}

}  // namespace

// One kind of request: its number, the least length of its payload, and the function that answers it.
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
  // A version has letters and digits; other characters are not worth a converter.
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
    answer.refuse(kMalformed, header.mark == kMark ? "the request is too long" : "this is not a request");
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
  const Known::Counts known = at_.recorder.known().counts();
  const Sampler::Status sampler = at_.engines.suspend().status();
  const Engines::Settings settings = at_.engines.settings();
  const PerfSampler::Status sampled = at_.engines.perf().status();
  const layout::EngineState& perf = sampled.state;
  const Counted all[] = {
      {Quantity::kProcessId, os::processId()},
      mode_,
      agentVersion_,
      {Quantity::kUptime, totals.time},
      {Quantity::kTraceBytes, at_.file.size()},
      {Quantity::kIdentityRecords, totals.appended},
      {Quantity::kIdentityLost, totals.lost},
      {Quantity::kCoverage, coverage(totals)},
      {Quantity::kLoadsOnOurThreads, at_.loadsOnOurThreads},
      {Quantity::kFaults, at_.faults.count()},
      {Quantity::kModules, known.modules},
      {Quantity::kClasses, known.classes},
      {Quantity::kFunctions, known.functions},
      {Quantity::kThreads, at_.threads.count()},
      {Quantity::kSamplePeriod, settings.period},
      {Quantity::kDuty, settings.duty},
      {Quantity::kRounds, sampler.totals.rounds},
      {Quantity::kStacks, sampler.totals.stacks},
      {Quantity::kFailedWalks, sampler.totals.failedWalks},
      {Quantity::kRefusedSuspensions, sampler.totals.refusedSuspensions},
      {Quantity::kDroppedSamples, sampler.totals.droppedSamples},
      {Quantity::kPausedTotal, sampler.state.pausedTotal},
      {Quantity::kPausedLongest, sampler.state.pausedLongest},
      {Quantity::kReachedPeriod, sampler.totals.rounds != 0 ? sampler.state.sampling / sampler.totals.rounds : 0},
      {Quantity::kEngines, at_.engines.choice()},
      {Quantity::kPerfCondition, perf.condition},
      {Quantity::kPerfRefusal, perf.code},
      {Quantity::kPerfSamples, perf.samples},
      {Quantity::kPerfWhole, perf.whole},
      {Quantity::kPerfLost, perf.lost + perf.dropped},
      {Quantity::kPerfWorking, perf.working},
      {Quantity::kPerfUsed, sampled.time.used},
      {Quantity::kPerfSampled, sampled.time.sampled},
  };
  answer.put(static_cast<uint32_t>(sizeof all / sizeof *all));
  for (const Counted& each : all) {
    answer.put(each);
  }
}

// Returns the coverage as the trace's Coverage records state it: the kinds promised at the beginning, unless facts were
// lost since.
uint64_t Requests::coverage(const IdentityLane::Totals& totals) const {
  const layout::CoverageState promised = mode_.value == layout::kAttach ? layout::kFromHere : layout::kComplete;
  return totals.lost != 0 ? layout::kEnded : promised;
}

void Requests::sampling(const uint8_t* payload, Answer& answer) {
  Sampling asked;
  memcpy(&asked, payload, sizeof asked);
  const Engines::Settings now = at_.engines.settings();
  Sampling set{now.period, now.duty};
  set.period = asked.period != kUnchanged ? asked.period : set.period;
  set.duty = asked.duty != kUnchanged ? asked.duty : set.duty;
  if (set.duty > kWhole) {
    return answer.refuse(kRefused, "the duty is more than all of the time");
  }
  const bool same = asked.period == kUnchanged && asked.duty == kUnchanged;
  if (!same && !at_.engines.configure({set.period, set.duty})) {
    return answer.refuse(kRefused, "the sampler cannot be started");
  }
  answer.put(set);
}

// A walk takes longer than a connection may wait, so a request begins it and later ones ask for its result.
void Requests::heap(const uint8_t* payload, Answer& answer) {
  HeapRequest request;
  memcpy(&request, payload, sizeof request);
  if (request.budget != 0) {
    const HeapWalker::Answer begun = at_.heap.begin(request.budget);
    if (begun == HeapWalker::kUnderWay) {
      return answer.refuse(kBusy, "another walk over the heap is under way");
    }
    if (begun != HeapWalker::kAccepted) {
      return answer.refuse(kRefused,
                           "no walk can begin: the agent or the program is ending, or the system has no thread left");
    }
    walked_ = true;
  }
  HeapAnswer report{};
  HeapWalker::Outcome outcome{};
  const bool finished = at_.heap.finished(outcome, 0);
  report.state = !walked_ ? kNone : finished ? kDone : kUnderWay;
  if (report.state == kDone) {
    report.result = static_cast<uint32_t>(outcome.result);
    report.shortfalls = outcome.totals.shortfalls;
    report.generations = outcome.totals.generations;
    report.objects = outcome.totals.objects;
    report.bytes = outcome.totals.bytes;
    report.freeBytes = outcome.totals.freeBytes;
    report.leftOutBytes = outcome.totals.leftOutBytes;
    report.walking = outcome.totals.walking;
    report.collecting = outcome.totals.collecting;
    report.classes = outcome.totals.classes;
  }
  answer.put(report);
}

template <typename Fields>
cor::HRESULT Requests::askLayout(cor::ClassID id, LayoutAnswer& found, Fields& fields) {
  cor::ModuleID module = 0;
  cor::mdTypeDef typeDef = 0;
  cor::ClassID parent = 0;
  cor::ULONG count = 0;
  cor::ULONG size = 0;
  cor::HRESULT result = at_.clr.ask(&Slots::GetClassIDInfo2, id, &module, &typeDef, &parent, cor::ULONG{0}, &count,
                                    static_cast<cor::ClassID*>(nullptr));
  if (result != cor::kOk) {
    return result;
  }
  const auto ask = [&](cor::COR_FIELD_OFFSET* room, cor::ULONG capacity) {
    return at_.clr.ask(&Slots::GetClassLayout, id, room, capacity, &count, &size);
  };
  result = ask(nullptr, 0);
  if (result == cor::kOk && count != 0) {
    cor::COR_FIELD_OFFSET* room = fields.extend(count);
    result = room != nullptr ? ask(room, count) : cor::kOutOfMemory;
  }
  found.moduleId = module;
  found.typeDef = typeDef;
  found.parentClassId = parent == cor::kParentUnknown ? 0 : parent;
  found.size = size;
  return result;
}

// Calls the runtime inside the gate: an ID that is valid there does not die before the runtime has answered.
void Requests::layout(const uint8_t* payload, Answer& answer) {
  LayoutRequest request;
  memcpy(&request, payload, sizeof request);
  Gate::User user(at_.gate);
  if (!at_.recorder.known().isValid(request.classId, request.since)) {
    answer.refuse(kNotValid, "the class is not known, or may have been unloaded since then");
    return;
  }
  LayoutAnswer found{};
  Buffer<cor::COR_FIELD_OFFSET, 64> fields;
  const cor::HRESULT result = askLayout(request.classId, found, fields);
  if (result == cor::kClassIdIsArray || result == cor::kClassIdIsComposite) {
    answer.refuse(kRefused, "an array or a pointer has no fields");
  } else if (cor::failed(result)) {
    refuse(answer, "the runtime gives no layout of this class", result);
  } else {
    found.fields = static_cast<uint32_t>(fields.size());
    answer.put(found);
    for (size_t i = 0; i < fields.size(); i++) {
      answer.put(fields[i]);
    }
  }
}

// A callback appends its records before it returns, so there is nothing to wait for.
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
    answer.refuse(kNotSupported, "this agent cannot be detached");
  } else if (result == cor::ofErrno(EBUSY)) {
    answer.refuse(kBusy, "a thread of the agent did not end in time; the agent works on, and the request may be repeated");
  } else if (cor::failed(result)) {
    refuse(answer, "the runtime refuses the detach", result);
  } else {
    departed_ = true;
    answer.put(detached);
  }
}

}  // namespace tiptoe::control
