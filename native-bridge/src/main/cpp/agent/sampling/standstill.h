// SPDX-License-Identifier: Apache-2.0
//
// Keeps where each thread stood when it was walked last, and how long it had run until then. A thread that has not run
// since still stands there, so it need not be walked again. At any time that is most threads of a server.
//
// The kernel counts the nanoseconds that a thread is on a processor, up to the moment of the question. It is asked
// before a walk, while the program is stopped, and in later rounds. While the answer stays the same, the thread was on
// no processor, so the stack that was walked in between is still its stack. Whether this kernel counts finely enough is
// tested first. So a thread that stands still is recognised without stopping it.
//
// A kernel may charge a short run to an interrupt, or to time that a hypervisor took from the machine, and count
// nothing for the thread. So a thread counts as standing for a tenth of a second at most.
//
// Used by the sampler's thread only.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/id_map.h"
#include "clr.h"
#include "sampling/threads.h"

namespace tiptoe {

class Standstill {
 public:
  // How long a thread has run; 0: that is not known, and it counts as running all the time.
  struct Reading {
    uint32_t osThread;
    uint64_t ran;
  };

  // The result of a walk.
  struct Place {
    uint32_t stack;  // its number in the trace; 0: there was no managed frame
    int32_t leafForward;
  };

  explicit Standstill(bool trusted = clockIsFine()) : trusted_(trusted) {}

  // Begins a round over at most so many threads. Stacks with numbers below oldest are not defined any more.
  void begin(size_t threads, uint32_t oldest);

  // None of these allocates memory. A thread that was never walked cannot be judged without the CLR; nor can one that
  // is due to be walked again, since its ThreadID may have come to another thread of the system.
  Reading read(const Threads::Living& thread) const;
  Reading read(Clr& clr, const Threads::Living& thread, uint64_t now) const;
  const Place* unmoved(const Threads::Living& thread, const Reading& reading, uint64_t now) const;

  // Records that a walk that began after the reading, in the round of that moment, found that place.
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
