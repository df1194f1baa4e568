// SPDX-License-Identifier: Apache-2.0

#include "unwind/eh_frame.h"

#include <string.h>

namespace tiptoe::unwind {
namespace {

// DWARF exception header encodings (Linux Standard Base Core 5.0, 10.5).
constexpr uint8_t kOmitted = 0xFF;
constexpr uint8_t kFormat = 0x0F;
constexpr uint8_t kApplication = 0x70;
constexpr uint8_t kPcRelative = 0x10;
constexpr uint8_t kUnsigned4 = 0x03;
constexpr uint8_t kDataRelativeSigned4 = 0x3B;
constexpr uint8_t kPcRelativeSigned4 = 0x1B;

// DWARF 5, 7.24.
enum Instruction : uint8_t {
  kAdvanceLocation = 0x40,  // these three have an operand in their low six bits
  kOffset = 0x80,
  kRestore = 0xC0,
  kNop = 0x00,
  kSetLocation = 0x01,
  kAdvanceLocation1 = 0x02,
  kAdvanceLocation2 = 0x03,
  kAdvanceLocation4 = 0x04,
  kOffsetExtended = 0x05,
  kRestoreExtended = 0x06,
  kUndefined = 0x07,
  kSameValue = 0x08,
  kRegister = 0x09,
  kRememberState = 0x0A,
  kRestoreState = 0x0B,
  kDefineCfa = 0x0C,
  kDefineCfaRegister = 0x0D,
  kDefineCfaOffset = 0x0E,
  kDefineCfaExpression = 0x0F,
  kExpression = 0x10,
  kOffsetExtendedSigned = 0x11,
  kDefineCfaSigned = 0x12,
  kDefineCfaOffsetSigned = 0x13,
  kValueOffset = 0x14,
  kValueOffsetSigned = 0x15,
  kValueExpression = 0x16,
  kGnuArgumentsSize = 0x2E,
};

// Reads the bytes of a section in order. Behind the end all values are 0 and ok() is false.
class Cursor {
 public:
  Cursor(const Section& section, uint64_t address) : Cursor(section, address, section.address + section.bytes.size) {}

  Cursor(const Section& section, uint64_t address, uint64_t end) : base_(section.address) {
    const uint64_t size = section.bytes.size;
    const uint64_t offset = address - section.address;
    const uint64_t limit = end - section.address;
    if (address < section.address || offset > size || limit > size || limit < offset) {
      ok_ = false;
      return;
    }
    begin_ = section.bytes.items;
    at_ = begin_ + offset;
    end_ = begin_ + limit;
  }

  bool ok() const { return ok_; }
  bool more() const { return ok_ && at_ != end_; }
  uint64_t address() const { return base_ + static_cast<uint64_t>(at_ - begin_); }
  size_t remaining() const { return static_cast<size_t>(end_ - at_); }

  template <typename Number>
  Number number() {
    Number value = 0;
    if (const uint8_t* from = take(sizeof value); from != nullptr) {
      memcpy(&value, from, sizeof value);
    }
    return value;
  }

  uint64_t unsignedLeb() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<uint8_t>();
      value |= shift < 64 ? uint64_t{byte & 0x7Fu} << shift : 0;
      if ((byte & 0x80) == 0) {
        return value;
      }
    }
  }

  int64_t signedLeb() {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
      byte = number<uint8_t>();
      value |= shift < 64 ? uint64_t{byte & 0x7Fu} << shift : 0;
      shift += 7;
    } while ((byte & 0x80) != 0);
    if (shift < 64 && (byte & 0x40) != 0) {
      value |= ~uint64_t{0} << shift;
    }
    return static_cast<int64_t>(value);
  }

  // Takes the bytes of a block. Null when there are not so many.
  const uint8_t* take(uint64_t size) {
    if (!ok_ || size > remaining()) {
      ok_ = false;
      at_ = end_;
      return nullptr;
    }
    const uint8_t* from = at_;
    at_ += size;
    return from;
  }

 private:
  uint64_t base_;
  const uint8_t* begin_ = nullptr;
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  bool ok_ = true;
};

// Returns the size of an encoded pointer; 0 for those of no fixed size.
size_t sizeOf(uint8_t encoding) {
  switch (encoding & kFormat) {
    case 0x0:
    case 0x4:
    case 0xC:
      return 8;
    case 0x2:
    case 0xA:
      return 2;
    case 0x3:
    case 0xB:
      return 4;
    default:
      return 0;
  }
}

