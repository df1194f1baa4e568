// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.WireReader;
import java.util.BitSet;

/**
 * The locations that are callers in some stack. Not thread-safe.
 *
 * <p>The address of a caller is a return address, which is after the call; the address of the
 * executing frame is that of the next instruction. A frame that the kernel has interrupted counts
 * as executing, although frames of the kernel come before it. A location that is both counts as a
 * caller: its instruction is the call, and what runs next is behind it.
 */
public final class OtlpCallers {

  private static final int LOCATIONS = 1;
  private static final long PACKED = MessageFields.bits(LOCATIONS);

  private final WireReader in;
  private final BitSet kernel;
  private final BitSet callers = new BitSet();
  private final int locations;
  private final MessageFields.Numbers numbers = this::location;
  private boolean isLeaf;

  private OtlpCallers(WireReader in, BitSet kernel, int locations) {
    this.in = in;
    this.kernel = kernel;
    this.locations = locations;
  }

  /**
   * Reads the stacks.
   *
   * @param kernel the locations that are frames of the kernel
   */
  public static BitSet read(WireReader in, OtlpDictionary dictionary, BitSet kernel) {
    int locations = dictionary.count(OtlpDictionary.LOCATIONS);
    OtlpCallers stacks = new OtlpCallers(in, kernel, locations);
    dictionary.forEach(in, OtlpDictionary.STACKS, stacks::stack);
    return stacks.callers;
  }

  private void stack(int index, long field, long end) {
    isLeaf = true;
    readStack(in, end, numbers);
  }

  /** Passes the indexes of a stack's locations on, the frame that runs first. */
  public static void readStack(WireReader in, long end, MessageFields.Numbers receiver) {
    MessageFields.read(in, end, PACKED, receiver);
  }

  private void location(int field, long index) {
    if (field == LOCATIONS && index >= 0 && index < locations) {
      if (!isLeaf) {
        callers.set((int) index);
      }
      isLeaf &= kernel.get((int) index);
    }
  }
}
