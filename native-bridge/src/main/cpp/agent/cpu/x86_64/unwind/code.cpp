// SPDX-License-Identifier: Apache-2.0

#include "unwind/code.h"

#include <string.h>

namespace tiptoe::unwind {
namespace {

// Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2.
enum Opcode : uint8_t {
  kPush = 0x50,  // the register in the low three bits
  kPop = 0x58,
  kPushWord = 0x68,
  kPushByte = 0x6A,
  kRexFirst = 0x40,
  kRexLast = 0x4F,
  kRexW = 0x08,
  kRexR = 0x04,
  kRexX = 0x02,
  kRexB = 0x01,
  kMoveToMemory = 0x89,
  kMoveToRegister = 0x8B,
  kLoadAddress = 0x8D,
  kGroup1Byte = 0x83,
  kGroup1 = 0x81,
  kTest = 0x85,
  kCall = 0xE8,
  kJump = 0xE9,
  kShortJump = 0xEB,
  kGroup5 = 0xFF,
  kReturn = 0xC3,
  kReturnAndPop = 0xC2,
  kLeave = 0xC9,
  kRep = 0xF3,
  kRepne = 0xF2,
};

// In the encoding of instructions the registers have another order than in DWARF.
constexpr Register kEncoded[16] = {kRax, kRcx, kRdx, kRbx, kRsp, kRbp, kRsi, kRdi,
                                   kR8,  kR9,  kR10, kR11, kR12, kR13, kR14, kR15};

// An instruction with a ModR/M byte, or a short one.
struct Instruction {
  size_t length = 0;  // 0: not understood
  uint8_t rex = 0;
  uint8_t opcode = 0;
  bool twoBytes = false;  // 0F before the opcode
  bool hasModRm = false;
  uint8_t mod = 0;
  Register reg = kRax;     // the operand in ModR/M.reg
  Register base = kRax;    // of the memory operand, or the operand in ModR/M.rm
  uint8_t extension = 0;   // ModR/M.reg as part of the opcode
  bool ripRelative = false;
  bool indexed = false;
  int32_t displacement = 0;
  int64_t immediate = 0;

  bool atRsp() const { return hasModRm && mod != 3 && base == kRsp && !indexed && !ripRelative; }
  bool wide() const { return (rex & kRexW) != 0; }
};

class Code {
 public:
  explicit Code(Octets bytes) : bytes_(bytes) {}

  size_t at() const { return at_; }
  void advance(size_t count) { at_ += count; }
  uint8_t byte(size_t offset = 0) const { return at_ + offset < bytes_.size ? bytes_.items[at_ + offset] : 0; }
  bool has(size_t count) const { return count <= bytes_.size - at_; }

  // Returns whether the given bytes come next.
  template <size_t kSize>
  bool is(const uint8_t (&wanted)[kSize]) const {
    return has(kSize) && memcmp(bytes_.items + at_, wanted, kSize) == 0;
  }

  template <typename Number>
  Number number(size_t offset) const {
    Number value = 0;
    if (has(offset + sizeof value)) {
      memcpy(&value, bytes_.items + at_ + offset, sizeof value);
    }
    return value;
  }

  // Reads an instruction whose opcode takes a ModR/M byte, with an immediate operand of the given size.
  Instruction withModRm(size_t prefixes, uint8_t rex, size_t opcodeSize, size_t immediateSize) const;

