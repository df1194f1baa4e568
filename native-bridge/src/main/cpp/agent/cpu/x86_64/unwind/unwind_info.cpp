// SPDX-License-Identifier: Apache-2.0

#include "unwind/unwind_info.h"

#include <string.h>

namespace tiptoe::unwind {
namespace {

// UNWIND_CODE
enum Operation : uint8_t {
  kPushNonvolatile = 0,
  kAllocateLarge = 1,
  kAllocateSmall = 2,
  kSetFrameRegister = 3,
  kSaveNonvolatile = 4,
  kSaveNonvolatileFar = 5,
  kSaveXmm = 8,
  kSaveXmmFar = 9,
  kSetFrameRegisterLarge = 11,  // the runtime's own, on systems other than Windows
};

constexpr uint8_t kVersion = 1;
constexpr uint8_t kChained = 4;
constexpr size_t kHeader = 4;

constexpr Register kNumbered[16] = {kRax, kRcx, kRdx, kRbx, kRsp, kRbp, kRsi, kRdi,
                                    kR8,  kR9,  kR10, kR11, kR12, kR13, kR14, kR15};

// How many codes an operation takes; 0 for an unknown one.
size_t codesOf(uint8_t operation, uint8_t info) {
  switch (operation) {
    case kPushNonvolatile:
    case kAllocateSmall:
    case kSetFrameRegister:
      return 1;
    case kAllocateLarge:
      return info == 0 ? 2 : info == 1 ? 3 : 0;
    case kSaveNonvolatile:
    case kSaveXmm:
      return 2;
    case kSaveNonvolatileFar:
    case kSaveXmmFar:
    case kSetFrameRegisterLarge:
      return 3;
    default:
      return 0;
  }
}

}  // namespace

// The operations come in the reverse order of the prologue. Offsets are counted from where the rule starts: RSP, or the
// frame pointer once it is set.
bool readUnwindInfo(Octets info, uint32_t offset, UnwindInfo& result) {
  if (info.size < kHeader || (info.items[0] & 7) != kVersion || (info.items[0] >> 3 & kChained) != 0) {
    return false;
  }
  const size_t count = info.items[2];
  if (info.size < kHeader + 2 * count) {
    return false;
  }
  const uint8_t* codes = info.items + kHeader;
  const Register frame = kNumbered[info.items[3] & 15];
  Register base = kRsp;
  int64_t at = 0;      // the next word of the frame
  int64_t bottom = 0;  // where RSP was behind the prologue
  bool begun = false;
  int64_t saved[kPreservedCount];
  bool isSaved[kPreservedCount] = {};
  const auto save = [&](Register which, int64_t where) {
    for (size_t k = 0; k < kPreservedCount; k++) {
      if (kPreserved[k] == which) {
        saved[k] = where;
        isSaved[k] = true;
      }
    }
  };
  for (size_t i = 0; i < count;) {
    const uint8_t* code = codes + 2 * i;
    const uint8_t operation = code[1] & 15;
    const uint8_t operand = code[1] >> 4;
    const size_t length = codesOf(operation, operand);
    if (length == 0 || length > count - i) {
      return false;
    }
    i += length;
    if (code[0] > offset) {
      continue;
    }
    uint32_t far = 0;
    uint16_t near = 0;
    if (length >= 2) {
      memcpy(&near, code + 2, sizeof near);
    }
    if (length == 3) {
      memcpy(&far, code + 2, sizeof far);
    }
    switch (operation) {
      case kPushNonvolatile:
        save(kNumbered[operand], at);
        at += kWord;
        break;
      case kAllocateSmall:
        at += operand * kWord + kWord;
        break;
      case kAllocateLarge:
        at += operand == 0 ? near * int64_t{kWord} : int64_t{far};
        break;
      case kSetFrameRegister:
      case kSetFrameRegisterLarge: {
        const int64_t above = operation == kSetFrameRegister ? (info.items[3] >> 4) * 16 : int64_t{far} * 16;
        if (begun) {  // comes before what it would make unreachable
          return false;
        }
        base = frame;
        at = -above;
        bottom = at;
        break;
      }
      case kSaveNonvolatile:
        save(kNumbered[operand], bottom + near * int64_t{kWord});
        break;
      case kSaveNonvolatileFar:
        save(kNumbered[operand], bottom + int64_t{far});
        break;
      default:
        break;
    }
    begun = begun || (operation != kSaveXmm && operation != kSaveXmmFar && operation != kSaveNonvolatile &&
                      operation != kSaveNonvolatileFar);
  }
  const int64_t cfa = at + kWord;
  if (cfa > INT32_MAX || cfa < INT32_MIN || cfa % kWord != 0) {
    return false;
  }
  result = {};
  result.prologue = info.items[1];
  result.framed = base != kRsp;
  result.rule.kind = Rule::kAtRegister;
  result.rule.cfaRegister = base;
  result.rule.offset = static_cast<int32_t>(cfa);
  for (size_t k = 0; k < kPreservedCount; k++) {
    const int64_t words = isSaved[k] ? (saved[k] - cfa) / kWord : 0;
    result.rule.saved[k] = !isSaved[k]                           ? Rule::kKept
                           : words > INT16_MIN && words < 0      ? static_cast<int16_t>(words)
                                                                 : Rule::kLost;
  }
  return true;
}

}  // namespace tiptoe::unwind
