// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** A list of consecutive rows that creates each view on demand. */
final class RowList<T> extends AbstractList<T> implements RandomAccess {

  private final int first;
  private final int count;
  private final IntFunction<T> view;

  RowList(int first, int count, IntFunction<T> view) {
    this.first = first;
    this.count = count;
    this.view = view;
  }

  @Override
  public T get(int index) {
    return view.apply(first + Objects.checkIndex(index, count));
  }

  @Override
  public int size() {
    return count;
  }
}