 private:
  Octets bytes_;
  size_t at_ = 0;
};

Instruction Code::withModRm(size_t prefixes, uint8_t rex, size_t opcodeSize, size_t immediateSize) const {
  Instruction found;
  size_t length = prefixes + (rex != 0 ? 1 : 0) + opcodeSize;
  const uint8_t modRm = byte(length++);
  found.rex = rex;
  found.opcode = byte(length - 2);
  found.twoBytes = opcodeSize == 2;
  found.hasModRm = true;
  found.mod = modRm >> 6;
  found.extension = modRm >> 3 & 7;
  found.reg = kEncoded[(modRm >> 3 & 7) | ((rex & kRexR) != 0 ? 8 : 0)];
  unsigned base = modRm & 7;
  if (found.mod != 3 && base == 4) {
    const uint8_t sib = byte(length++);
    base = sib & 7;
    found.indexed = (sib >> 3 & 7) != 4 || (rex & kRexX) != 0;
    if (base == 5 && found.mod == 0) {
      found.displacement = number<int32_t>(length);
      found.indexed = true;  // an absolute address
      length += 4;
    }
  } else if (found.mod == 0 && base == 5) {
    found.ripRelative = true;
    found.displacement = number<int32_t>(length);
    length += 4;
  }
  found.base = kEncoded[base | ((rex & kRexB) != 0 ? 8 : 0)];
  if (found.mod == 1) {
    found.displacement = static_cast<int8_t>(byte(length++));
  } else if (found.mod == 2) {
    found.displacement = number<int32_t>(length);
    length += 4;
  }
  found.immediate = immediateSize == 1   ? static_cast<int8_t>(byte(length))
                    : immediateSize == 4 ? number<int32_t>(length)
                                         : 0;
  length += immediateSize;
  found.length = has(length) ? length : 0;
  return found;
}

// Reads the next instruction: those that occur in prologues, epilogues and stubs.
Instruction next(const Code& code) {
  Instruction none;
  size_t prefixes = 0;
  if (code.byte() == 0x66) {
    prefixes = 1;
  }
  const uint8_t first = code.byte(prefixes);
  const uint8_t rex = first >= kRexFirst && first <= kRexLast ? first : 0;
  const size_t start = prefixes + (rex != 0 ? 1 : 0);
  const uint8_t opcode = code.byte(start);
  const auto plain = [&](size_t length) {
    Instruction found;
    found.rex = rex;
    found.opcode = opcode;
    found.base = kEncoded[(opcode & 7) | ((rex & kRexB) != 0 ? 8 : 0)];
    found.length = code.has(start + length) ? start + length : 0;
    return found;
  };
  if (opcode >= kPush && opcode < kPop + 8) {
    return plain(1);
  }
  if (opcode >= 0xB8 && opcode < 0xC0) {  // mov register, immediate
    return plain((rex & kRexW) != 0 ? 9 : prefixes != 0 ? 3 : 5);
  }
  if (opcode >= 0x70 && opcode < 0x80) {
    return plain(2);
  }
  const size_t immediateOfWord = prefixes != 0 ? 2 : 4;
  switch (opcode) {
    case kPushByte:
      return plain(2);
    case kPushWord:
      return plain(1 + immediateOfWord);
    case 0x90:
    case kReturn:
    case kLeave:
    case 0xCC:
      return plain(1);
    case kReturnAndPop:
      return plain(3);
    case kShortJump:
      return plain(2);
    case kJump:
    case kCall:
    case 0x05:  // add, or, and, sub, xor, cmp, test RAX, immediate
    case 0x0D:
    case 0x25:
    case 0x2D:
    case 0x35:
    case 0x3D:
    case 0xA9:
      return plain(1 + (opcode == kJump || opcode == kCall ? 4 : immediateOfWord));
    case 0x00: case 0x01: case 0x02: case 0x03: case 0x08: case 0x09: case 0x0A: case 0x0B:
    case 0x20: case 0x21: case 0x22: case 0x23: case 0x28: case 0x29: case 0x2A: case 0x2B:
    case 0x30: case 0x31: case 0x32: case 0x33: case 0x38: case 0x39: case 0x3A: case 0x3B:
    case 0x63: case 0x84: case kTest: case 0x86: case 0x87: case 0x88: case kMoveToMemory: case 0x8A:
    case kMoveToRegister: case kLoadAddress: case 0xD1: case 0xD3: case 0xFE: case kGroup5:
      return code.withModRm(prefixes, rex, 1, 0);
    case 0x80: case kGroup1Byte: case 0xC1: case 0xC6: case 0x6B:
      return code.withModRm(prefixes, rex, 1, 1);
    case kGroup1: case 0xC7: case 0x69:
      return code.withModRm(prefixes, rex, 1, immediateOfWord);
    case 0xF6:
    case 0xF7: {
      Instruction found = code.withModRm(prefixes, rex, 1, 0);
      const size_t immediate = found.extension > 1 ? 0 : opcode == 0xF6 ? 1 : immediateOfWord;
      return immediate == 0 ? found : code.withModRm(prefixes, rex, 1, immediate);
    }
    case 0x0F: {
      const uint8_t second = code.byte(start + 1);
      if (second >= 0x80 && second < 0x90) {
        Instruction found = plain(6);
        found.twoBytes = true;
        found.opcode = second;
        return found;
      }
      const bool known = second == 0x1F || second == 0x10 || second == 0x11 || second == 0x28 || second == 0x29 ||
                         second == 0x57 || second == 0x6F || second == 0x7F || second == 0xB6 || second == 0xB7 ||
                         second == 0xBE || second == 0xBF || second == 0xAF || second == 0xEF || second == 0x18 ||
                         second == 0x0D || second == 0xB1 || second == 0xC1 || (second >= 0x40 && second < 0x50);
      return known ? code.withModRm(prefixes, rex, 2, 0) : none;
    }
    default:
      return none;
  }
}

bool isPush(const Instruction& found) {
  return !found.twoBytes && !found.hasModRm && found.opcode >= kPush && found.opcode < kPop;
}
bool isPop(const Instruction& found) {
  return !found.twoBytes && !found.hasModRm && found.opcode >= kPop && found.opcode < kPop + 8;
}

// add or sub RSP, immediate
bool movesRsp(const Instruction& found, int64_t& up) {
  if (!found.hasModRm || found.twoBytes || found.mod != 3 || found.base != kRsp || !found.wide() ||
      (found.opcode != kGroup1 && found.opcode != kGroup1Byte) || (found.extension != 0 && found.extension != 5)) {
    return false;
  }
  up = found.extension == 0 ? found.immediate : -found.immediate;
  return true;
}

// lea register, [register + displacement]
bool loadsAddress(const Instruction& found, Register into, Register from) {
  return found.hasModRm && !found.twoBytes && found.opcode == kLoadAddress && found.wide() && found.reg == into &&
         found.mod != 3 && !found.ripRelative && !found.indexed && found.base == from;
}

// mov register, register
bool copies(const Instruction& found, Register into, Register from) {
  return found.hasModRm && !found.twoBytes && found.wide() && found.mod == 3 &&
         ((found.opcode == kMoveToRegister && found.reg == into && found.base == from) ||
          (found.opcode == kMoveToMemory && found.reg == from && found.base == into));
}

// Returns whether an instruction can change RSP, or is not understood so well.
bool mayChangeRsp(const Instruction& found) {
  if (found.length == 0 || isPush(found) || isPop(found) || found.opcode == kLeave) {
    return true;
  }
  if (!found.hasModRm) {
    return false;
  }
  if (found.opcode == kMoveToRegister && !found.twoBytes) {
    return found.reg == kRsp;
  }
  return found.mod == 3 ? found.base == kRsp || found.reg == kRsp
                        : found.reg == kRsp || (found.opcode == kGroup5 && found.extension >= 2 && !found.twoBytes);
}

constexpr uint8_t kVzeroupper[] = {0xC5, 0xF8, 0x77};

// The size of a frame in bytes, and where registers are saved in it, while instructions are followed.
struct Shape {
  int64_t depth = kWord;                // from RSP to the CFA
  int64_t saved[kPreservedCount] = {};  // from the CFA down to where a register is saved; 0: it is not