// The return address and the registers that are preserved, as the instructions describe them.
struct State {
  enum Cfa : uint8_t { kBroken, kRegisterAndOffset, kWordAt, kPlt };
  enum ReturnAddress : uint8_t { kAtCfa, kNone, kInContext, kElsewhere };

  Cfa cfa = kBroken;
  ReturnAddress returnAddress = kElsewhere;
  uint64_t cfaRegister = 0;
  int64_t offset = 0;
  int16_t saved[kPreservedCount] = {};
};

// A common information entry, and the state at the beginning of each function that refers to it.
struct Cie {
  uint64_t address = 0;  // 0: none
  uint64_t codeAlignment = 0;
  int64_t dataAlignment = 0;
  uint8_t encoding = 0;
  bool augmented = false;
  bool signal = false;
  State initial;
};

class Reader {
 public:
  Reader(const Section& frames, uint64_t start, RowTable& rows)
      : frames_(frames), start_(start), rows_(rows), budget_(4 * frames.bytes.size) {}

  // Adds the rows of a function that begins at the given address, up to the given end. Returns the end of the last row,
  // or 0 when the function's description cannot be read.
  uint64_t function(uint64_t code, uint64_t fde, uint64_t end);

 private:
  static constexpr size_t kDeepest = 16;

  bool readCie(uint64_t address);
  bool readAugmentation(Cursor& cursor, const char* augmentation, Cie& cie);
  bool run(Cursor cursor, const Cie& cie, State& state, uint64_t location, uint64_t end, bool addRows);
  void addRow(const State& state, uint64_t location);

  const Section& frames_;
  const uint64_t start_;
  RowTable& rows_;
  Cie cie_;
  uint64_t budget_;  // bytes of instructions: a damaged table can refer to the same description again and again
};

// Begins to read an entry: its length, behind which the cursor then stands. An extended length is used by no linker.
bool begin(const Section& frames, uint64_t address, uint64_t& end) {
  Cursor length(frames, address);
  const auto size = length.number<uint32_t>();
  end = length.address() + size;
  return length.ok() && size != 0 && size < 0xFFFFFFF0 && size <= length.remaining();
}

bool Reader::readCie(uint64_t address) {
  if (address == cie_.address) {
    return true;
  }
  uint64_t end = 0;
  cie_.address = 0;
  if (!begin(frames_, address, end)) {
    return false;
  }
  Cursor cursor(frames_, address + 4, end);
  Cie cie;
  const auto id = cursor.number<uint32_t>();
  const auto version = cursor.number<uint8_t>();
  char augmentation[8] = {};
  size_t length = 0;
  for (uint8_t c = cursor.number<uint8_t>(); c != 0; c = cursor.number<uint8_t>()) {
    if (length + 1 == sizeof augmentation) {
      return false;
    }
    augmentation[length++] = static_cast<char>(c);
  }
  cie.codeAlignment = cursor.unsignedLeb();
  cie.dataAlignment = cursor.signedLeb();
  const uint64_t column = version == 1 ? cursor.number<uint8_t>() : cursor.unsignedLeb();
  if (!cursor.ok() || id != 0 || (version != 1 && version != 3) || column != kReturnAddressColumn ||
      !readAugmentation(cursor, augmentation, cie) || !run(cursor, cie, cie.initial, 0, 0, false)) {
    return false;
  }
  cie_ = cie;
  cie_.address = address;
  return true;
}

bool Reader::readAugmentation(Cursor& cursor, const char* augmentation, Cie& cie) {
  if (*augmentation == 0) {
    return true;
  }
  if (*augmentation != 'z') {
    return false;
  }
  cie.augmented = true;
  const uint64_t size = cursor.unsignedLeb();
  if (!cursor.ok() || size > cursor.remaining()) {
    return false;
  }
  const uint64_t end = cursor.address() + size;
  Cursor data(frames_, cursor.address(), end);
  for (const char* letter = augmentation + 1; *letter != 0; letter++) {
    switch (*letter) {
      case 'R':
        cie.encoding = data.number<uint8_t>();
        break;
      case 'L':
        data.number<uint8_t>();
        break;
      case 'P': {
        const auto encoding = data.number<uint8_t>();
        if (encoding != kOmitted && sizeOf(encoding) == 0) {
          return false;
        }
        data.take(encoding == kOmitted ? 0 : sizeOf(encoding));
        break;
      }
      case 'S':
        cie.signal = true;
        break;
      default:
        return false;
    }
  }
  cursor.take(size);
  return data.ok();
}

