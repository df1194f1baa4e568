// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A box of a flame graph: a frame below a caller, with its weight. Mutable while it is built. */
final class FlameBox {

  /** What the box is of: the number of a frame or of a thread; a negative number for the root. */
  final int number;

  /** The weight in which it was on the stack. */
  long weight;

  /** The weight in which it was executing. */
  long own;

  private final Map<Integer, FlameBox> callees = new HashMap<>();

  FlameBox(int number) {
    this.number = number;
  }

  /** Returns the box of a callee, and makes it if there is none. */
  FlameBox callee(int callee) {
    return callees.computeIfAbsent(callee, FlameBox::new);
  }

  /** Returns the callees, the heaviest first. */
  List<FlameBox> sorted() {
    List<FlameBox> sorted = new ArrayList<>(callees.values());
    sorted.sort(
        Comparator.comparingLong((FlameBox box) -> -box.weight)
            .thenComparingInt(box -> box.number));
    return sorted;
  }
}
