// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * The resident memory of a process at several times, in KiB. Mutable, not thread-safe; holds a
 * number for each reading.
 */
final class ResidentMemory {

  private final List<Long> readings = new ArrayList<>();

  void add(long kib) {
    readings.add(kib);
  }

  /**
   * Returns the growth from the second quarter of the readings to the last; 0 with fewer than four
   * readings. The first quarter is left out, because a program grows until it has warmed up.
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
