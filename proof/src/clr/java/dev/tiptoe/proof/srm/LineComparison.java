// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import java.util.List;
import java.util.Map;

/**
 * The result of comparing lines.
 *
 * @param lines how many were compared, by file
 * @param differences between them; only the first of a file with many
 */
record LineComparison(Map<String, Integer> lines, List<Difference> differences) {

  /**
   * Two lines that should be one.
   *
   * @param file where the row is
   * @param expected what the witness says
   * @param actual our line
   */
  record Difference(String file, String expected, String actual) {

    /** The row's. */
    String token() {
      String line = expected.startsWith("0x") ? expected : actual;
      return line.substring(0, "0x06000001".length());
    }

    @Override
    public String toString() {
      return file + "\n expected " + expected + "\n but was  " + actual + "\n";
    }
  }

  /** Returns how many lines were compared. */
  int count() {
    return lines.values().stream().mapToInt(Integer::intValue).sum();
  }
}
