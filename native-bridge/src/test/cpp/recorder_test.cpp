// SPDX-License-Identifier: Apache-2.0
//
// Known IDs are in the trace: never earlier, and never when they could not be written.

#include "check.h"
#include "fake_clr.h"
#include "identity/code_describer.h"
#include "identity/recorder.h"
#include "temporary.h"

#include <errno.h>

using namespace check;
using namespace tiptoe;

namespace {

constexpr uint64_t kClass = 0x2000;
constexpr uint64_t kFunction = 0x3000;

Recorder* watched = nullptr;
bool knownTooEarly = false;
bool diskFull = false;

bool isKnown(Recorder& recorder, uint64_t function) {
  bool known = true;
  recorder.known().forUnknownFunctions(Ids{&function, 1}, [&](uint64_t) { known = false; });
  return known;
}

// Checks, while a record is being appended, whether its ID counts as known already.
int64_t watchingAppend(int file, const void* bytes, size_t size) {
  layout::FunctionSeen seen;
  if (watched != nullptr && size >= sizeof seen) {
    memcpy(&seen, bytes, sizeof seen);
    knownTooEarly = knownTooEarly || (seen.header.type == layout::FunctionSeen::kType &&
                                      isKnown(*watched, seen.functionId)) ||
                    (seen.header.type == layout::ClassSeen::kType && watched->known().hasClass(kClass));
  }
  return diskFull ? -ENOSPC : os::append(file, bytes, size);
}

struct Recording {
  TemporaryFolder folder;
  FakeClr fake;
  Faults faults;
  Clr clr{faults};
  TraceFile file;
  IdentityLane lane{file};
  Gate gate;
  ModuleCopies copies{{clr, faults, gate, lane}};
  Recorder recorder{clr, lane, copies};

  Recording() : file(watching()) {
    watched = nullptr;
    knownTooEarly = false;
    diskFull = false;
    clr.connect(fake.unknown());
    file.create(folder.file("a").c_str(), headerOfNow());
    fake.classes[kClass] = {0x1000, 0x02000002, 0, {}, cor::kOk};
    fake.functions[kFunction] = {kClass, 0x1000, 0x06000001, {}, u""};
    watched = &recorder;
  }
  // A module without a file starts the thread of the copies, which asks the fake runtime.
  ~Recording() {
    copies.stop();
    watched = nullptr;
  }

  static TraceSystem watching() {
    TraceSystem system;
    system.append = watchingAppend;
    return system;
  }

  void record(layout::FunctionSource source) {
    Findings findings;
    recorder.describer().function(kFunction, source, findings);
    recorder.append(findings);
  }
};

}  // namespace

TEST(recorder_appending_knowsNothingBeforeItIsInTheTrace) {
  Recording recording;
  recording.record(layout::kOnStack);
  CHECK(!knownTooEarly);
  CHECK(isKnown(recording.recorder, kFunction));
  CHECK(recording.recorder.known().hasClass(kClass));
}

TEST(recorder_onAFullDisk_knowsNothing) {
  Recording recording;
  diskFull = true;
  recording.record(layout::kJitted);
  CHECK(!isKnown(recording.recorder, kFunction));
  CHECK(!recording.recorder.known().hasClass(kClass));
  CHECK(!recording.recorder.known().hasJitted(kFunction));
}

// A function that was on a stack and is compiled later has two sources, and both are recorded.
TEST(recorder_functionOnAStack_isNotAJittedOneYet) {
  Recording recording;
  recording.record(layout::kOnStack);
  CHECK(!recording.recorder.known().hasJitted(kFunction));
  recording.record(layout::kJitted);
  CHECK(recording.recorder.known().hasJitted(kFunction));
  recording.recorder.known().unloaded(layout::kDynamicFunction, kFunction);
  CHECK(!isKnown(recording.recorder, kFunction));
  CHECK(!recording.recorder.known().hasJitted(kFunction));
}

// Without that, addresses would mean this code for as long as no other lies there.
TEST(code_ofACollectibleModule_endsWithIt) {
  static const uint8_t bytes[64] = {0x55, 0x48, 0x8B, 0xEC};
  const auto start = reinterpret_cast<uint64_t>(bytes);
  Recording recording;
  recording.fake.modules[0x1000] = {u"", 1, cor::kModuleCollectible};
  recording.fake.code[start] = {kFunction, 0, {{start, sizeof bytes}}, {}};
  Findings module;
  recording.recorder.describer().module(0x1000, module);
  recording.recorder.append(module);
  recording.record(layout::kJitted);
  unwind::CodeMap map;
  CodeImages images(recording.clr, map, recording.lane);
  CodeDescriber code(recording.clr);
  code.publishTo(map, images, recording.recorder.describer());
  Batch records;
  code.compiled(kFunction, records);
  const uint64_t lived = os::monotonicNanos();
  map.takeOver();
  CHECK(map.method(start + 8, lived) != nullptr);
  code.unloaded(0x1000);
  map.takeOver();
  CHECK(map.method(start + 8, lived) != nullptr);
  CHECK(map.method(start + 8, os::monotonicNanos()) == nullptr);
}

CHECK_MAIN
