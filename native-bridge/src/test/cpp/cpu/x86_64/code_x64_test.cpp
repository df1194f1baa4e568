// SPDX-License-Identifier: Apache-2.0
//
// Prologues, epilogues, funclets and stubs, in machine code as the JIT of .NET 9 and 3.1 and the runtime's stub
// managers write it.

#include "unwind/code.h"

#include <string>
#include <vector>

#include "check.h"

using namespace tiptoe;
using namespace tiptoe::unwind;

namespace {

using Bytes = std::vector<uint8_t>;

Octets octets(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }

// "rsp+24 rbx=c-16": the CFA, and where registers are saved.
std::string text(const Rule& rule) {
  static constexpr const char* kNames[] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
  if (rule.kind != Rule::kAtRegister) {
    return "none";
  }
  std::string written = (rule.cfaRegister == kRsp ? "rsp+" : rule.cfaRegister == kRbp ? "rbp+" : "?") +
                        std::to_string(rule.offset);
  for (size_t i = 0; i < kPreservedCount; i++) {
    if (rule.saved[i] != Rule::kKept) {
      written += std::string(" ") + kNames[i] + "=c" + std::to_string(rule.saved[i] * 8);
    }
  }
  return written;
}

std::string prologue(const Bytes& code, size_t stop = 1000) { return text(readPrologue(octets(code), stop).rule); }

std::string epilogue(const Bytes& code, Epilogue expected, const Bytes& before = {}) {
  Rule rule{};
  const Epilogue found = readEpilogue(octets(before), octets(code), rule);
  return found != expected ? "another kind: " + std::to_string(static_cast<int>(found)) : text(rule);
}

std::string stub(const Bytes& code, const Bytes& before = {}) {
  Rule rule{};
  return readStub(octets(before), octets(code), rule) ? text(rule) : "no stub";
}

// push rbp; push r15; push rbx; sub rsp,16; lea rbp,[rsp+32]; mov [rbp-32],rsp
const Bytes kFramed = {0x55, 0x41, 0x57, 0x53, 0x48, 0x83, 0xEC, 0x10, 0x48,
                       0x8D, 0x6C, 0x24, 0x20, 0x48, 0x89, 0x65, 0xE0};

// mov rax,[rbp]; push rax; sub rsp,48; mov [rsp+184],r15; mov [rsp+176],r14; mov [rsp+168],rbx; lea rbp,[rsp+48]
const Bytes kReplacing = {0x48, 0x8B, 0x45, 0x00, 0x50, 0x48, 0x83, 0xEC, 0x30, 0x4C, 0x89, 0xBC, 0x24, 0xB8,
                          0x00, 0x00, 0x00, 0x4C, 0x89, 0xB4, 0x24, 0xB0, 0x00, 0x00, 0x00, 0x48, 0x89, 0x9C,
                          0x24, 0xA8, 0x00, 0x00, 0x00, 0x48, 0x8D, 0x6C, 0x24, 0x30};

// push rbp; push rbx; sub rsp,24; mov rbp,[rdi]; mov [rsp],rbp; lea rbp,[rbp+80]; …
const Bytes kFunclet = {0x55, 0x53, 0x48, 0x83, 0xEC, 0x18, 0x48, 0x8B, 0x2F,
                        0x48, 0x89, 0x2C, 0x24, 0x48, 0x8D, 0x6D, 0x50};

Bytes joined(Bytes one, const Bytes& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

}  // namespace

TEST(prologue_withFramePointer_isRead) {
  const Prologue found = readPrologue(octets(kFramed), kFramed.size());
  CHECK_EQUAL(std::string("rbp+16 rbx=c-32 rbp=c-16 r15=c-24"), text(found.rule));
  CHECK_EQUAL(13, static_cast<int>(found.end));
  CHECK(found.framed);
  CHECK_EQUAL(std::string("rbp+16 rbp=c-16"), prologue({0x55, 0x48, 0x8B, 0xEC, 0x33, 0xC0}));
}

TEST(prologue_upToEachInstruction_isThatFar) {
  const std::pair<size_t, const char*> kStops[] = {{0, "rsp+8"},
                                                   {1, "rsp+16 rbp=c-16"},
                                                   {3, "rsp+24 rbp=c-16 r15=c-24"},
                                                   {4, "rsp+32 rbx=c-32 rbp=c-16 r15=c-24"},
                                                   {8, "rsp+48 rbx=c-32 rbp=c-16 r15=c-24"},
                                                   {13, "rbp+16 rbx=c-32 rbp=c-16 r15=c-24"}};
  for (const auto& [stop, expected] : kStops) {
    CHECK_EQUAL(std::string(expected), prologue(kFramed, stop));
  }
}

TEST(prologue_withoutFramePointer_tellsTheSize) {
  CHECK_EQUAL(std::string("rsp+8"), prologue({0x8D, 0x47, 0x07, 0xC3}));
  CHECK_EQUAL(std::string("rsp+16"), prologue({0x50, 0xFF, 0x15, 0xE9, 0xEA, 0x81, 0x00}));
  CHECK_EQUAL(std::string("rsp+48 rbx=c-32 rbp=c-16 r14=c-24"),
              prologue({0x55, 0x41, 0x56, 0x53, 0x48, 0x83, 0xEC, 0x10, 0xC5, 0xF8, 0x77, 0x8B, 0xDF}));
}

TEST(prologue_ofALargeFrame_probesItsPages) {
  // push rbp; push rbx; lea r11,[rsp-0x9C58]; call …; mov rsp,r11; lea rbp,[rsp+0x9C60]
  const Bytes code = {0x55, 0x53, 0x4C, 0x8D, 0x9C, 0x24, 0xA8, 0x63, 0xFF, 0xFF, 0xE8, 0x10, 0x20, 0x30,
                      0x40, 0x49, 0x8B, 0xE3, 0x48, 0x8D, 0xAC, 0x24, 0x60, 0x9C, 0x00, 0x00};
  CHECK_EQUAL(std::string("rsp+24 rbx=c-24 rbp=c-16"), prologue(code, 15));
  CHECK_EQUAL(std::string("rsp+40048 rbx=c-24 rbp=c-16"), prologue(code, 18));
  CHECK_EQUAL(std::string("rbp+16 rbx=c-24 rbp=c-16"), prologue(code));
}

TEST(prologue_ofAnOnStackReplacement_findsTheReturnAddressAboveTheOldFrame) {
  const Prologue found = readPrologue(octets(kReplacing), kReplacing.size());
  CHECK(found.framed);
  CHECK_EQUAL(std::string("rbp+160 rbx=c-40 rbp=c-16 r14=c-32 r15=c-24"), text(found.rule));
  // until RBP is set, it is that of the old frame
  CHECK_EQUAL(std::string("rbp+16 rbp=c-16"), prologue(kReplacing, 9));
  CHECK_EQUAL(std::string("rbp+16 rbp=c-16"), prologue(kReplacing, 0));
}

TEST(prologue_ofAnOnStackReplacementWithoutSavedRegisters_takesTheSizeFromItsEpilogues) {
  // mov rax,[rbp]; push rax; sub rsp,48; lea rbp,[rsp+48]; …
  const Bytes start = {0x48, 0x8B, 0x45, 0x00, 0x50, 0x48, 0x83, 0xEC, 0x30, 0x48, 0x8D, 0x6C, 0x24, 0x30, 0x90};
  const Bytes leave = {0x48, 0x81, 0xC4, 0x90, 0x00, 0x00, 0x00, 0x5D, 0xC3};
  const Bytes other = {0x48, 0x83, 0xC4, 0x70, 0x5D, 0xC3};
  CHECK_EQUAL(std::string("none"), prologue(start));
  CHECK_EQUAL(std::string("rbp+112 rbp=c-16"), prologue(joined(start, leave)));
  CHECK_EQUAL(std::string("rbp+112 rbp=c-16"), prologue(joined(joined(start, leave), leave)));
  CHECK_EQUAL(std::string("none"), prologue(joined(joined(start, leave), other)));
}

TEST(prologue_thatIsCutOff_isReadSoFar) {
  for (size_t size = 0; size < kReplacing.size(); size++) {
    readPrologue({kReplacing.data(), size}, 1000);
  }
  for (size_t size = 0; size < kFramed.size(); size++) {
    CHECK_EQUAL(prologue(kFramed, size), prologue(Bytes(kFramed.begin(), kFramed.begin() + static_cast<long>(size))));
  }
}

TEST(epilogue_fromEachInstruction_isFollowed) {
  // add rsp,16; pop rbx; pop r15; pop rbp; ret
  const Bytes code = {0x48, 0x83, 0xC4, 0x10, 0x5B, 0x41, 0x5F, 0x5D, 0xC3};
  const std::pair<long, const char*> kFrom[] = {{0, "rsp+48 rbx=c-32 rbp=c-16 r15=c-24"},
                                                {4, "rsp+32 rbx=c-32 rbp=c-16 r15=c-24"},
                                                {5, "rsp+24 rbp=c-16 r15=c-24"},
                                                {7, "rsp+16 rbp=c-16"},
                                                {8, "rsp+8"}};
  for (const auto& [from, expected] : kFrom) {
    CHECK_EQUAL(std::string(expected), epilogue(Bytes(code.begin() + from, code.end()), Epilogue::kReturns));
  }
}

TEST(epilogue_thatSetsRspFromRbp_startsThere) {
  CHECK_EQUAL(std::string("rbp+16 rbx=c-24 rbp=c-16"),
              epilogue({0x48, 0x8D, 0x65, 0xF8, 0x5B, 0x5D, 0xC3}, Epilogue::kReturns));
  CHECK_EQUAL(std::string("rbp+16 rbp=c-16"), epilogue({0xC9, 0xC3}, Epilogue::kReturns));
  CHECK_EQUAL(std::string("rsp+16 rbp=c-16"), epilogue({0xC5, 0xF8, 0x77, 0x5D, 0xC3}, Epilogue::kReturns));
}

TEST(epilogue_thatJumps_mustHaveBegun) {
  CHECK_EQUAL(std::string("rsp+24 rbp=c-16"),
              epilogue({0x48, 0x83, 0xC4, 0x08, 0x5D, 0xFF, 0x25, 1, 2, 3, 4}, Epilogue::kJumps));
  CHECK_EQUAL(std::string("rsp+16 rbp=c-16"), epilogue({0x5D, 0x48, 0xFF, 0xE0}, Epilogue::kJumps));
  CHECK_EQUAL(std::string("rsp+8"), epilogue({0xFF, 0xE0}, Epilogue::kMayJump, {0x90, 0x90, 0x90, 0x5D}));
  CHECK_EQUAL(std::string("none"), epilogue({0xFF, 0xE0}, Epilogue::kNo, {0x90, 0x90, 0x90, 0x90}));
  CHECK_EQUAL(std::string("none"), epilogue({0xE9, 1, 2, 3, 4}, Epilogue::kNo));
}

TEST(epilogue_withOtherInstructions_isNone) {
  CHECK_EQUAL(std::string("none"), epilogue({0x48, 0x83, 0xC4, 0x10, 0x8B, 0xC3, 0x5D, 0xC3}, Epilogue::kNo));
  CHECK_EQUAL(std::string("none"), epilogue({0x5C, 0xC3}, Epilogue::kNo));
  CHECK_EQUAL(std::string("none"), epilogue({0x48, 0x83, 0xEC, 0x10, 0xC3}, Epilogue::kNo));
  CHECK_EQUAL(std::string("none"), epilogue({}, Epilogue::kNo));
  CHECK_EQUAL(std::string("none"), epilogue({0x5D, 0x5D, 0x5D}, Epilogue::kNo));
}

TEST(funclet_prologue_isReported) {
  Funclet funclet{};
  CHECK(readFunclet(octets(kFunclet), funclet));
  CHECK_EQUAL(std::string("rsp+48 rbx=c-24 rbp=c-16"), text(funclet.rule));
  CHECK_EQUAL(17, static_cast<int>(funclet.end));
  CHECK_EQUAL(6, static_cast<int>(funclet.loaded));
  CHECK(!readFunclet(octets(kFramed), funclet));
  for (size_t size = 0; size < kFunclet.size(); size++) {
    CHECK(!readFunclet({kFunclet.data(), size}, funclet));
  }
}

TEST(funclets_amongOtherCode_areFound) {
  Bytes code = kFramed;
  code = joined(code, {0x55, 0xC3});
  const size_t first = code.size();
  code = joined(joined(joined(code, kFunclet), {0xC3}), kFunclet);
  CHECK_EQUAL(first, nextFunclet(octets(code), 0));
  CHECK_EQUAL(first + kFunclet.size() + 1, nextFunclet(octets(code), first + kFunclet.size()));
  CHECK_EQUAL(code.size(), nextFunclet(octets(code), first + kFunclet.size() + 2));
}

// The push of R13 ends as a push of RBP does.
TEST(funclet_thatSavesR13_isFoundOnce) {
  const Bytes code = {0x55, 0x41, 0x55, 0x50, 0x48, 0x8B, 0x2F, 0x48, 0x89,
                      0x2C, 0x24, 0x48, 0x8D, 0x6D, 0x50, 0x90, 0x90};
  Funclet funclet{};
  CHECK_EQUAL(size_t{0}, nextFunclet(octets(code), 0));
  CHECK(readFunclet(octets(code), funclet));
  CHECK_EQUAL(std::string("rsp+32 rbp=c-16 r13=c-24"), text(funclet.rule));
  CHECK_EQUAL(code.size(), nextFunclet(octets(code), funclet.end));
}

TEST(funclet_whosePrologueIsInterrupted_stillFindsTheFrame) {
  uint64_t stack[4] = {0, 0, 0x7000, 0};
  const StackCopy copy{0x1000, {reinterpret_cast<const uint8_t*>(stack), sizeof stack}};
  for (const size_t from : {0, 1, 2, 6}) {
    FrameState state;
    state.registers = {};
    state.registers[kRdi] = 0x1010;
    CHECK(finishFunclet({kFunclet.data() + from, kFunclet.size() - from}, copy, state));
    CHECK_EQUAL(uint64_t{0x7050}, state.registers[kRbp]);
  }
  FrameState loaded;
  loaded.registers = {};
  loaded.registers[kRbp] = 0x6000;
  CHECK(finishFunclet({kFunclet.data() + 9, kFunclet.size() - 9}, copy, loaded));
  CHECK_EQUAL(uint64_t{0x6050}, loaded.registers[kRbp]);
  FrameState outside;
  outside.registers = {};
  outside.registers[kRdi] = 0x2000;
  CHECK(!finishFunclet(octets(kFunclet), copy, outside));
}

TEST(funclet_byWhatItReturns_isAFilterOrACatch) {
  const Bytes leave = {0x48, 0x83, 0xC4, 0x18, 0x5B, 0x5D, 0xC3};
  const auto what = [&](const Bytes& before) { return returned(octets(joined(joined(kFunclet, before), leave))); };
  CHECK(what({0x48, 0x8D, 0x05, 0x10, 0x20, 0xFF, 0xFF}) == Returns::kAddress);
  CHECK(what({0x0F, 0xB6, 0xC0}) == Returns::kNumber);
  CHECK(what({0x90, 0x8B, 0xC3}) == Returns::kNumber);
  CHECK(what({0x8B, 0x45, 0xF0}) == Returns::kNumber);
  CHECK(what({0xFF, 0x15, 1, 2, 3, 4, 0x90}) == Returns::kPerhaps);
  CHECK(what({0x48, 0x89, 0x45, 0xF0}) == Returns::kNothing);
  CHECK(what({0x90}) == Returns::kNothing);
  CHECK(returned({}) == Returns::kNothing);
}

TEST(caller_thatUsesWhatIsReturned_isReported) {
  CHECK(usesReturned(octets({0x49, 0x89, 0xC6})));  // mov r14,rax
  CHECK(usesReturned(octets({0x89, 0xC3})));
  CHECK(usesReturned(octets({0x85, 0xC0})));
  CHECK(!usesReturned(octets({0x48, 0x8D, 0x7D, 0xB8})));
  CHECK(!usesReturned(octets({0x48, 0x89, 0xDF})));
  CHECK(!usesReturned({}));
}

TEST(stubs_ofTheRuntime_haveNoFrame) {
  CHECK_EQUAL(std::string("rsp+8"), stub({0xFF, 0x25, 1, 2, 3, 4}));                                  // a precode
  CHECK_EQUAL(std::string("rsp+8"), stub({0x4C, 0x8B, 0x15, 1, 2, 3, 4, 0xFF, 0x25, 1, 2, 3, 4}));    // with its method
  CHECK_EQUAL(std::string("rsp+8"),                                                                   // call counting
              stub({0x48, 0x8B, 0x05, 1, 2, 3, 4, 0x66, 0xFF, 0x08, 0x74, 0x06, 0xFF, 0x25, 1, 2, 3, 4}));
  // dispatch: mov rax,…; cmp [rdi],rax; jne; mov rax,…; jmp rax
  CHECK_EQUAL(std::string("rsp+8"),
              stub({0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8, 0x48, 0x39, 0x07, 0x0F, 0x85, 1, 2, 3, 4,
                    0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF, 0xE0}));
  // resolve: push rdx; mov r10,…; mov rax,[rdi]; mov rdx,rax; shr rdx,12; …; pop rdx; jmp [rax+16]
  const Bytes resolve = {0x52, 0x49, 0xBA, 1,    2,    3,    4,    5,    6,    7,    8,    0x48, 0x8B, 0x07, 0x48,
                         0x8B, 0xD0, 0x48, 0xC1, 0xEA, 0x0C, 0x48, 0x03, 0xD0, 0x5A, 0xFF, 0x60, 0x10};
  CHECK_EQUAL(std::string("rsp+8"), stub(resolve));
  CHECK_EQUAL(std::string("rsp+16"), stub(Bytes(resolve.begin() + 1, resolve.end())));
  // a delegate's shuffle: mov rax,rsp; mov r11,rdi; mov rdi,rsi; mov r10,[r11+32]; add r11,32; jmp r10
  CHECK_EQUAL(std::string("rsp+8"), stub({0x48, 0x8B, 0xC4, 0x49, 0x89, 0xFB, 0x48, 0x89, 0xF7, 0x4D, 0x8B, 0x53,
                                          0x20, 0x49, 0x83, 0xC3, 0x20, 0x41, 0xFF, 0xE2}));
  // a thunk of precompiled code: xor eax,eax; push 2; push [rip + …]; jmp [rip + …]
  const Bytes thunk = {0x33, 0xC0, 0x6A, 0x02, 0xFF, 0x35, 1, 2, 3, 4, 0xFF, 0x25, 1, 2, 3, 4};
  const std::pair<long, const char*> kFrom[] = {{0, "rsp+8"}, {2, "rsp+8"}, {4, "rsp+16"}, {10, "rsp+24"}};
  for (const auto& [from, expected] : kFrom) {
    const auto middle = thunk.begin() + from;
    CHECK_EQUAL(std::string(expected), stub(Bytes(middle, thunk.end()), Bytes(thunk.begin(), middle)));
  }
  // the write barrier: mov [rdi],rsi; shr rdi,11; cmp …; jb; ret
  CHECK_EQUAL(std::string("rsp+8"),
              stub({0x48, 0x89, 0x37, 0x48, 0xC1, 0xEF, 0x0B, 0x48, 0x3B, 0xF0, 0x72, 0x01, 0xC3}));
}

TEST(code_thatIsNoStub_isNotTakenForOne) {
  CHECK_EQUAL(std::string("no stub"), stub({0xE8, 1, 2, 3, 4, 0xC3}));
  CHECK_EQUAL(std::string("no stub"), stub({0x48, 0x83, 0xC4, 0x10, 0xC3}));
  CHECK_EQUAL(std::string("no stub"), stub({0x48, 0x8B, 0xE0, 0xC3}));
  CHECK_EQUAL(std::string("no stub"), stub({0x50, 0x50, 0xC3}));
  CHECK_EQUAL(std::string("no stub"), stub({0xC4, 0xE2, 0x78}));
  CHECK_EQUAL(std::string("no stub"), stub({}));
}

TEST(calls_beforeAReturnAddress_areRecognized) {
  CHECK(endsWithCall(octets({0x90, 0xE8, 1, 2, 3, 4})));
  CHECK(endsWithCall(octets({0xFF, 0x15, 1, 2, 3, 4})));
  CHECK(endsWithCall(octets({0x90, 0xFF, 0xD0})));
  CHECK(endsWithCall(octets({0x41, 0xFF, 0xD3})));
  CHECK(endsWithCall(octets({0xFF, 0x53, 0x28})));
  CHECK(endsWithCall(octets({0xFF, 0x54, 0x24, 0x18})));
  CHECK(endsWithCall(octets({0xFF, 0x93, 1, 2, 3, 4})));
  CHECK(!endsWithCall(octets({0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90})));
  CHECK(!endsWithCall(octets({0xFF, 0xE0})));
  CHECK(!endsWithCall({}));
}

CHECK_MAIN
