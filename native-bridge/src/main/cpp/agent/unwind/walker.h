// SPDX-License-Identifier: Apache-2.0
//
// Walks the stack of an interrupted thread over a copy of it: a function of the registers, the copy, the code map and
// the libraries' rows. It stops no thread and calls no function of the runtime. Of the process's memory it reads only
// code, by a call that fails where reading would crash, and the tables of precompiled images, which must stay mapped:
// the caller holds the gate, and takes over the code map's news before.
//
// Not thread-safe: it belongs to the thread that walks. Retains 160 KiB.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "unwind/code_map.h"
#include "unwind/native_code.h"
#include "unwind/processor.h"
#include "unwind/sample.h"

namespace tiptoe::unwind {

// Copies code of this process. Returns false where nothing is mapped.
using ReadCode = bool (*)(uint64_t address, void* room, size_t size);

class Walker {
 public:
  Walker(const CodeMap& managed, const NativeCode& native, ReadCode readCode)
      : managed_(managed), native_(native), readCode_(readCode) {}
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

  void walk(const Interruption& interruption, Frames& frames);

  // Must be called when code is gone: after CodeMap::takeOver returned true, and after NativeCode::update.
  void forget() { epoch_++; }

 private:
  // How a frame is left.
  struct Found {
    Rule rule;
    uint64_t since = 0;       // other code lay there before; of code that is gone, nothing is remembered
    bool remembered = false;  // whether it depends on the address alone
    bool lacksThrowing = false;
    bool unknown = false;  // no code is known there, even where a stub's rule fits
  };

  // What was found for an address. Of an interrupted frame it holds for no other.
  struct Remembered {
    uint64_t address;
    uint64_t since;
    uint32_t epoch;
    Rule rule;
  };

  static constexpr size_t kRemembered = 2048;  // of frames that called, and as many of interrupted ones

  // The code around the next instruction of an interrupted frame.
  struct Around {
    uint8_t bytes[kCodeBefore + kCodeAfter];
    Octets before;
    Octets after;
  };

  struct Looking {
    uint64_t address;
    bool called;  // the address is a return address: the call lies before it
    uint64_t time;
    const StackCopy& stack;
    FrameState& state;
  };

  // A funclet's code, and the rule for the frame of its method.
  struct InFunclet {
    uint64_t start;
    uint64_t end;
    Octets code;  // from the start, as far as it was read
    const Rule& method;
  };

  static constexpr size_t kMostOfFunclets = 4096;

  End rememberedOr(const Looking& at, Found& found);
  End find(const Looking& at, Found& found);
  End findInMethod(const Looking& at, const Method& method, Found& found);
  End findInImage(const Looking& at, const CodeMap::Image& mapped, Found& found);
  End findInFunclet(const Looking& at, const InFunclet& in, Found& found);
  bool leavesFunclet(const Looking& at, const InFunclet& in, Rule& own) const;
  bool isFilter(uint64_t returnAddress, const InFunclet& in, Found& found) const;
  End findInLibrary(const Looking& at, const NativeCode::Found& row, Found& found);
  End findInStub(const Looking& at, Found& found);
  bool leaving(const Looking& at, const Around& around, bool managed, Found& found);
  bool leadsToCaller(const Looking& at, const Rule& rule) const;
  bool readMethod(const Method& method, uint64_t address, void* room, size_t size) const;
  bool read(uint64_t address, uint64_t start, uint64_t end, Around& around) const;
  bool isManaged(uint64_t address, uint64_t time) const;
  bool isReturnAddress(uint64_t address, uint64_t time) const;
  bool isHijack(uint64_t address, uint64_t time) const;

  const CodeMap& managed_;
  const NativeCode& native_;
  const ReadCode readCode_;
  uint32_t epoch_ = 1;
  Remembered called_[kRemembered] = {};
  Remembered interrupted_[kRemembered] = {};
};

}  // namespace tiptoe::unwind