  void save(Register which, int64_t below) {
    for (size_t i = 0; i < kPreservedCount; i++) {
      if (kPreserved[i] == which && saved[i] == 0) {
        saved[i] = below;
      }
    }
  }

  // Returns the rule with the CFA at an offset from a register.
  Rule rule(Register from, int64_t offset) const {
    Rule made{};
    const bool fits = offset > INT32_MIN && offset < INT32_MAX && offset % kWord == 0;
    made.kind = fits ? Rule::kAtRegister : Rule::kUnsupported;
    if (fits) {
      made.cfaRegister = from;
      made.offset = static_cast<int32_t>(offset);
      for (size_t i = 0; i < kPreservedCount; i++) {
        const int64_t words = saved[i] / kWord;
        made.saved[i] = words == 0            ? Rule::kKept
                        : -words > INT16_MIN ? static_cast<int16_t>(-words)
                                             : Rule::kLost;
      }
    }
    return made;
  }
};

bool saves(Register which) {
  for (const Register preserved : kPreserved) {
    if (preserved == which) {
      return true;
    }
  }
  return false;
}

// A method that is entered in the middle of a loop, by on-stack replacement, keeps the frame of the method it replaces
// and makes its own below: mov rax,[rbp]; push rax; sub rsp, …; registers are saved in the old frame; lea rbp, …. The
// highest of them lies right below the saved RBP of the old frame, which lies below the true return address. Without
// such a register only the epilogues show the size of the old frame: they leave both at once.
constexpr uint8_t kReplacement[] = {0x48, 0x8B, 0x45, 0x00, 0x50};

// Returns the bytes from RSP to the CFA that all epilogues agree on (add rsp, …; pop rbp; ret or a jump); 0 when there
// are none, or they do not agree.
int64_t sizeByEpilogues(Octets bytes) {
  int64_t size = 0;
  for (size_t i = 0; i + 6 <= bytes.size; i++) {
    const uint8_t* at = bytes.items + i;
    if (at[0] != 0x48 || (at[1] != kGroup1 && at[1] != kGroup1Byte) || at[2] != 0xC4) {
      continue;
    }
    Code code({at, bytes.size - i});
    const Instruction add = next(code);
    code.advance(add.length);
    const uint8_t leave = code.byte(1);
    if (add.length == 0 || code.byte() != kPop + 5 ||
        (leave != kReturn && leave != kJump && leave != kGroup5 && leave != 0x48)) {
      continue;
    }
    const int64_t found = add.immediate + 2 * kWord;
    if (size != 0 && size != found) {
      return 0;
    }
    size = found;
  }
  return size;
}

Prologue readReplacement(Octets bytes) {
  Code code(bytes);
  int64_t highest = -1;
  int64_t fromRsp[kPreservedCount] = {};
  code.advance(sizeof kReplacement);
  Prologue result{};
  result.framed = true;
  result.rule.kind = Rule::kUnsupported;
  for (int i = 0; i < 16; i++) {
    if (code.is(kVzeroupper)) {
      code.advance(sizeof kVzeroupper);
      continue;
    }
    const Instruction found = next(code);
    int64_t up = 0;
    if (found.length == 0) {
      return result;
    }
    code.advance(found.length);
    const bool leaAtRsp = loadsAddress(found, kRbp, kRsp);
    if (leaAtRsp || copies(found, kRbp, kRsp)) {
      result.end = static_cast<uint16_t>(code.at());
      const int64_t cfa = highest >= 0 ? highest + 3 * kWord : sizeByEpilogues(bytes);
      if (cfa == 0) {
        return result;
      }
      const int64_t rbp = leaAtRsp ? found.displacement : 0;  // above RSP
      Shape shape;
      for (size_t k = 0; k < kPreservedCount; k++) {
        shape.saved[k] = fromRsp[k] == 0 ? 0 : cfa - fromRsp[k];
      }
      shape.save(kRbp, 2 * kWord);
      result.rule = shape.rule(kRbp, cfa - rbp);
      return result;
    }
    if (found.hasModRm && found.opcode == kMoveToMemory && found.wide() && found.atRsp() && saves(found.reg)) {
      for (size_t k = 0; k < kPreservedCount; k++) {
        fromRsp[k] = kPreserved[k] == found.reg ? found.displacement : fromRsp[k];
      }
      highest = found.displacement > highest ? found.displacement : highest;
    } else if (!movesRsp(found, up)) {
      return result;
    }
  }
  return result;
}

}  // namespace

// pushes; sub rsp; a probe of the pages of a large frame; lea rbp. A frame pointer is set last.
Prologue readPrologue(Octets bytes, size_t stop) {
  Code code(bytes);
  if (code.is(kReplacement)) {
    Prologue replacement = readReplacement(bytes);
    if (stop < replacement.end) {  // RBP is still that of the old frame
      Shape old;
      old.save(kRbp, 2 * kWord);
      replacement.rule = old.rule(kRbp, 2 * kWord);
    }
    return replacement;
  }
  Shape shape;
  int64_t probed = 0;  // how far below RSP R11 points
  Prologue result{};
  while (true) {
    if (code.is(kVzeroupper) && code.at() + sizeof kVzeroupper <= stop) {
      code.advance(sizeof kVzeroupper);
      continue;
    }
    const Instruction found = next(code);
    if (found.length == 0 || code.at() + found.length > stop) {
      break;
    }
    int64_t up = 0;
    if (isPush(found)) {
      shape.depth += kWord;
      shape.save(found.base, shape.depth);
    } else if (movesRsp(found, up) && up < 0) {
      shape.depth -= up;
    } else if (loadsAddress(found, kR11, kRsp) && found.displacement < 0) {
      probed = -int64_t{found.displacement};
    } else if (probed != 0 && copies(found, kRsp, kR11)) {
      shape.depth += probed;
    } else if (shape.saved[kRbpPreserved] != 0 &&
               (loadsAddress(found, kRbp, kRsp) || copies(found, kRbp, kRsp))) {
      const int64_t rbp = found.opcode == kLoadAddress ? found.displacement : 0;  // above RSP
      code.advance(found.length);
      result.framed = true;
      result.rule = shape.rule(kRbp, shape.depth - rbp);
      result.end = static_cast<uint16_t>(code.at());
      return result;
    } else if (!(probed != 0 && found.opcode == kCall && !found.hasModRm) &&
               !(found.opcode == kTest && found.atRsp())) {
      break;
    }
    code.advance(found.length);
  }
  result.rule = shape.rule(kRsp, shape.depth);
  result.end = static_cast<uint16_t>(code.at());
  return result;
}

// mov rbp,[rdi + …] or [rsi + …]: from where the caller of a funclet says that the frame is
static bool loadsFrame(const Instruction& found) {
  return found.hasModRm && !found.twoBytes && found.opcode == kMoveToRegister && found.wide() && found.reg == kRbp &&
         found.mod != 3 && !found.ripRelative && !found.indexed && (found.base == kRdi || found.base == kRsi);
}

bool readFunclet(Octets bytes, Funclet& funclet) {
  Code code(bytes);
  if (code.byte() != kPush + 5) {
    return false;
  }
  Shape shape;
  funclet.loaded = 0;
  for (int i = 0; i < 16; i++) {
    const Instruction found = next(code);
    int64_t up = 0;
    if (found.length == 0) {
      return false;
    }
    if (funclet.loaded == 0 && isPush(found)) {
      shape.depth += kWord;
      shape.save(found.base, shape.depth);
    } else if (funclet.loaded == 0 && movesRsp(found, up) && up < 0) {
      shape.depth -= up;
    } else if (funclet.loaded == 0 && loadsFrame(found)) {
      funclet.loaded = static_cast<uint16_t>(code.at());
    } else if (funclet.loaded != 0 && loadsAddress(found, kRbp, kRbp)) {
      funclet.end = static_cast<uint16_t>(code.at() + found.length);
      funclet.rule = shape.rule(kRsp, shape.depth);
      return true;
    } else if (!(funclet.loaded != 0 && found.opcode == kMoveToMemory && found.atRsp())) {
      return false;
    }
    code.advance(found.length);
  }
  return false;
}

size_t nextFunclet(Octets code, size_t from) {
  while (from < code.size) {
    const auto* push = static_cast<const uint8_t*>(memchr(code.items + from, kPush + 5, code.size - from));
    if (push == nullptr) {
      break;
    }
    from = static_cast<size_t>(push - code.items);
    Funclet funclet{};
    if (readFunclet({push, code.size - from}, funclet)) {
      return from;
    }
    from++;
  }
  return code.size;
}

// Returns whether an epilogue begins with these bytes: a funclet's, which ends with pop rbp; ret.
static bool beginsEpilogue(Octets bytes) {
  Code code(bytes);
  Instruction last;
  for (int i = 0; i < 8; i++) {
    const Instruction found = next(code);
    int64_t up = 0;
    if (found.length != 0 && !found.hasModRm && found.opcode == kReturn) {
      return i != 0 && isPop(last) && last.base == kRbp;
    }
    if (found.length == 0 || !(isPop(found) || (i == 0 && movesRsp(found, up) && up > 0))) {
      return false;
    }
    code.advance(found.length);
    last = found;
  }
  return false;
}

// Returns what the instruction that ends with these bytes leaves in RAX, as the JIT encodes it.
static Returns leftInRax(Octets before) {
  const uint8_t* end = before.items + before.size;
  const auto ends = [&](size_t length, auto matches) {
    return before.size >= length && matches(end - length);
  };
  if (ends(7, [](const uint8_t* at) { return at[0] == 0x48 && at[1] == kLoadAddress && at[2] == 0x05; })) {
    return Returns::kAddress;  // lea rax,[rip + …]
  }
  const auto fromRegister = [](const uint8_t* at) { return at[0] == kMoveToRegister && (at[1] & 0xF8) == 0xC0; };
  const auto cleared = [](const uint8_t* at) { return at[0] == 0x33 && at[1] == 0xC0; };
  const auto extended = [](const uint8_t* at) { return at[0] == 0x0F && at[1] == 0xB6 && (at[2] & 0xF8) == 0xC0; };
  const auto fromFrame = [](const uint8_t* at) { return at[0] == kMoveToRegister && at[1] == 0x45; };
  const auto fromFarFrame = [](const uint8_t* at) { return at[0] == kMoveToRegister && at[1] == 0x85; };
  const auto immediate = [](const uint8_t* at) { return at[0] == 0xB8; };
  const auto masked = [](const uint8_t* at) { return at[0] == kGroup1Byte && at[1] == 0xE0; };
  if (ends(2, fromRegister) || ends(2, cleared) || ends(3, extended) || ends(3, fromFrame) || ends(6, fromFarFrame) ||
      ends(5, immediate) || ends(3, masked)) {
    return Returns::kNumber;
  }
  size_t size = before.size;
  while (size != 0 && before.items[size - 1] == 0x90) {  // the JIT lets no call be right before an epilogue
    size--;
  }
  return size != before.size && endsWithCall({before.items, size}) ? Returns::kPerhaps : Returns::kNothing;
}

Returns returned(Octets funclet) {
  Returns most = Returns::kNothing;
  for (size_t i = 1; i < funclet.size; i++) {
    if (beginsEpilogue({funclet.items + i, funclet.size - i}) &&
        !beginsEpilogue({funclet.items + i - 1, funclet.size - i + 1})) {
      const Returns found = leftInRax({funclet.items, i});
      most = found > most ? found : most;
    }
  }
  return most;
}

// mov …, rax or eax; test eax, eax
bool usesReturned(Octets after) {
  const Code code(after);
  const Instruction found = next(code);
  return found.length != 0 && found.hasModRm && !found.twoBytes && found.reg == kRax &&
         (found.opcode == kMoveToMemory || found.opcode == kTest);
}

bool finishFunclet(Octets bytes, const StackCopy& stack, FrameState& state) {
  Code code(bytes);
  uint64_t rbp = state.registers[kRbp];
  bool known = state.knows(kRbp);
  while (code.at() < bytes.size) {
    const Instruction found = next(code);
    if (found.length == 0) {
      return false;
    }
    if (loadsFrame(found)) {
      const uint64_t at = state.registers[found.base] + static_cast<uint64_t>(int64_t{found.displacement});
      known = state.knows(found.base) && stack.read(at, rbp);
    } else if (loadsAddress(found, kRbp, kRbp)) {
      rbp += static_cast<uint64_t>(int64_t{found.displacement});
    }
    code.advance(found.length);
  }
  state.registers[kRbp] = rbp;
  return known;
}

Epilogue readEpilogue(Octets before, Octets after, Rule& rule) {
  Code code(after);
  int64_t up = 0;  // what has been taken from the stack
  Register base = kRsp;
  bool began = false;  // with an instruction that was read
  bool mayHaveBegun = false;
  int64_t saved[kPreservedCount] = {};  // plus one
  // right before: a pop, or an addition to RSP
  if (before.size >= 4) {
    const uint8_t* end = before.items + before.size;
    const bool popped = (end[-1] >= kPop && end[-1] < kPop + 8 && end[-1] != kPop + 4) || end[-1] == kLeave;
    mayHaveBegun = popped || (end[-4] == 0x48 && end[-3] == kGroup1Byte && end[-2] == 0xC4);
  }
  for (int i = 0; i < 16; i++) {
    if (code.is(kVzeroupper)) {
      code.advance(sizeof kVzeroupper);
      continue;
    }
    if ((code.byte() == kRep || code.byte() == kRepne) && code.byte(1) == kReturn) {
      code.advance(1);
    }
    const Instruction found = next(code);
    int64_t moved = 0;
    if (found.length == 0) {
      return Epilogue::kNo;
    }
    if (isPop(found)) {
      if (found.base == kRsp) {
        return Epilogue::kNo;
      }
      for (size_t k = 0; k < kPreservedCount; k++) {
        saved[k] = kPreserved[k] == found.base ? up + 1 : saved[k];
      }
      up += kWord;
      began = true;
    } else if (movesRsp(found, moved) && moved > 0) {
      up += moved;
      began = true;
    } else if (i == 0 && (loadsAddress(found, kRsp, kRbp) || copies(found, kRsp, kRbp))) {
      base = kRbp;
      up = copies(found, kRsp, kRbp) ? 0 : found.displacement;
      began = true;
    } else if (!found.hasModRm && found.opcode == kLeave && !found.twoBytes) {
      base = kRbp;
      memset(saved, 0, sizeof saved);
      saved[kRbpPreserved] = 1;
      up = kWord;
      began = true;
    } else {
      const bool returns = !found.hasModRm && !found.twoBytes &&
                           (found.opcode == kReturn || found.opcode == kReturnAndPop);
      const bool jumps = (!found.hasModRm && !found.twoBytes && found.opcode == kJump) ||
                         (found.hasModRm && !found.twoBytes && found.opcode == kGroup5 && found.extension == 4 &&
                          found.base != kRsp);
      if (!returns && !(jumps && (began || mayHaveBegun))) {
        return Epilogue::kNo;
      }
      Shape shape;
      const int64_t cfa = up + kWord;
      for (size_t k = 0; k < kPreservedCount; k++) {
        shape.saved[k] = saved[k] == 0 ? 0 : cfa - (saved[k] - 1);
      }
      rule = shape.rule(base, cfa);
      return rule.kind != Rule::kAtRegister ? Epilogue::kNo
             : returns                       ? Epilogue::kReturns
             : began                         ? Epilogue::kJumps
                                             : Epilogue::kMayJump;
    }
    code.advance(found.length);
  }
  return Epilogue::kNo;
}

// Returns whether bytes end with push [rip + …], the last instruction before the jump of a thunk of precompiled code.
// Such a thunk pushes two words for the helper that it jumps to.
static bool endsWithPush(Octets before) {
  return before.size >= 6 && before.items[before.size - 6] == kGroup5 && before.items[before.size - 5] == 0x35;
}

bool readStub(Octets before, Octets after, Rule& rule) {
  Code code(after);
  int64_t pushed = 0;
  for (int i = 0; i < 24; i++) {
    if (code.byte() == kRep && code.byte(1) == kReturn) {
      code.advance(1);
    }
    const Instruction found = next(code);
    const bool plain = !found.hasModRm && !found.twoBytes;
    if (found.length == 0 || (plain && (found.opcode == kCall || found.opcode == kShortJump))) {
      return false;
    }
    const bool group5 = found.hasModRm && !found.twoBytes && found.opcode == kGroup5 && found.base != kRsp;
    if ((plain && (found.opcode == kReturn || found.opcode == kJump)) || (group5 && found.extension == 4)) {
      const bool thunk = endsWithPush({after.items, code.at()}) || (i == 0 && endsWithPush(before));
      const int64_t depth = kWord - pushed + (thunk ? 2 * kWord : 0);
      rule = Shape().rule(kRsp, depth);
      return depth > 0;
    }
    if (isPush(found) || (plain && (found.opcode == kPushByte || found.opcode == kPushWord)) ||
        (group5 && found.extension == 6)) {
      pushed += kWord;
    } else if (isPop(found)) {
      pushed -= kWord;
      if (saves(found.base)) {
        return false;
      }
    } else if (mayChangeRsp(found)) {
      return false;
    }
    code.advance(found.length);
  }
  return false;
}

// call rel32; call [rip + …]; call register; call [register + …], with or without SIB
bool endsWithCall(Octets before) {
  const uint8_t* end = before.items + before.size;
  const auto group5 = [&](size_t length) {
    if (before.size < length || end[-static_cast<ptrdiff_t>(length)] != kGroup5) {
      return false;
    }
    const Code code({end - length, length});
    const Instruction found = code.withModRm(0, 0, 1, 0);
    return found.length == length && found.extension == 2;
  };
  return (before.size >= 5 && end[-5] == kCall) || group5(2) || group5(3) || group5(4) || group5(6) || group5(7);
}

}  // namespace tiptoe::unwind
