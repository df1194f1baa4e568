// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hops to a module, linked from the last to the first, so that ways that fork later share their
 * beginning. Immutable.
 */
final class Way {

  private final LoadedImage end;
  private final @Nullable Way before;
  private final @Nullable Hop last;
  private final int length;
  private final boolean forked;

  private Way(
      LoadedImage end, @Nullable Way before, @Nullable Hop last, int length, boolean forked) {
    this.end = end;
    this.before = before;
    this.last = last;
    this.length = length;
    this.forked = forked;
  }

  /** Returns the way without a hop, which ends where it begins. */
  static Way from(LoadedImage module) {
    return new Way(module, null, null, 0, false);
  }

  /** Returns this way with one more hop, to the only possible module or to one of several. */
  Way then(Hop hop, boolean one) {
    return new Way(hop.to(), this, hop, length + 1, !one);
  }

  /** Returns the module that it leads to. */
  LoadedImage end() {
    return end;
  }

  /** Returns how many hops it has. */
  int length() {
    return length;
  }

  /** Returns whether the runtime takes each hop. */
  boolean isBound() {
    Way way = this;
    while (way.before != null && way.last != null && way.last.isBound()) {
      way = way.before;
    }
    return way.last == null;
  }

  /** Returns how many of the last hops were the only possible ones. */
  int certain() {
    int certain = 0;
    for (Way way = this; way != null && way.last != null && !way.forked; way = way.before) {
      certain++;
    }
    return certain;
  }

  /** Returns a hop, and {@code more} behind it. */
  static List<Hop> trail(Hop first, List<Hop> more) {
    return switch (more.size()) {
      case 0 -> List.of(first);
      case 1 -> List.of(first, more.get(0));
      default -> from(first.from()).then(first, true).hops(more);
    };
  }

  /** Returns the hops, from the first to the last, and {@code more} behind them. */
  List<Hop> hops(List<Hop> more) {
    Hop[] hops = new Hop[length + more.size()];
    Way way = this;
    while (way.before != null && way.last != null) {
      hops[way.length - 1] = way.last;
      way = way.before;
    }
    for (int i = 0; i < more.size(); i++) {
      hops[length + i] = more.get(i);
    }
    return List.of(hops);
  }
}
