// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the actions of a swapper, and the results of the commands meanwhile. Thread-safe. */
final class SwapperTally {

  private static final List<String> SWAPPED =
      List.of("library", "control", "trace", "port", "place");

  private final Map<String, Integer> counts = new TreeMap<>();

  synchronized void add(String what, int count) {
    int ignored = counts.merge(what, count, Integer::sum);
  }

  void add(String command, String target, Outcome outcome) {
    add(command + " " + target + " " + outcome.status(), 1);
  }

  /** A swapper's report: action, kind, done, failed. */
  void add(String where, List<String> report) {
    for (String line : report) {
      String[] fields = line.split("\t", -1);
      add("swap " + fields[1] + " " + where + " " + fields[0], Integer.parseInt(fields[2]));
    }
  }

  synchronized Map<String, Integer> counts() {
    return new TreeMap<>(counts);
  }

  private int sum(String pattern) {
    return counts().entrySet().stream()
        .filter(each -> each.getKey().matches(pattern))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** A run in which nothing happened shows nothing. */
  void requireAll(boolean everything) {
    assertTrue(sum("attach .* [13]") > 0, "no attach was refused");
    assertTrue(sum("swap .*") > 20, "nothing was swapped");
    assertTrue(!everything || sum("attach .* 0") > 0, "no attach succeeded amid the swaps");
    for (String kind : everything ? SWAPPED : List.<String>of()) {
      for (String where : List.of("inside", "outside")) {
        assertTrue(sum("swap " + kind + " " + where + " .*") > 0, kind + " " + where);
      }
    }
  }
}
