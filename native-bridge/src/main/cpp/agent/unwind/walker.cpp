// SPDX-License-Identifier: Apache-2.0

#include "unwind/walker.h"

#include "base/moments.h"

namespace tiptoe::unwind {

void Walker::walk(const Interruption& interruption, Frames& frames) {
  FrameState state;
  state.registers = interruption.registers;
  frames.count = 0;
  frames.interrupted = 0;
  frames.lacksThrowing = false;
  frames.brokeAt = 0;
  frames.unknown = 0;
  bool called = false;
  while (true) {
    if (frames.count == Frames::kMost) {
      frames.end = End::kTooDeep;
      frames.interrupted = frames.interrupted < frames.count ? frames.interrupted : 0;
      break;
    }
    const uint64_t address = state.registers.programCounter();
    frames.addresses[frames.count++] = address;
    Found found;
    End end = rememberedOr({address, called, interruption.time, interruption.stack, state}, found);
    if (found.unknown && frames.unknown == 0) {
      frames.unknown = called ? address - 1 : address;
    }
    if (end == kHasCaller) {
      end = step(found.rule, interruption.stack, state);
    }
    if (end != kHasCaller) {
      frames.end = end;
      break;
    }
    called = found.rule.kind != Rule::kSignal;
    frames.lacksThrowing |= found.lacksThrowing;
    frames.interrupted = called ? frames.interrupted : frames.count;
  }
  frames.used = state.registers.stackPointer() - interruption.stack.base;
  if (!frames.whole()) {
    frames.brokeAt = frames.addresses[frames.count - 1];
  }
}

End Walker::rememberedOr(const Looking& at, Found& found) {
  Remembered* all = at.called ? called_ : interrupted_;
  Remembered& place = all[(at.address ^ at.address >> 11) & (kRemembered - 1)];
  if (place.address == at.address && place.epoch == epoch_ && place.since <= at.time) {
    found.rule = place.rule;
    return kHasCaller;
  }
  const End end = find(at, found);
  if (end == kHasCaller && found.remembered) {
    place = {at.address, found.since, epoch_, found.rule};
  }
  return end;
}

// A return address lies behind its call, and may be the first address of other code.
End Walker::find(const Looking& at, Found& found) {
  const uint64_t code = at.called ? at.address - 1 : at.address;
  if (const Method* method = managed_.method(code, at.time); method != nullptr) {
    return findInMethod(at, *method, found);
  }
  if (const CodeMap::Image* image = managed_.image(code, at.time); image != nullptr) {
    return findInImage(at, *image, found);
  }
  if (const NativeCode::Found row = native_.find(code, at.time); row.inLibrary) {
    return findInLibrary(at, row, found);
  }
  found.unknown = true;
  return findInStub(at, found);
}

// Code that is gone cannot be read any more: a caller in it is left by what the map knows, but where the rule depends on
// the instruction, as in a leaf, there is none.
End Walker::findInMethod(const Looking& at, const Method& method, Found& found) {
  const uint64_t offset = at.address - method.start;
  if (const uint64_t in = at.called ? offset - 1 : offset; in >= method.funclets) {
    uint8_t code[kMostOfFunclets];
    const uint64_t first = method.start + method.funclets;
    const size_t size = method.end() - first < sizeof code ? method.end() - first : sizeof code;
    if (method.rule.kind != Rule::kAtRegister || in - method.funclets >= size ||
        !readMethod(method, first, code, size)) {
      return End::kNoRule;
    }
    const Octets all{code, size};
    size_t start = 0;
    size_t next = size;
    for (Funclet funclet{}; readFunclet({code + start, size - start}, funclet); start = next) {
      next = nextFunclet(all, start + funclet.end);  // the end of another instruction can look like a beginning
      if (next > in - method.funclets) {
        break;
      }
    }
    return findInFunclet(at, {first + start, first + next, {code + start, next - start}, method.rule}, found);
  }
  found.since = method.born;
  found.remembered = managed_.isLiving(method);
  if (offset < method.prologue) {
    uint8_t code[kLongestPrologue];
    const size_t size = method.prologue < sizeof code ? method.prologue : sizeof code;
    if (!readMethod(method, method.start, code, size)) {
      return End::kNoRule;
    }
    found.rule = readPrologue({code, size}, offset).rule;
    return found.rule.kind == Rule::kAtRegister ? kHasCaller : End::kNoRule;
  }
  Around around;
  if (!at.called) {
    if (!read(at.address, method.start, method.end(), around) || !managed_.mayTrust(method)) {
      return End::kNoRule;
    }
    if (leaving(at, around, true, found)) {
      return kHasCaller;
    }
  }
  found.rule = method.rule;
  return found.rule.kind == Rule::kAtRegister ? kHasCaller : End::kNoRule;
}

// Finds the rule for the frame of the method that a funclet belongs to: the nearest function before that is none.
static bool parentOf(const ReadyToRun& image, uint32_t begin, Rule& method) {
  constexpr int kMostFunclets = 64;
  ReadyToRun::Function function{};
  for (int i = 0; i < kMostFunclets && image.find(begin - 1, function); i++) {
    const Octets code = image.at(function.begin, function.end - function.begin);
    Funclet funclet{};
    if (!readFunclet(code, funclet)) {
      const size_t most = code.size < kLongestPrologue ? code.size : kLongestPrologue;
      const Prologue prologue = readPrologue({code.items, most}, most);
      method = prologue.rule;
      return prologue.framed && method.kind == Rule::kAtRegister;
    }
    begin = function.begin;
  }
  return false;
}

End Walker::findInImage(const Looking& at, const CodeMap::Image& mapped, Found& found) {
  const ReadyToRun& image = mapped.code;
  const auto rva = static_cast<uint32_t>(at.address - image.base());
  ReadyToRun::Function function{};
  if (!image.find(at.called ? rva - 1 : rva, function)) {
    return at.called ? End::kNoRule : findInStub(at, found);
  }
  UnwindInfo info{};
  if (!readUnwindInfo(image.at(function.unwind, kLongestUnwindInfo), rva - function.begin, info)) {
    return End::kNoRule;
  }
  Funclet funclet{};
  const uint32_t size = function.end - function.begin;
  if (!info.rule.keepsFramePointer() || rva - function.begin < info.prologue) {
    const Octets code = image.at(function.begin, size);
    if (readFunclet(code, funclet)) {
      Rule method{};
      return parentOf(image, function.begin, method)
                 ? findInFunclet(at, {image.base() + function.begin, image.base() + function.end, code, method}, found)
                 : End::kNoRule;
    }
  }
  found.since = mapped.born;
  found.remembered = true;
  Around around;
  if (!at.called && rva - function.begin >= info.prologue &&
      read(at.address, image.base() + function.begin, image.base() + function.end, around) &&
      leaving(at, around, true, found)) {
    return kHasCaller;
  }
  found.rule = info.rule;
  return kHasCaller;
}

// The code of a funclet works in the frame of its method. The method and its callers are what is on the stack. Below
// the method's frame are those of the runtime, which handles the exception, and of the code that threw it. These count
// only while a filter runs: it decides whether the exception is caught at all.
End Walker::findInFunclet(const Looking& at, const InFunclet& in, Found& found) {
  const uint64_t offset = at.address - in.start;
  Funclet funclet{};
  if (!readFunclet(in.code, funclet)) {
    return End::kNoRule;
  }
  Rule own = offset < funclet.end ? readPrologue(in.code, offset).rule : funclet.rule;
  const bool entering = offset < funclet.end;
  const bool left = !at.called && !entering && leavesFunclet(at, in, own);
  uint64_t returnAddress = 0;
  if (!readReturnAddress(own, at.stack, at.state, returnAddress)) {
    return End::kCopyEnds;
  }
  const bool byMethod = isManaged(returnAddress - 1, at.time);  // which then has the same frame pointer
  if (!byMethod && isFilter(returnAddress, in, found)) {
    found.rule = own;
    return kHasCaller;
  }
  if (left && !byMethod) {
    return End::kNoRule;
  }
  found.rule = in.method;
  return !entering || finishFunclet({in.code.items + offset, funclet.end - offset}, at.stack, at.state)
             ? kHasCaller
             : End::kNoRule;
}

// Finds out whether an epilogue has already given the frame pointer back, so that the method's frame is not found by it.
// The rule for the funclet's own frame becomes that of what the epilogue has left of it.
bool Walker::leavesFunclet(const Looking& at, const InFunclet& in, Rule& own) const {
  Around around;
  Rule rule{};
  if (!read(at.address, in.start, in.end, around) ||
      readEpilogue(around.before, around.after, rule) != Epilogue::kReturns) {
    return false;
  }
  own = rule;
  return rule.keepsFramePointer();
}

// Only filters and catch blocks return something. A catch block is recognized by what it returns. Where the code does
// not show it, the frames that threw may be missing.
bool Walker::isFilter(uint64_t returnAddress, const InFunclet& in, Found& found) const {
  uint8_t after[16];
  const Returns what = returned(in.code);
  if (what == Returns::kNothing || what == Returns::kAddress) {
    return false;
  }
  const bool readable = readCode_(returnAddress, after, sizeof after);
  const bool used = readable && usesReturned({after, sizeof after});
  found.lacksThrowing = !readable || (used && what == Returns::kPerhaps);
  return used && what == Returns::kNumber;
}

// Compilers may write rows that ignore epilogues where the frame pointer gives the CFA.
End Walker::findInLibrary(const Looking& at, const NativeCode::Found& row, Found& found) {
  if (at.called && row.rowEnd == at.address && isHijack(at.address, at.time)) {
    return End::kHijacked;
  }
  if (row.rule == nullptr || row.rule->kind == Rule::kNoCode) {
    return at.called ? End::kNoRule : findInStub(at, found);
  }
  found.since = row.since;
  found.remembered = true;
  Around around;
  if (!at.called && row.rule->isByFramePointer() && read(at.address, 0, UINT64_MAX, around) &&
      leaving(at, around, false, found)) {
    return kHasCaller;
  }
  found.rule = *row.rule;
  return kHasCaller;
}

// Stubs of the runtime, and helpers that it copies: only their last part has no frame. Other code that is not known, or
// no longer, can look like one.
End Walker::findInStub(const Looking& at, Found& found) {
  Around around;
  if (at.called || !read(at.address, 0, UINT64_MAX, around) || !readStub(around.before, around.after, found.rule) ||
      !leadsToCaller(at, found.rule)) {
    return End::kUnknownCode;
  }
  found.remembered = false;
  return kHasCaller;
}

bool Walker::leaving(const Looking& at, const Around& around, bool managed, Found& found) {
  Rule rule{};
  switch (readEpilogue(around.before, around.after, rule)) {
    case Epilogue::kNo:
      return false;
    case Epilogue::kReturns:
      break;
    case Epilogue::kJumps:
      found.remembered = false;
      if ((!managed && rule.keepsFramePointer()) || !leadsToCaller(at, rule)) {
        return false;
      }
      break;
    case Epilogue::kMayJump:
      found.remembered = false;
      if (!managed || !leadsToCaller(at, rule)) {
        return false;
      }
      break;
  }
  found.rule = rule;
  return true;
}

// Returns whether a rule that is a guess leads to a return address, in code that lives.
bool Walker::leadsToCaller(const Looking& at, const Rule& rule) const {
  FrameState caller = at.state;
  if (step(rule, at.stack, caller) != kHasCaller) {
    return false;
  }
  const uint64_t address = caller.registers.programCounter();
  return isReturnAddress(address, at.time) || isHijack(address, at.time);
}

// Reads the code of a method. Returns false when it may be that of another.
bool Walker::readMethod(const Method& method, uint64_t address, void* room, size_t size) const {
  return readCode_(address, room, size) && managed_.mayTrust(method);
}

// Reads what there is in [start, end). Where less than all can be read, less is behind the address.
bool Walker::read(uint64_t address, uint64_t start, uint64_t end, Around& around) const {
  const size_t before = address - start < kCodeBefore ? address - start : kCodeBefore;
  size_t after = end - address < kCodeAfter ? end - address : kCodeAfter;
  for (; after != 0; after /= 4) {
    if (readCode_(address - before, around.bytes, before + after)) {
      around.before = {around.bytes, before};
      around.after = {around.bytes + before, after};
      return true;
    }
  }
  return false;
}

bool Walker::isManaged(uint64_t address, uint64_t time) const {
  return managed_.method(address, time) != nullptr || managed_.image(address, time) != nullptr;
}

bool Walker::isReturnAddress(uint64_t address, uint64_t time) const {
  const bool known = isManaged(address - 1, time) || native_.find(address - 1, time).inLibrary;
  uint8_t before[kCodeBefore];
  return known && readCode_(address - sizeof before, before, sizeof before) && endsWithCall({before, sizeof before});
}

// The runtime stops a thread in managed code by replacing a return address by that of a function. A true return address
// is the beginning of a function only behind a call that does not return.
bool Walker::isHijack(uint64_t address, uint64_t time) const {
  const NativeCode::Found here = native_.find(address, time);
  const bool begins = here.rule != nullptr && here.rule->isOfEntry();
  uint8_t before[kCodeBefore];
  return begins && !(readCode_(address - sizeof before, before, sizeof before) &&
                     endsWithCall({before, sizeof before}));
}

}  // namespace tiptoe::unwind
