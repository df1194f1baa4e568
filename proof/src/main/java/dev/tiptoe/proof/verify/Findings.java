// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.MetadataFormatException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The findings of the comparison of one file so far. It counts what is compared, and reports each
 * difference at once.
 *
 * <p>When our reader reports damage and the CLR fails too, they agree. Not thread-safe.
 */
final class Findings {

  /** The text for an answer that a reader refuses to give. */
  static final String REFUSED = "(refused)";

  /** The number of differences of one file that are reported. */
  private static final int MOST_TOLD = 1_000;

  private static final int MOST_CHARACTERS = 400;
  private static final int STEPS_PER_CLOCK_CHECK = 1 << 8;
  private static final long NANOS_BETWEEN_SIGNS_OF_LIFE = 1_000_000_000;

  private final Consumer<WitnessMessage> messages;
  private long tables;
  private long rows;
  private long cells;
  private long items;
  private long answers;
  private long differences;
  private long steps;
  private long lastSign = System.nanoTime();

  Findings(Consumer<WitnessMessage> messages) {
    this.messages = messages;
  }

  /** Counts a compared table. */
  void table() {
    tables++;
  }

  /** Counts compared rows. */
  void rows(int count) {
    rows += count;
  }

  /** Counts a compared cell. */
  void cell() {
    cells++;
    step();
  }

  /** Counts a compared entry of a heap. */
  void item() {
    items++;
    step();
  }

  /** Counts a compared answer about a row. */
  void answer() {
    answers++;
    step();
  }

  private void step() {
    if (++steps % STEPS_PER_CLOCK_CHECK == 0) {
      long now = System.nanoTime();
      if (now - lastSign >= NANOS_BETWEEN_SIGNS_OF_LIFE) {
        lastSign = now;
        messages.accept(WitnessMessage.of(WitnessMessage.Kind.PROGRESS));
      }
    }
  }

  /** Compares two answers. */
  void compare(String table, int rid, String column, Object ours, Object theirs) {
    if (!Objects.equals(ours, theirs)) {
      differences++;
      if (differences <= MOST_TOLD) {
        messages.accept(
            WitnessMessage.of(
                WitnessMessage.Kind.DIFFERENCE, table, rid, column, shown(ours), shown(theirs)));
      }
    }
  }

  /** Returns our reader's answer; {@link #REFUSED} where the bytes are bad. */
  static Object ours(Supplier<?> answer) {
    try {
      return answer.get();
    } catch (MetadataFormatException e) {
      return REFUSED;
    }
  }

  private static String shown(Object answer) {
    String text = String.valueOf(answer);
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }

  /** Returns the counts as the last message. */
  WitnessMessage message() {
    return WitnessMessage.of(
        WitnessMessage.Kind.COMPARED, tables, rows, cells, items, answers, differences);
  }
}
