// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hops to a module, linked from the last to the first, so that ways that part later share where
 * they come from. Immutable.
 */
final class Way {

  /** No hop yet. */
  static final Way NONE = new Way(null, null, 0);

  private final @Nullable Way before;
  private final @Nullable Hop last;
  private final int length;

  private Way(@Nullable Way before, @Nullable Hop last, int length) {
    this.before = before;
    this.last = last;
    this.length = length;
  }

  /** This way and one hop more. */
  Way then(Hop hop) {
    return new Way(this, hop, length + 1);
  }

  /** How many hops it has. */
  int length() {
    return length;
  }

  /** The hops, from the first to the last. */
  List<Hop> hops() {
    Hop[] hops = new Hop[length];
    Way way = this;
    while (way.before != null && way.last != null) {
      hops[way.length - 1] = way.last;
      way = way.before;
    }
    return Arrays.asList(hops);
  }
}
