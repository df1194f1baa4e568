// SPDX-License-Identifier: Apache-2.0
//
// The bytes of the control protocol, field by field as in src/site/reference/control-protocol.md.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tiptoe::control {

constexpr uint32_t kMark = 0x4C544354;  // "TCTL"
constexpr uint16_t kVersion = 1;
constexpr size_t kLongestRequest = 64;      // of the payload
constexpr size_t kLongestAnswer = 1 << 20;  // including the header
constexpr uint64_t kUnchanged = UINT64_MAX;

enum Kind : uint16_t { kStatus = 1, kSampling = 2, kHeap = 3, kLayout = 4, kFlush = 5, kDetach = 6 };

enum Code : uint16_t {
  kOk = 0,
  kMalformed = 1,
  kAnotherVersion = 2,
  kNotSupported = 3,
  kNotPermitted = 4,
  kNotValid = 5,
  kRefused = 6,
  kBusy = 7,
  kTooLarge = 8,
};

enum class Quantity : uint32_t {
  kProcessId = 1,
  kAgentVersion = 2,
  kStartMode = 3,
  kUptime = 4,
  kTraceBytes = 5,
  kIdentityRecords = 6,
  kIdentityLost = 7,
  kCoverage = 8,
  kLoadsOnOurThreads = 9,
  kFaults = 10,
  kModules = 11,
  kClasses = 12,
  kFunctions = 13,
  kThreads = 14,
  kSamplePeriod = 15,
  kDuty = 16,
  kRounds = 17,
  kStacks = 18,
  kFailedWalks = 19,
  kRefusedSuspensions = 20,
  kDroppedSamples = 21,
  kPausedTotal = 22,
  kPausedLongest = 23,
  kReachedPeriod = 24,
  kEngines = 25,
  kPerfCondition = 26,
  kPerfRefusal = 27,
  kPerfSamples = 28,
  kPerfWhole = 29,
  kPerfLost = 30,
  kPerfWorking = 31,
  kPerfUsed = 32,
  kPerfSampled = 33,
};

#pragma pack(push, 1)

struct Header {
  uint32_t mark;
  uint16_t version;
  uint16_t kind;
  uint16_t code;
  uint16_t reserved;
  uint32_t length;
};

struct Counted {
  Quantity quantity;
  uint64_t value;
};

// Both the request and its answer.
struct Sampling {
  uint64_t period;
  uint64_t duty;
};

struct HeapRequest {
  uint64_t budget;
};

enum HeapState : uint32_t { kUnderWay = 1, kDone = 2, kNone = 3 };

struct HeapAnswer {
  uint32_t state;
  uint32_t result;
  uint32_t shortfalls;
  uint32_t generations;
  uint64_t objects;
  uint64_t bytes;
  uint64_t freeBytes;
  uint64_t leftOutBytes;
  uint64_t walking;
  uint64_t collecting;
  uint32_t classes;
};

struct LayoutRequest {
  uint64_t classId;
  uint64_t since;
};

// … n fields.
struct LayoutAnswer {
  uint64_t moduleId;
  uint64_t parentClassId;
  uint32_t typeDef;
  uint32_t size;
  uint32_t fields;
};

struct FlushAnswer {
  uint64_t sequence;
  uint64_t time;
  uint64_t offset;
};

struct DetachAnswer {
  uint64_t expected;
};

#pragma pack(pop)

#define TIPTOE_AT(offset, message, field) \
  static_assert(offsetof(message, field) == offset, #message "." #field " is not where the page says")
#define TIPTOE_SIZE(size, message) \
  static_assert(sizeof(message) == size, #message " has another size than on the page")

TIPTOE_AT(0, Header, mark);
TIPTOE_AT(4, Header, version);
TIPTOE_AT(6, Header, kind);
TIPTOE_AT(8, Header, code);
TIPTOE_AT(12, Header, length);
TIPTOE_SIZE(16, Header);
TIPTOE_AT(4, Counted, value);
TIPTOE_SIZE(12, Counted);
TIPTOE_AT(8, Sampling, duty);
TIPTOE_SIZE(16, Sampling);
TIPTOE_SIZE(8, HeapRequest);
TIPTOE_AT(4, HeapAnswer, result);
TIPTOE_AT(8, HeapAnswer, shortfalls);
TIPTOE_AT(12, HeapAnswer, generations);
TIPTOE_AT(16, HeapAnswer, objects);
TIPTOE_AT(24, HeapAnswer, bytes);
TIPTOE_AT(32, HeapAnswer, freeBytes);
TIPTOE_AT(40, HeapAnswer, leftOutBytes);
TIPTOE_AT(48, HeapAnswer, walking);
TIPTOE_AT(56, HeapAnswer, collecting);
TIPTOE_AT(64, HeapAnswer, classes);
TIPTOE_SIZE(68, HeapAnswer);
TIPTOE_AT(8, LayoutRequest, since);
TIPTOE_SIZE(16, LayoutRequest);
TIPTOE_AT(8, LayoutAnswer, parentClassId);
TIPTOE_AT(16, LayoutAnswer, typeDef);
TIPTOE_AT(20, LayoutAnswer, size);
TIPTOE_AT(24, LayoutAnswer, fields);
TIPTOE_SIZE(28, LayoutAnswer);
TIPTOE_AT(8, FlushAnswer, time);
TIPTOE_AT(16, FlushAnswer, offset);
TIPTOE_SIZE(24, FlushAnswer);
TIPTOE_SIZE(8, DetachAnswer);

#undef TIPTOE_AT
#undef TIPTOE_SIZE

}  // namespace tiptoe::control
