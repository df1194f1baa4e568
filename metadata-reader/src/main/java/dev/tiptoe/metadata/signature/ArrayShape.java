// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.bytes.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The shape of a general array: its rank, the sizes of its first dimensions and the lower bounds of
 * its first dimensions, as many of each as are given. Immutable.
 *
 * @param rank number of dimensions, 1 to 32
 * @param sizes at most {@code rank}, and usually none
 * @param lowerBounds at most {@code rank}, and from C# as many zeros
 * @ecma II.23.2.13
 */
public record ArrayShape(int rank, List<Integer> sizes, List<Integer> lowerBounds) {

  /** The runtime's own limit. */
  public static final int HIGHEST_RANK = 32;

  /** Copies the lists. */
  public ArrayShape {
    sizes = List.copyOf(sizes);
    lowerBounds = List.copyOf(lowerBounds);
    if (rank < 1 || rank > HIGHEST_RANK || sizes.size() > rank || lowerBounds.size() > rank) {
      throw new IllegalArgumentException(
          "rank " + rank + " with sizes " + sizes + " and lower bounds " + lowerBounds);
    }
  }

  /** Reads a shape at the position of {@code cursor}. */
  static ArrayShape read(Cursor cursor) {
    int rank = cursor.compressed();
    if (rank == 0 || rank > HIGHEST_RANK) {
      throw cursor.damaged("an array of rank " + rank);
    }
    List<Integer> sizes = perDimension(rank, cursor, Cursor::compressed);
    return new ArrayShape(rank, sizes, perDimension(rank, cursor, Cursor::compressedSigned));
  }

  private static List<Integer> perDimension(int rank, Cursor cursor, ToIntFunction<Cursor> number) {
    int count = cursor.compressed();
    if (count > rank) {
      throw cursor.damaged(count + " sizes or lower bounds for an array of rank " + rank);
    }
    List<Integer> numbers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      numbers.add(number.applyAsInt(cursor));
    }
    return numbers;
  }

  /**
   * Returns the shape in ILAsm's form, such as {@code [0...4,,-1...]}; {@code [*]} for a bare rank
   * 1.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < rank; i++) {
      text.append(i == 0 ? "" : ",").append(dimension(i));
    }
    return (text.length() == 1 ? text.append('*') : text).append(']').toString();
  }

  private String dimension(int i) {
    boolean sized = i < sizes.size();
    boolean bounded = i < lowerBounds.size();
    int lower = bounded ? lowerBounds.get(i) : 0;
    return sized ? lower + "..." + ((long) lower + sizes.get(i) - 1) : bounded ? lower + "..." : "";
  }
}
