// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import java.util.List;

/**
 * The native code of a method: its address ranges in the process, and the IL that each part was
 * compiled from. Immutable.
 *
 * <p>A method has one for each compilation: a quick one first, an optimised one later, and more
 * when a profiler requests them.
 *
 * @param rejit the ReJITID; 0 for code that no profiler requested
 * @param ranges its memory, in the runtime's order; more than one range when rarely used parts are
 *     apart
 * @param il maps native offsets to IL; empty when it is not known
 */
public record NativeCode(int rejit, List<Range> ranges, List<IlMapping> il) {

  /** Copies the lists. */
  public NativeCode {
    ranges = List.copyOf(ranges);
    il = List.copyOf(il);
  }

  /** Returns code in one piece, without an IL map. */
  public static NativeCode at(long start, int size) {
    return new NativeCode(0, List.of(new Range(start, size)), List.of());
  }

  /**
   * A range of memory.
   *
   * @param start the address of its first byte
   * @param size its size in bytes, at least 1
   */
  public record Range(long start, int size) {

    /** Returns the first address behind it. */
    public long end() {
      return start + size;
    }

    /** Returns whether it contains an address. */
    public boolean contains(long address) {
      return start <= address && address < end();
    }

    /** Returns whether it is not empty and ends within the address space. */
    public boolean makesSense() {
      return start > 0 && size > 0 && end() > 0;
    }
  }

  /**
   * A run of native instructions from one place in the IL ({@code COR_DEBUG_IL_TO_NATIVE_MAP}).
   *
   * @param ilOffset in bytes; or one of the negative numbers below
   * @param start the first native offset, counted through all ranges in order
   * @param end the first native offset behind the run
   */
  public record IlMapping(int ilOffset, int start, int end) {

    /** The {@code ilOffset} of instructions that belong to no IL. */
    public static final int NO_MAPPING = -1;

    /** The {@code ilOffset} of the instructions before the method's own. */
    public static final int PROLOG = -2;

    /** The {@code ilOffset} of the instructions that leave the method. */
    public static final int EPILOG = -3;
  }
}