uint64_t Reader::function(uint64_t code, uint64_t fde, uint64_t limit) {
  uint64_t fdeEnd = 0;
  if (!begin(frames_, fde, fdeEnd)) {
    return 0;
  }
  Cursor cursor(frames_, fde + 4, fdeEnd);
  const uint64_t idAt = cursor.address();
  const auto back = cursor.number<uint32_t>();
  if (back == 0 || !readCie(idAt - back)) {
    return 0;
  }
  const uint64_t startAt = cursor.address();
  uint64_t start = 0;
  uint64_t range = 0;
  if (cie_.encoding == kPcRelativeSigned4) {
    start = startAt + static_cast<uint64_t>(int64_t{cursor.number<int32_t>()});
    range = cursor.number<uint32_t>();
  } else if (sizeOf(cie_.encoding) == 8 && (cie_.encoding & kApplication & ~kPcRelative) == 0) {
    start = cursor.number<uint64_t>() + ((cie_.encoding & kPcRelative) != 0 ? startAt : 0);
    range = cursor.number<uint64_t>();
  } else {
    return 0;
  }
  if (cie_.augmented) {
    cursor.take(cursor.unsignedLeb());
  }
  const uint64_t end = range < limit - code ? code + range : limit;
  State state = cie_.initial;
  if (!cursor.ok() || start != code || range == 0 || !run(cursor, cie_, state, code, end, true)) {
    return 0;
  }
  return end;
}

void Reader::addRow(const State& state, uint64_t location) {
  Rule rule{};
  rule.kind = Rule::kUnsupported;
  const bool fits = state.offset >= INT32_MIN && state.offset <= INT32_MAX && state.cfaRegister < kReturnAddressColumn;
  if (state.returnAddress == State::kNone) {
    rule.kind = Rule::kFirst;
  } else if (state.returnAddress == State::kInContext) {
    const bool known = state.cfa == State::kWordAt && state.cfaRegister == kStackPointerColumn &&
                       state.offset == kSavedStackPointer;
    rule.kind = known ? Rule::kSignal : Rule::kUnsupported;
  } else if (state.returnAddress == State::kAtCfa && fits && state.cfa != State::kBroken) {
    rule.kind = state.cfa == State::kPlt      ? Rule::kPlt
                : state.cfa == State::kWordAt ? Rule::kAtWord
                                              : Rule::kAtRegister;
    rule.cfaRegister = static_cast<uint8_t>(state.cfaRegister);
    rule.offset = static_cast<int32_t>(state.offset);
    memcpy(rule.saved, state.saved, sizeof rule.saved);
  }
  rows_.add(static_cast<uint32_t>(location - start_), rule);
}

// Returns the index of a register in kPreserved; kPreservedCount for others.
size_t indexOf(uint64_t column) {
  size_t i = 0;
  while (i < kPreservedCount && kPreserved[i] != column) {
    i++;
  }
  return i;
}

void setSaved(State& state, uint64_t column, int16_t where) {
  if (const size_t i = indexOf(column); i < kPreservedCount) {
    state.saved[i] = where;
  }
}

// A register is saved at an offset from the CFA.
void setOffset(State& state, uint64_t column, int64_t offset) {
  const bool fits = offset % kWord == 0 && offset / kWord > INT16_MIN && offset / kWord <= INT16_MAX && offset != 0;
  if (column == kReturnAddressColumn) {
    state.returnAddress = offset == -kWord ? State::kAtCfa : State::kElsewhere;
  } else {
    setSaved(state, column, fits ? static_cast<int16_t>(offset / kWord) : Rule::kLost);
  }
}

void restore(State& state, uint64_t column, const State& initial) {
  if (column == kReturnAddressColumn) {
    state.returnAddress = initial.returnAddress;
  } else if (const size_t i = indexOf(column); i < kPreservedCount) {
    state.saved[i] = initial.saved[i];
  }
}

void lose(State& state, uint64_t column) {
  setSaved(state, column, Rule::kLost);
  if (column == kReturnAddressColumn) {
    state.returnAddress = State::kElsewhere;
  }
}

// Reads "register + offset", the beginning of all expressions that are understood.
bool readBase(Cursor& cursor, uint64_t& base, int64_t& offset) {
  const auto operation = cursor.number<uint8_t>();
  base = static_cast<uint64_t>(operation) - kBaseRegister0;
  offset = cursor.signedLeb();
  return cursor.ok() && operation >= kBaseRegister0 && base < kReturnAddressColumn;
}

