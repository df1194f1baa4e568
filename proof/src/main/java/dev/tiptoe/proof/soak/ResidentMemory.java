// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * How much memory of a process was resident, look by look, in KiB. Mutable, for one thread; holds a
 * number for each look.
 */
final class ResidentMemory {

  private final List<Long> looks = new ArrayList<>();

  void add(long kib) {
    looks.add(kib);
  }

  /**
   * By how much it grew from the second quarter of the looks to the last; 0 of fewer than four
   * looks. What a program takes to come into its stride is in the first.
   */
  long grown() {
    int quarter = looks.size() / 4;
    return quarter == 0
        ? 0
        : median(looks.subList(looks.size() - quarter, looks.size()))
            - median(looks.subList(quarter, 2 * quarter));
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
  }
}
