// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is computed once, by the first thread that requests it. Thread-safe. */
final class Lazy<T> implements Supplier<T> {

  private final Supplier<T> computation;
  private volatile @Nullable T value;

  private Lazy(Supplier<T> computation) {
    this.computation = computation;
  }

  static <T> Lazy<T> of(Supplier<T> computation) {
    return new Lazy<>(computation);
  }

  /** Returns the value; other threads wait for the one that computes it. */
  @Override
  public T get() {
    T known = value;
    return known == null ? computed() : known;
  }

  private synchronized T computed() {
    T known = value;
    if (known == null) {
      known = computation.get();
      value = known;
    }
    return known;
  }
}
