// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.importer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a viewer shows of a profile: for each thread the weights of its functions, both by name. Not
 * thread-safe while it is built.
 */
public final class Shown {

  /**
   * The weight of a function.
   *
   * @param own in which it was executing
   * @param total in which it was on the stack
   */
  public record Weight(double own, double total) {

    Weight plus(double moreOwn, double moreTotal) {
      return new Weight(own + moreOwn, total + moreTotal);
    }
  }

  private static final Weight NONE = new Weight(0, 0);

  private final Map<String, Map<String, Weight>> threads = new TreeMap<>();

  /** Creates one without threads. */
  public Shown() {}

  /** Adds a stack, the root first. */
  public void addStack(String thread, List<String> functions, double weight) {
    addThread(thread);
    new HashSet<>(functions).forEach(each -> add(thread, each, 0, weight));
    if (!functions.isEmpty()) {
      add(thread, functions.get(functions.size() - 1), weight, 0);
    }
  }

  /** Adds a thread, perhaps without functions. */
  public void addThread(String thread) {
    threads.computeIfAbsent(thread, name -> new TreeMap<>());
  }

  /** Adds weights of a function. */
  public void add(String thread, String function, double own, double total) {
    Map<String, Weight> functions = threads.computeIfAbsent(thread, name -> new TreeMap<>());
    functions.put(function, functions.getOrDefault(function, NONE).plus(own, total));
  }

  /** Returns the same weights multiplied by a factor. */
  public Shown times(double factor) {
    Shown scaled = new Shown();
    threads.forEach(
        (thread, functions) -> {
          scaled.addThread(thread);
          functions.forEach(
              (name, it) -> scaled.add(thread, name, it.own * factor, it.total * factor));
        });
    return scaled;
  }

  /** Returns the weights of all threads together, as those of one without a name. */
  public Shown merged() {
    Shown merged = new Shown();
    merged.addThread("");
    threads.values().stream()
        .flatMap(functions -> functions.entrySet().stream())
        .forEach(it -> merged.add("", it.getKey(), it.getValue().own, it.getValue().total));
    return merged;
  }

  /** Returns the weights of each thread by function. */
  public Map<String, Map<String, Weight>> threads() {
    return threads;
  }

  /**
   * Returns how this differs from what is expected, a line for each; functions without any weight
   * may be missing.
   *
   * @param tolerance by how much a weight may be another one
   */
  public List<String> differences(Shown expected, double tolerance) {
    List<String> lines = new ArrayList<>();
    if (!threads.keySet().equals(expected.threads.keySet())) {
      lines.add("threads " + threads.keySet() + ", expected " + expected.threads.keySet());
    }
    expected.threads.forEach(
        (thread, functions) -> {
          Map<String, Weight> found = threads.getOrDefault(thread, Map.of());
          HashSet<String> names = new HashSet<>(functions.keySet());
          names.addAll(found.keySet());
          for (String name : names) {
            Weight is = found.getOrDefault(name, NONE);
            Weight wanted = functions.getOrDefault(name, NONE);
            if (Math.abs(is.own - wanted.own) > tolerance
                || Math.abs(is.total - wanted.total) > tolerance) {
              lines.add(thread + ": " + shortened(name) + " " + is + ", expected " + wanted);
            }
          }
        });
    return lines;
  }

  private static String shortened(String name) {
    return name.length() <= 100
        ? name
        : name.substring(0, 50) + "…" + name.substring(name.length() - 50);
  }
}
