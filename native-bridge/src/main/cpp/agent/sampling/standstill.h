// SPDX-License-Identifier: Apache-2.0
//
// Where each thread stood when it was walked last, and how long it had run until then. A thread that has not run since
// still stands there, so it need not be walked again: at any time that is most threads of a server.
//
// How that is known: the kernel counts the nanoseconds that a thread is on a processor, those up to now included when it
// is asked. It is asked before a walk, while the program stands, and in later rounds. As long as the answer stays the
// same the thread was on no processor, the walk lies in between, and what was walked is its stack. Whether this kernel
// counts finely enough is tried first. So nobody need be stopped to know that a thread stands where it stood.
//
// A kernel may charge a short run to an interrupt, or to what a hypervisor took from the machine, and count nothing for
// the thread. So nobody is believed to stand for longer than a tenth of a second.
//
// For the sampler thread alone.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/id_map.h"
#include "clr.h"
#include "sampling/threads.h"

namespace tiptoe {

class Standstill {
 public:
  // How long a thread has run; 0: that cannot be told, and it counts as running all the time.
  struct Reading {
    uint32_t osThread;
    uint64_t ran;
  };

  // What a walk came to.
  struct Place {
    uint32_t stack;  // its number in the trace; 0: there was no managed frame
    int32_t leafForward;
  };

  explicit Standstill(bool trusted = clockIsFine()) : trusted_(trusted) {}

  // A round over at most so many threads begins. Stacks with lower numbers than the oldest are not defined any more.
  void begin(size_t threads, uint32_t oldest);

  // None of these asks for memory. Of a thread that was never walked nothing can be told without the CLR; nor of one
  // that is due to be walked again, as its ThreadID may have come to another thread of the system.
  Reading read(const Threads::Living& thread) const;
  Reading read(Clr& clr, const Threads::Living& thread, uint64_t now) const;
  const Place* unmoved(const Threads::Living& thread, const Reading& reading, uint64_t now) const;

  // A walk that began behind the reading, in a round of that moment, came to that place.
  void walked(const Threads::Living& thread, const Reading& reading, uint64_t now, const Place& place);

 private:
  struct Last {
    uint64_t life;
    uint64_t at;
    Reading reading;
    Place place;
  };

  static bool clockIsFine();

  bool trusted_;
  uint32_t oldest_ = 1;
  IdMap<Last> last_;
};

}  // namespace tiptoe
