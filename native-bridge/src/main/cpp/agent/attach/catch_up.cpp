// SPDX-License-Identifier: Apache-2.0

#include "attach/catch_up.h"

#include "base/moments.h"
#include "os/os.h"
#include "sampling/pause.h"

namespace tiptoe {
namespace {

using os::monotonicNanos;
using Slots = Clr::Slots;

// How long functions are described in one suspension, and how long the program then runs before the next one. The
// program is paused for a hundredth of the time, also where listing the functions takes longer than describing some of
// them. The bound is for a machine without memory, where no function is ever remembered as tried.
constexpr uint64_t kStop = 1'000'000;
constexpr uint64_t kRun = 100'000'000;
constexpr uint64_t kShare = 100;
constexpr int kMostStops = 1000;

// How long after the runtime has announced an unloading the unloaded code is taken to have left its heap, which takes
// the runtime milliseconds.
constexpr uint64_t kSettling = 500'000'000;

// How long to wait for that before giving up.
constexpr uint64_t kPatience = 5'000'000'000;

// How long addresses of samples are gathered before they are looked up in the runtime.
constexpr uint64_t kGathering = 50'000'000;

layout::CaughtUp stepOf(layout::CatchUpStep kind) {
  layout::CaughtUp step{};
  step.step = kind;
  step.took = monotonicNanos();
  return step;
}

// Returns the function that records describe; null when they describe none.
const layout::FunctionSeen* functionIn(Batch& records) {
  const layout::FunctionSeen* found = nullptr;
  records.forEach([&](const layout::RecordHeader* record) {
    if (record->type == layout::FunctionSeen::kType) {
      found = reinterpret_cast<const layout::FunctionSeen*>(record);
    }
  });
  return found;
}

// Forgets the classes of records that are not kept. Classes that records of other functions have are remembered.
void forgetClasses(Findings& findings) {
  findings.records.forEach([&](const layout::RecordHeader* record) {
    if (record->type == layout::ClassSeen::kType) {
      findings.classes.remove(reinterpret_cast<const layout::ClassSeen*>(record)->classId);
    }
  });
}

bool hasNoMetadata(const layout::FunctionSeen& seen) { return (seen.methodDef & 0xFFFFFF) == 0; }

}  // namespace

void CatchUp::begin(bool probe) {
  probeLeft_ = probe;
  began_ = monotonicNanos();
  modules();
  threads();
  if (at_.engines.needCode()) {
    dynamicMethods_.begin();
    at_.unknown.readBy(*this);
  }
}

bool CatchUp::start() {
  worker_.resume();
  os::Locked locked(worker_.lock());
  return worker_.start<CatchUp, &CatchUp::rest>(locked, "tiptoe-catch-up", this);
}

void CatchUp::rest() {
  OurTurn ours;
  os::reduceWakeupLatency();
  at_.clr.call(&Slots::InitializeCurrentThread);
  if (functionsLeft_) {
    functions();
  }
  if (probeLeft_ && !worker_.stopping()) {
    probe();
  }
  if (at_.engines.needCode()) {
    findDynamicMethods(UINT64_MAX);
  }
}

// Finds dynamic methods that samples meet, until that moment. Returns false when the thread should end.
bool CatchUp::findDynamicMethods(uint64_t until) {
  while (awaitAddresses(until)) {
    const uint64_t pause = dynamicMethods_.ask();
    os::Locked locked(worker_.lock());
    nextQuestion_ = later(nextQuestion_, monotonicNanos() + dynamicMethods_.restAfter(pause));
  }
  return !worker_.stopping();
}

void CatchUp::addressWaits() {
  os::Locked locked(worker_.lock());
  addressWaits_ = true;
  nextQuestion_ = later(nextQuestion_, monotonicNanos() + kGathering);
  worker_.wake(locked);
}

// Waits until addresses are to be looked up in the runtime. Returns false when that moment has come, or the thread
// should end.
bool CatchUp::awaitAddresses(uint64_t until) {
  os::Locked locked(worker_.lock());
  while (!worker_.stopping()) {
    const uint64_t now = monotonicNanos();
    if (now >= until) {
      return false;
    }
    if (addressWaits_ && now >= nextQuestion_) {
      addressWaits_ = false;
      return true;
    }
    worker_.waitUntil(locked, addressWaits_ ? sooner(nextQuestion_, until) : until);
  }
  return false;
}

void CatchUp::record(const layout::CaughtUp& step, Text words) {
  layout::CaughtUp finished = step;
  finished.took = monotonicNanos() - step.took;
  at_.recorder.append(finished, words);
}

void CatchUp::modules() {
  layout::CaughtUp step = stepOf(layout::kListedModules);
  ModuleIds listed;
  Findings findings;
  Gate::User user(at_.gate);
  step.result = static_cast<uint32_t>(at_.clr.list(&Slots::EnumModules, listed));
  describeModules(listed, findings);
  step.found = listed.size();
  step.leftOut = findings.missing;
  findings.missing = 0;  // the trace promises no completeness for them
  at_.recorder.append(findings);
  for (size_t i = 0; i < listed.size() && at_.engines.needCode(); i++) {
    at_.images.loaded(listed[i]);
  }
  record(step);
}

// A module that is recorded twice, here and by its callback, gets equal records.
void CatchUp::describeModules(ModuleIds& listed, Findings& findings) {
  IdSet assemblies;
  IdSet domains;
  Describer& describer = at_.recorder.describer();
  for (size_t i = 0; i < listed.size(); i++) {
    const cor::AssemblyID assembly = describer.module(listed[i], findings);
    if (assemblies.add(assembly)) {
      const cor::AppDomainID domain = describer.assembly(assembly, findings);
      if (domains.add(domain)) {
        describer.appDomain(domain, findings);
      }
    }
  }
}

void CatchUp::threads() {
  layout::CaughtUp step = stepOf(layout::kListedThreads);
  Threads::List listed;
  at_.threads.beginListing();
  step.result = static_cast<uint32_t>(at_.clr.list(&Slots::EnumThreads, listed));
  const size_t all = listed.size();
  IdMap<uint32_t> osThreads;
  at_.threads.beginUse(listed);
  Batch batch;
  for (size_t i = 0; i < listed.size(); i++) {
    layout::ThreadCreated created{};
    created.threadId = listed[i];
    at_.clr.ask(&Slots::GetThreadInfo, listed[i], &created.osThreadId);
    batch.add(created);
    osThreads.put(listed[i], created.osThreadId);
  }
  at_.identity.append(batch);
  at_.threads.endUse();
  step.found = listed.size();
  step.leftOut = all - listed.size();
  nameThreads(listed, osThreads);
  at_.threads.endListing();
  record(step);
}

// Names the threads. A thread without a name of its own mostly has the process's name. The system is queried while the
// threads may die, because querying many of them takes a while.
void CatchUp::nameThreads(Threads::List& listed, const IdMap<uint32_t>& osThreads) {
  const os::ThreadName unnamed = os::threadName(os::processId());
  IdMap<os::ThreadName> names;
  for (size_t i = 0; i < listed.size(); i++) {
    const uint32_t* osThread = osThreads.find(listed[i]);
    const os::ThreadName name = osThread != nullptr ? os::threadName(*osThread) : os::ThreadName{};
    if (name.length != 0 && unnamed.length != 0 && !(name == unnamed)) {
      names.put(listed[i], name);
    }
  }
  at_.threads.beginUse(listed);
  Batch batch;
  for (size_t i = 0; i < listed.size(); i++) {
    if (const os::ThreadName* name = names.find(listed[i])) {
      layout::OsThreadNamed named{};
      named.threadId = listed[i];
      batch.add(named, Text{name->units, name->length});
    }
  }
  at_.identity.append(batch);
  at_.threads.endUse();
}

void CatchUp::functions() {
  step_ = stepOf(layout::kListedFunctions);
  bool stopped = false;
  for (int stops = 0; stops < kMostStops && !stopped; stops++) {
    functionsLeft_ = someFunctions();
    if (!functionsLeft_) {
      break;
    }
    // The functions that are left wait until no context unloads, which may never be; the probe need not wait.
    if (unsettled_ != 0 && probeLeft_ && !worker_.stopping()) {
      probe();
    }
    const uint64_t rest = later(later(kRun, kShare * pause_), unsettled_ != 0 ? untilSettled() : 0);
    stopped = !findDynamicMethods(monotonicNanos() + rest);
  }
  functionsLeft_ = functionsLeft_ && stopped;
  if (!functionsLeft_) {
    at_.recorder.endListing();
  }
  record(step_);
}

// Returns how long it takes until unloadings that have passed the gate are over, unless another begins.
uint64_t CatchUp::untilSettled() {
  const uint64_t settled = later(began_, at_.gate.lastUnloading()) + kSettling;
  const uint64_t now = monotonicNanos();
  return settled > now ? settled - now : 0;
}

// Describes functions in one suspension. Returns whether there are more.
bool CatchUp::someFunctions() {
  Gate::User user(at_.gate);
  if (unsettled_ != 0 && untilSettled() != 0) {
    const bool patient = monotonicNanos() < waitingSince_ + kPatience;
    step_.leftOut += patient ? 0 : unsettled_;
    return patient;
  }
  bool more;
  uint64_t ended;
  const Pause pause;
  {
    Clr::Suspension suspension(at_.clr);
    if (cor::failed(suspension.result())) {
      step_.result = static_cast<uint32_t>(suspension.result());
      return suspension.result() == cor::kSuspensionInProgress;  // a garbage collection is suspending the program
    }
    more = describeWhileStopped(step_);
    ended = monotonicNanos();
  }
  pause_ = pause.counted(ended);
  step_.longestPause = later(step_.longestPause, pause_);
  at_.recorder.append(found_);
  at_.recorder.appendListed(foundDynamic_);
  if (at_.engines.needCode()) {
    describeCode();
  }
  found_.clear();
  foundDynamic_.clear();
  one_.clear();  // what was described may be unloaded before the next suspension
  return more;
}

bool CatchUp::describeWhileStopped(layout::CaughtUp& step) {
  const uint64_t began = monotonicNanos();
  step.result = static_cast<uint32_t>(at_.clr.list(&Slots::EnumJITedFunctions2, listed_));
  // Describing may take as long again as listing did.
  const uint64_t until = began + later(kStop, 2 * (monotonicNanos() - began));
  const bool settled = untilSettled() == 0;
  unsettled_ = 0;
  uint64_t unsettled = 0;
  Known& known = at_.recorder.known();
  for (size_t i = 0; i < listed_.size(); i++) {
    const cor::FunctionID id = listed_[i].functionId;
    if (tried_.contains(id) || known.hasJitted(id)) {
      continue;
    }
    if (!settled && postponed_.contains(id)) {
      unsettled++;
      continue;
    }
    one_.records.clear();
    one_.missing = 0;
    at_.recorder.describer().function(id, layout::kListed, one_);
    const bool postpone = !settled && hasUnknownOwner(one_.records);
    (postpone ? postponed_ : tried_).add(id);
    if (postpone) {
      forgetClasses(one_);
      unsettled++;
    } else if (one_.missing == 0 && areModulesLiving(one_.records)) {
      (isDynamic(one_.records) ? foundDynamic_ : found_).records.add(one_.records);
      step.found++;
    } else {
      forgetClasses(one_);
      step.leftOut++;
    }
    if (monotonicNanos() > until) {
      return true;
    }
  }
  waitingSince_ = waitingSince_ != 0 ? waitingSince_ : began;
  unsettled_ = unsettled;
  return unsettled != 0;
}

// Describes the code of the functions that were found. They live as long as the gate is held, but for dynamic methods,
// whose code is found by samples (DynamicMethods).
void CatchUp::describeCode() {
  Batch records;
  found_.records.forEach([&](const layout::RecordHeader* record) {
    if (record->type == layout::FunctionSeen::kType) {
      at_.code.met(reinterpret_cast<const layout::FunctionSeen*>(record)->functionId, records);
    }
  });
  at_.identity.append(records);
}

// Returns whether all that the records name belongs to living modules. For a composite type this cannot be known.
bool CatchUp::areModulesLiving(Batch& records) {
  Known& known = at_.recorder.known();
  bool all = true;
  records.forEach([&](const layout::RecordHeader* record) {
    if (record->type == layout::FunctionSeen::kType) {
      all = all && known.hasModule(reinterpret_cast<const layout::FunctionSeen*>(record)->moduleId);
    } else if (record->type == layout::ClassSeen::kType) {
      const auto* seen = reinterpret_cast<const layout::ClassSeen*>(record);
      all = all && (seen->shape == layout::kArray ||
                    (seen->shape == layout::kDefined && known.hasModule(seen->moduleId)));
    }
  });
  return all;
}

// Returns whether the records describe a method whose type the runtime does not report, because instantiations share
// its code.
bool CatchUp::hasUnknownOwner(Batch& records) {
  const layout::FunctionSeen* seen = functionIn(records);
  return seen != nullptr && seen->classId == 0 && !hasNoMetadata(*seen);
}

bool CatchUp::isDynamic(Batch& records) {
  const layout::FunctionSeen* seen = functionIn(records);
  return seen != nullptr && hasNoMetadata(*seen);
}

void CatchUp::probe() {
  layout::CaughtUp step = stepOf(layout::kProbedModules);
  Probe probe({at_.clr, at_.gate, at_.recorder, at_.identity});
  if (!probe.isWitnessed()) {
    step.result = static_cast<uint32_t>(cor::kNotImplemented);
    record(step, text(u"the probe was not tested on this runtime, where it might load types"));
    probeLeft_ = false;
    return;
  }
  ModuleIds living;
  at_.recorder.known().copyModules(living);
  size_t swept = 0;
  for (; swept < living.size() && !worker_.stopping(); swept++) {
    probe.sweep(living[swept]);
  }
  step.found = probe.found();
  step.leftOut = probe.denied();
  record(step);
  probeLeft_ = swept != living.size();  // the part after an interruption is lost: the next sweep starts again
}

}  // namespace tiptoe
