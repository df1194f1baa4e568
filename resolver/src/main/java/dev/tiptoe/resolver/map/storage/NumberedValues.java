// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;

/**
 * Immutable values by number, from 1, for what does not fit into longs. One writer, any number of
 * readers.
 *
 * <p>A reader must have got the number through an acquiring read, as with {@link Pages}.
 */
final class NumberedValues<T> {

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);

  private Object[] cells = new Object[16];
  private int last;

  /** Appends a value and returns its number. */
  int add(T value) {
    set(++last, value);
    return last;
  }

  @SuppressWarnings("unchecked") // only set() writes cells
  T get(int number) {
    return (T) Objects.requireNonNull(CELL.getAcquire(cells, number));
  }

  /** Makes a value that of a number, in the place of another or as the first. */
  void set(int number, T value) {
    if (number >= cells.length) {
      cells = Arrays.copyOf(cells, number * 2);
    }
    CELL.setRelease(cells, number, value);
  }
}
