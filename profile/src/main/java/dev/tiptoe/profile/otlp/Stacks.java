// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.otlp;

import dev.tiptoe.profile.wire.WireReader;
import java.util.BitSet;

/**
 * Which locations are called from, in some stack. Not thread-safe.
 *
 * <p>The address of a caller is a return address, which is behind the call; the address of the
 * frame that runs is of the next instruction. A frame that the kernel has interrupted runs, though
 * frames of the kernel come before it. A location that is both counts as a caller: its instruction
 * is the call, and what runs next is behind it.
 */
final class Stacks {

  private static final int LOCATIONS = 1;

  private final WireReader in;
  private final BitSet kernel;
  private final BitSet callers = new BitSet();
  private final int locations;
  private boolean isLeaf;

  private Stacks(WireReader in, BitSet kernel, int locations) {
    this.in = in;
    this.kernel = kernel;
    this.locations = locations;
  }

  /**
   * Reads the stacks.
   *
   * @param kernel the locations that are frames of the kernel
   */
  static BitSet callers(WireReader in, Dictionary dictionary, BitSet kernel) {
    Stacks stacks = new Stacks(in, kernel, dictionary.count(Dictionary.LOCATIONS));
    dictionary.forEach(in, Dictionary.STACKS, stacks::stack);
    return stacks.callers;
  }

  private void stack(int index, long field, long end) {
    isLeaf = true;
    while (in.position() < end) {
      int tag = in.tag(end);
      if (tag == WireReader.message(LOCATIONS)) {
        long packed = in.enter(end);
        while (in.position() < packed) {
          location(in.varint(packed));
        }
      } else if (tag == LOCATIONS << 3) {
        location(in.varint(end));
      } else {
        in.skip(tag, end);
      }
    }
  }

  private void location(long index) {
    if (index >= 0 && index < locations) {
      if (!isLeaf) {
        callers.set((int) index);
      }
      isLeaf &= kernel.get((int) index);
    }
  }
}
