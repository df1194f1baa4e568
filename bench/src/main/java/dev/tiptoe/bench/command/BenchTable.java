// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints the figures of a bench as a table for people, or as tab-separated values. */
final class BenchTable {

  private static final String MISSED = "  missed";

  private final Terminal terminal;
  private final Problems problems;
  private final boolean tsv;
  private final List<Column> columns;

  /** A column of the table for people, after the first. */
  record Column(String title, int width) {}

  /**
   * A figure in both forms.
   *
   * @param exact for scripts, in one field or several
   * @param shown for people
   */
  record Cell(List<?> exact, String shown) {

    static final Cell EMPTY = of("");

    /** Returns a cell with the same text in both forms. */
    static Cell of(String text) {
      return new Cell(List.of(text), text);
    }
  }

  BenchTable(Terminal terminal, Problems problems, boolean tsv, List<Column> columns) {
    this.terminal = terminal;
    this.problems = problems;
    this.tsv = tsv;
    this.columns = columns;
    if (!tsv) {
      line("", columns.stream().map(Column::title).toList(), "");
    }
  }

  boolean isTsv() {
    return tsv;
  }

  /**
   * Prints a row.
   *
   * @param words its name for scripts
   * @param description its name for people
   * @param cells one for each column
   * @param reached whether the target is reached
   */
  void row(List<String> words, String description, List<Cell> cells, boolean reached) {
    if (tsv) {
      terminal.row(
          Stream.concat(words.stream(), cells.stream().flatMap(cell -> cell.exact().stream()))
              .toArray());
    } else {
      line(description, cells.stream().map(Cell::shown).toList(), reached ? "" : MISSED);
    }
  }

  /** Prints a row in which a cell shows whether the target is reached. */
  void row(List<String> words, String description, List<Cell> cells) {
    row(words, description, cells, true);
  }

  /** Reports that the sides' answers differ, if they do. */
  void check(RaceResult comparison) {
    if (!comparison.agree()) {
      problems.no();
      terminal.note(comparison.work().word() + ": the answers differ; the times say nothing");
    }
  }

  private void line(String description, List<String> cells, String end) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-52s", description));
    for (int i = 0; i < columns.size(); i++) {
      int width = columns.get(i).width();
      line.append(' ').append(String.format(Locale.ROOT, "%" + width + "s", cells.get(i)));
    }
    terminal.line(line.append(end));
  }
}
