// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Maps the native code of a method to its IL: pairs of a native offset and the IL offset of the
 * code from there on, ascending by native offset. Immutable.
 *
 * <p>The JIT records a pair where the IL stack is empty and at calls, so an instruction belongs to
 * the last pair that begins at or before it.
 *
 * <p>Source: {@code ICorDebugInfo::OffsetMapping} in cordebuginfo.h.
 */
public final class DebugBounds {

  /** In place of an IL offset: the code has no IL. */
  public static final int NO_MAPPING = -1;

  /** In place of an IL offset: the code that runs before the IL begins. */
  public static final int PROLOG = -2;

  /** In place of an IL offset: the code that runs behind the last IL. */
  public static final int EPILOG = -3;

  /** The bounds of a method without any. */
  public static final DebugBounds NONE = new DebugBounds(new int[0]);

  /** The native offset and the IL offset of each pair. */
  private final int[] pairs;

  DebugBounds(int[] pairs) {
    this.pairs = pairs;
  }

  /** Returns the number of pairs. */
  public int count() {
    return pairs.length >> 1;
  }

  /** Returns the offset of a pair in the native code, from the beginning of the method's body. */
  public int nativeOffset(int index) {
    return pairs[2 * index];
  }

  /**
   * Returns the IL offset of a pair, or {@link #NO_MAPPING}, {@link #PROLOG} or {@link #EPILOG}.
   */
  public int ilOffset(int index) {
    return pairs[2 * index + 1];
  }

  /**
   * Returns the IL offset of the instruction with a byte at an offset: 0 in the prolog, in an
   * epilog that of the code before it, empty where the code has no IL.
   *
   * @param nativeOffset from the beginning of the method's body: {@link CodeAt.Method#offset}
   */
  public OptionalInt ilOffsetAt(int nativeOffset) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nativeOffset(middle) <= nativeOffset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? OptionalInt.empty() : ilOffsetOf(low - 1);
  }

  /** Returns the IL offset of the code that belongs to a pair, as {@link #ilOffsetAt} does. */
  public OptionalInt ilOffsetOf(int index) {
    int last = index;
    while (last > 0 && ilOffset(last) == EPILOG) {
      last--;
    }
    int found = ilOffset(last);
    if (found == PROLOG) {
      return OptionalInt.of(0);
    }
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DebugBounds bounds && Arrays.equals(pairs, bounds.pairs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(pairs);
  }

  /** Returns a text such as {@code 2 bounds}. */
  @Override
  public String toString() {
    return count() + " bounds";
  }
}
