// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import java.util.List;

/**
 * The native code of a method: its address ranges in the process, and the IL that each part was
 * compiled from. Immutable.
 *
 * <p>A method has one for each time it was compiled: quickly first, then again with more care, and
 * again when a profiler asked for it.
 *
 * @param rejit the ReJITID; 0 for code that no profiler asked for
 * @param ranges where it lies, in the runtime's order; more than one when rarely used parts were
 *     put elsewhere
 * @param il which native offsets came from which IL; empty when that was not told
 */
public record NativeCode(int rejit, List<Range> ranges, List<IlMapping> il) {

  /** Copies the lists. */
  public NativeCode {
    ranges = List.copyOf(ranges);
    il = List.copyOf(il);
  }

  /** Code in one piece, without an IL map. */
  public static NativeCode at(long start, int size) {
    return new NativeCode(0, List.of(new Range(start, size)), List.of());
  }

  /**
   * A piece of memory.
   *
   * @param start the address of its first byte
   * @param size in bytes, at least 1
   */
  public record Range(long start, int size) {

    /** The first address behind it. */
    public long end() {
      return start + size;
    }

    /** Whether it has an address. */
    public boolean contains(long address) {
      return start <= address && address < end();
    }

    /** Whether it is not empty and ends before memory does. */
    public boolean makesSense() {
      return start > 0 && size > 0 && end() > 0;
    }
  }

  /**
   * A run of native instructions that came from one place in the IL ({@code
   * COR_DEBUG_IL_TO_NATIVE_MAP}).
   *
   * @param ilOffset in bytes; or one of the negative numbers below
   * @param start the first native offset, counted through all ranges in order
   * @param end the first native offset behind the run
   */
  public record IlMapping(int ilOffset, int start, int end) {

    /** Stands for instructions that came from no IL. */
    public static final int NO_MAPPING = -1;

    /** Stands for the instructions before the method's own. */
    public static final int PROLOG = -2;

    /** Stands for the instructions that leave the method. */
    public static final int EPILOG = -3;
  }
}
