// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * How much memory of a process was resident, look by look, in KiB. Mutable, for one thread; holds a
 * number for each look.
 */
final class ResidentMemory {

  private final List<Long> readings = new ArrayList<>();

  void add(long kib) {
    readings.add(kib);
  }

  /**
   * By how much it grew from the second quarter of the readings to the last; 0 of fewer than four
   * readings. What a program takes to come into its stride is in the first.
   */
  long grown() {
    int quarter = readings.size() / 4;
    return quarter == 0
        ? 0
        : median(readings.subList(readings.size() - quarter, readings.size()))
            - median(readings.subList(quarter, 2 * quarter));
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
  }
}
