// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.MetadataFormatException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the comparison of one file has found so far: counts what is compared, and tells each
 * difference at once.
 *
 * <p>Where our reader says that the file is damaged and the CLR fails too, they agree. For one
 * thread.
 */
final class Findings {

  /** What stands for an answer that a reader refuses to give. */
  static final String REFUSED = "(refused)";

  /** More than these of one file nobody reads. */
  private static final int MOST_TOLD = 1_000;

  private static final int MOST_CHARACTERS = 400;
  private static final int STEPS_PER_CLOCK_CHECK = 1 << 8;
  private static final long NANOS_BETWEEN_SIGNS_OF_LIFE = 1_000_000_000;

  private final Consumer<WitnessMessage> told;
  private long tables;
  private long rows;
  private long cells;
  private long items;
  private long answers;
  private long differences;
  private long steps;
  private long lastSign = System.nanoTime();

  Findings(Consumer<WitnessMessage> told) {
    this.told = told;
  }

  /** A table is compared. */
  void table() {
    tables++;
  }

  /** Rows of it are compared. */
  void rows(int count) {
    rows += count;
  }

  /** A cell is compared. */
  void cell() {
    cells++;
    step();
  }

  /** An entry of a heap is compared. */
  void item() {
    items++;
    step();
  }

  /** An answer about a row is compared. */
  void answer() {
    answers++;
    step();
  }

  private void step() {
    if (++steps % STEPS_PER_CLOCK_CHECK == 0) {
      long now = System.nanoTime();
      if (now - lastSign >= NANOS_BETWEEN_SIGNS_OF_LIFE) {
        lastSign = now;
        told.accept(WitnessMessage.of(WitnessMessage.Kind.PROGRESS));
      }
    }
  }

  /** Compares two answers. */
  void compare(String table, int rid, String column, Object ours, Object theirs) {
    if (!Objects.equals(ours, theirs)) {
      differences++;
      if (differences <= MOST_TOLD) {
        told.accept(
            WitnessMessage.of(
                WitnessMessage.Kind.DIFFERENCE, table, rid, column, shown(ours), shown(theirs)));
      }
    }
  }

  /** What our reader answers; {@link #REFUSED} where the bytes are bad. */
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

  /** The counts, as they are told at the end. */
  WitnessMessage message() {
    return WitnessMessage.of(
        WitnessMessage.Kind.COMPARED, tables, rows, cells, items, answers, differences);
  }
}
