// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/**
 * A work of {@code prove bench fleet}.
 *
 * @param word its name for sides
 * @param target for the ratio of our time to the peer's
 */
public record FleetWork(String word, String description, double target) implements Race {

  /** Reports what the heap of any executor holds at most, in bytes, as if it were a time. */
  public static final FleetWork HEAP =
      new FleetWork("heap", "what an executor's heap holds", Double.POSITIVE_INFINITY);

  private static final String FRAMES = "frames-";

  /** Returns the work that names so many frames. */
  public static FleetWork of(int frames) {
    return new FleetWork(FRAMES + frames, "a frame of so many", 1);
  }

  /** Returns how many frames the work of a name has. */
  public static int frames(String word) {
    return Integer.parseInt(word.substring(FRAMES.length()));
  }
}