// Understands the expressions for a realigned stack (the word at register + offset), and that of a procedure
// linkage table.
void setCfaExpression(State& state, Cursor expression) {
  state.cfa = State::kBroken;
  uint64_t base = 0;
  int64_t offset = 0;
  if (!readBase(expression, base, offset)) {
    return;
  }
  const auto next = expression.number<uint8_t>();
  if (next == kDereference && !expression.more()) {
    state.cfa = State::kWordAt;
    state.cfaRegister = base;
    state.offset = offset;
    return;
  }
  bool same = base == kStackPointerColumn && offset == kPltOffset && next == kPltExpression[0] &&
              expression.remaining() == sizeof kPltExpression - 1;
  uint8_t threshold = 0;
  for (size_t i = 1; i < sizeof kPltExpression; i++) {
    const auto found = expression.number<uint8_t>();
    threshold = i == kPltThreshold ? found : threshold;
    same = same && (i == kPltThreshold || found == kPltExpression[i]);
  }
  if (same && threshold >= kLiteral0 && threshold < kLiteral0 + 16) {
    state.cfa = State::kPlt;
    state.cfaRegister = kStackPointerColumn;
    state.offset = threshold - kLiteral0;
  }
}

// A register is saved where an expression says. In the frame of a signal handler, all are.
void setExpression(State& state, uint64_t column, Cursor expression) {
  lose(state, column);
  uint64_t base = 0;
  int64_t offset = 0;
  if (column == kReturnAddressColumn && readBase(expression, base, offset) && !expression.more() &&
      base == kStackPointerColumn && offset == kSavedProgramCounter) {
    state.returnAddress = State::kInContext;
  }
}

// Follows the instructions, and adds a row whenever the location is advanced.
bool Reader::run(Cursor cursor, const Cie& cie, State& state, uint64_t location, uint64_t end, bool addRows) {
  if (cursor.remaining() > budget_) {
    return false;
  }
  budget_ -= cursor.remaining();
  State remembered[kDeepest];
  size_t depth = 0;
  const auto advance = [&](uint64_t units) {
    if (addRows) {
      addRow(state, location);
    }
    uint64_t distance = 0;
    if (__builtin_mul_overflow(units, cie.codeAlignment, &distance) || distance > end - location) {
      distance = end - location;
    }
    location += distance;
  };
  const auto factored = [&](uint64_t value) {
    int64_t offset = 0;
    return __builtin_mul_overflow(static_cast<int64_t>(value), cie.dataAlignment, &offset) ? 1 : offset;
  };
  const auto block = [&] {
    const uint64_t size = cursor.unsignedLeb();
    const uint64_t from = cursor.address();
    const bool there = cursor.take(size) != nullptr;
    return Cursor(frames_, from, there ? from + size : from);
  };
  const auto setCfa = [&](uint64_t column, int64_t offset) {
    state.cfa = State::kRegisterAndOffset;
    state.cfaRegister = column;
    state.offset = offset;
  };
  while (cursor.more()) {
    const auto byte = cursor.number<uint8_t>();
    const uint8_t operand = byte & 0x3F;
    switch (byte & 0xC0) {
      case kAdvanceLocation:
        advance(operand);
        break;
      case kOffset:
        setOffset(state, operand, factored(cursor.unsignedLeb()));
        break;
      case kRestore:
        restore(state, operand, cie.initial);
        break;
      default:
        switch (byte) {
          case kNop:
            break;
          case kAdvanceLocation1:
            advance(cursor.number<uint8_t>());
            break;
          case kAdvanceLocation2:
            advance(cursor.number<uint16_t>());
            break;
          case kAdvanceLocation4:
            advance(cursor.number<uint32_t>());
            break;
          case kOffsetExtended: {
            const uint64_t column = cursor.unsignedLeb();
            setOffset(state, column, factored(cursor.unsignedLeb()));
            break;
          }
          case kOffsetExtendedSigned: {
            const uint64_t column = cursor.unsignedLeb();
            setOffset(state, column, factored(static_cast<uint64_t>(cursor.signedLeb())));
            break;
          }
          case kRestoreExtended:
            restore(state, cursor.unsignedLeb(), cie.initial);
            break;
          case kUndefined: {
            const uint64_t column = cursor.unsignedLeb();
            lose(state, column);
            if (column == kReturnAddressColumn) {
              state.returnAddress = State::kNone;
            }
            break;
          }
          case kSameValue:
            setSaved(state, cursor.unsignedLeb(), Rule::kKept);
            break;
          case kRegister:
            lose(state, cursor.unsignedLeb());
            cursor.unsignedLeb();
            break;
          case kRememberState:
            if (depth == kDeepest) {
              return false;
            }
            remembered[depth++] = state;
            break;
          case kRestoreState:
            if (depth == 0) {
              return false;
            }
            state = remembered[--depth];
            break;
          case kDefineCfa: {
            const uint64_t column = cursor.unsignedLeb();
            setCfa(column, static_cast<int64_t>(cursor.unsignedLeb()));
            break;
          }
          case kDefineCfaSigned: {
            const uint64_t column = cursor.unsignedLeb();
            setCfa(column, factored(static_cast<uint64_t>(cursor.signedLeb())));
            break;
          }
          case kDefineCfaRegister:
            setCfa(cursor.unsignedLeb(), state.offset);
            break;
          case kDefineCfaOffset:
            setCfa(state.cfaRegister, static_cast<int64_t>(cursor.unsignedLeb()));
            break;
          case kDefineCfaOffsetSigned:
            setCfa(state.cfaRegister, factored(static_cast<uint64_t>(cursor.signedLeb())));
            break;
          case kDefineCfaExpression:
            setCfaExpression(state, block());
            break;
          case kExpression: {
            const uint64_t column = cursor.unsignedLeb();
            setExpression(state, column, block());
            break;
          }
          case kValueExpression:
            lose(state, cursor.unsignedLeb());
            block();
            break;
          case kValueOffset:
            lose(state, cursor.unsignedLeb());
            cursor.unsignedLeb();
            break;
          case kValueOffsetSigned:
            lose(state, cursor.unsignedLeb());
            cursor.signedLeb();
            break;
          case kGnuArgumentsSize:
            cursor.unsignedLeb();
            break;
          default:  // kSetLocation too, which no compiler writes
            return false;
        }
    }
  }
  if (!cursor.ok()) {
    return false;
  }
  if (addRows) {
    addRow(state, location);
  }
  return true;
}

}  // namespace

