// SPDX-License-Identifier: Apache-2.0
//
// Where the caller is, read from the machine code itself: of functions that are just being entered or left, of methods
// that the JIT compiled, and of the runtime's stubs. All functions are given a copy of the code, and read nothing else.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "unwind/rule.h"
#include "unwind/step.h"

namespace tiptoe::unwind {

struct Prologue {
  Rule rule;     // behind the prologue, or at the place where reading stopped
  uint16_t end;  // bytes from the start
  bool framed;   // RBP is the frame pointer
};

// Reads the prologue of a method that the JIT compiled, as far as `stop` bytes from its start: what lies behind has not
// run. Its code begins with `code`.
Prologue readPrologue(Octets code, size_t stop);

constexpr size_t kLongestPrologue = 160;

// A handler of exceptions, a filter or a finally block: its code is called like a function, and works in the frame of
// its method. Its prologue loads RBP from the frame of the caller or of the method that is being searched.
struct Funclet {
  Rule rule;        // of its own frame, behind the prologue
  uint16_t end;     // bytes from the start to where RBP is the method's frame pointer
  uint16_t loaded;  // bytes from the start to the first instruction that sets it
};

// Reads the prologue of a funclet. Returns false when the code begins otherwise.
bool readFunclet(Octets code, Funclet& funclet);

// Returns where the next funclet begins, at or behind an offset; the size of the code when there is none.
size_t nextFunclet(Octets code, size_t from);

enum class Returns : uint8_t {
  kNothing,  // as a finally block does
  kPerhaps,  // what its last call returned
  kNumber,   // as a filter does
  kAddress,  // as a catch block does: where the method goes on
};

// Finds out what a funclet returns, by the instructions before its epilogues.
Returns returned(Octets funclet);

// Returns whether the code behind a call uses the value that was returned.
bool usesReturned(Octets after);

enum class Epilogue : uint8_t {
  kNo,
  kReturns,  // a return ends it: the rule holds
  kJumps,    // a jump ends it. The rule holds if the jump leaves the function: in a method's body RSP does not move.
  kMayJump,  // it is a jump, behind what can be the last pop. The rule holds if the word at RSP is a return address.
};

// Finds out whether only an epilogue is left to run from an address on: additions to RSP, pops, then a return or a jump
// to another function. `before` is the code that ends there, `after` the code that begins there.
Epilogue readEpilogue(Octets before, Octets after, Rule& rule);

// Finds out whether the code from an address on is the rest of a stub or of a helper without a frame: it leaves by a
// jump or a return, and changes RSP only by pushes and pops. `before` and `after` are the code around the address.
bool readStub(Octets before, Octets after, Rule& rule);

// Follows the rest of a funclet's prologue, as far as it sets RBP. `code` begins at the next instruction and ends with
// the prologue. Returns false when the value cannot be found.
bool finishFunclet(Octets code, const StackCopy& stack, FrameState& state);

constexpr size_t kCodeBefore = 8;
constexpr size_t kCodeAfter = 128;

// Returns whether a call ends with these bytes, so that the address behind them can be a return address.
bool endsWithCall(Octets before);

}  // namespace tiptoe::unwind
