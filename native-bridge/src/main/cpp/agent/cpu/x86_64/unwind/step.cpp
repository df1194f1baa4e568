// SPDX-License-Identifier: Apache-2.0

#include "unwind/step.h"

namespace tiptoe::unwind {
namespace {

// Where a signal handler's ucontext_t, which begins at RSP, has the registers (struct sigcontext of Linux).
constexpr uint64_t kContextRegisters = 40;
constexpr Register kContextOrder[] = {kR8,  kR9,  kR10, kR11, kR12, kR13, kR14, kR15, kRdi,
                                      kRsi, kRbp, kRbx, kRdx, kRax, kRcx, kRsp, kRip};

constexpr uint64_t kLowestCode = 4096;

// The registers that a call does not preserve.
constexpr uint32_t lostByCall() {
  uint32_t kept = 1u << kRsp | 1u << kRip;
  for (const Register preserved : kPreserved) {
    kept |= 1u << preserved;
  }
  return ((1u << kRegisters) - 1) & ~kept;
}

End leaveSignal(const StackCopy& stack, FrameState& state) {
  const uint64_t stackPointer = state.registers[kRsp];
  uint64_t context = stackPointer + kContextRegisters;
  Registers found{};
  for (const Register which : kContextOrder) {
    if (!stack.read(context, found[which])) {
      return End::kCopyEnds;
    }
    context += kWord;
  }
  // on an alternate stack the interrupted frame lies elsewhere, and is not in the copy
  if (found[kRsp] < context || found[kRsp] >= stack.end()) {
    return End::kCopyEnds;
  }
  if (found[kRip] < kLowestCode) {
    return End::kImplausible;
  }
  state.registers = found;
  state.lost = 0;
  return kHasCaller;
}

// PLT entries push one word at the given byte of 16 (System V ABI for x86-64, figure 5.2).
uint64_t cfaInPlt(const Registers& registers, int32_t pushedAt) {
  const bool pushed = static_cast<int32_t>(registers[kRip] & 15) >= pushedAt;
  return registers[kRsp] + kWord + (pushed ? kWord : 0);
}

}  // namespace

bool readReturnAddress(const Rule& rule, const StackCopy& stack, const FrameState& state, uint64_t& address) {
  const uint64_t cfa = state.registers[kRsp] + static_cast<uint64_t>(int64_t{rule.offset});
  return rule.kind == Rule::kAtRegister && stack.read(cfa - kWord, address);
}

End step(const Rule& rule, const StackCopy& stack, FrameState& state) {
  const Registers& registers = state.registers;
  const auto base = static_cast<Register>(rule.cfaRegister);
  const auto offset = static_cast<uint64_t>(int64_t{rule.offset});
  uint64_t cfa = 0;
  switch (rule.kind) {
    case Rule::kFirst:
      return End::kWhole;
    case Rule::kSignal:
      return leaveSignal(stack, state);
    case Rule::kPlt:
      cfa = cfaInPlt(registers, rule.offset);
      break;
    case Rule::kAtRegister:
    case Rule::kAtWord:
      if (base >= kRegisters || !state.knows(base)) {
        return End::kNoRule;
      }
      cfa = registers[base] + offset;
      if (rule.kind == Rule::kAtWord && !stack.read(cfa, cfa)) {
        return cfa >= stack.base ? End::kCopyEnds : End::kImplausible;
      }
      break;
    case Rule::kNoCode:
      return End::kUnknownCode;
    default:
      return End::kNoRule;
  }
  if (cfa % kWord != 0 || cfa < kWord || cfa - kWord < registers[kRsp]) {
    return End::kImplausible;
  }
  FrameState caller = state;
  if (!stack.read(cfa - kWord, caller.registers[kRip])) {
    return End::kCopyEnds;
  }
  if (caller.registers[kRip] < kLowestCode) {
    return End::kImplausible;
  }
  caller.registers[kRsp] = cfa;
  caller.lost |= lostByCall();
  for (size_t i = 0; i < kPreservedCount; i++) {
    const Register which = kPreserved[i];
    if (rule.saved[i] == Rule::kKept) {
      continue;
    }
    const uint64_t at = cfa + static_cast<uint64_t>(int64_t{rule.saved[i]} * kWord);
    if (rule.saved[i] != Rule::kLost && at < registers[kRsp]) {
      continue;  // popped: rows still give the place where the register was
    }
    const bool found = rule.saved[i] != Rule::kLost && stack.read(at, caller.registers[which]);
    caller.lost = found ? caller.lost & ~(1u << which) : caller.lost | 1u << which;
  }
  state = caller;
  return kHasCaller;
}

}  // namespace tiptoe::unwind