bool EhFrameHeader::read(const Section& fixed) {
  Cursor cursor(fixed, fixed.address);
  const auto version = cursor.number<uint8_t>();
  const auto pointer = cursor.number<uint8_t>();
  const auto count = cursor.number<uint8_t>();
  const auto table = cursor.number<uint8_t>();
  frames_ = cursor.address();
  frames_ += static_cast<uint64_t>(int64_t{cursor.number<int32_t>()});
  entries_ = cursor.number<uint32_t>();
  address_ = fixed.address;
  return cursor.ok() && version == 1 && pointer == kPcRelativeSigned4 && count == kUnsigned4 &&
         table == kDataRelativeSigned4;
}

void EhFrameHeader::entry(const Section& table, uint32_t i, uint64_t& code, uint64_t& fde) const {
  Cursor cursor(table, table.address + kEntry * uint64_t{i});
  code = address_ + static_cast<uint64_t>(int64_t{cursor.number<int32_t>()});
  fde = address_ + static_cast<uint64_t>(int64_t{cursor.number<int32_t>()});
}

// The table is sorted by the address of the code. A function ends at the latest where the next one begins.
size_t readRows(const EhFrameHeader& header, const Section& table, const Section& frames, uint64_t start, uint64_t end,
                RowTable& rows) {
  Reader reader(frames, start, rows);
  const auto count = static_cast<uint32_t>(
      header.entries() < table.bytes.size / EhFrameHeader::kEntry ? header.entries()
                                                                  : table.bytes.size / EhFrameHeader::kEntry);
  Rule none{};
  none.kind = Rule::kNoCode;
  size_t failed = header.entries() - count;
  uint64_t previous = start;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t code = 0;
    uint64_t fde = 0;
    header.entry(table, i, code, fde);
    uint64_t limit = end;
    if (i + 1 < count) {
      uint64_t unused = 0;
      header.entry(table, i + 1, limit, unused);
      limit = limit > code && limit <= end ? limit : code;
    }
    if (code < previous || code >= limit) {
      failed++;
      continue;
    }
    previous = code;
    const uint64_t reached = reader.function(code, fde, limit);
    const auto from = static_cast<uint32_t>((reached == 0 ? code : reached) - start);
    failed += reached == 0;
    rows.add(rows.end() > from ? rows.end() : from, none);  // a description that ends early has rows all the same
  }
  return failed;
}

}  // namespace tiptoe::unwind
