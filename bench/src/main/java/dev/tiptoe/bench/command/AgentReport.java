// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.agent.Estimate;
import dev.tiptoe.bench.agent.Figure;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;

/** Prints the figures of {@code bench agent}. */
final class AgentReport {

  private static final List<Column> PEOPLES =
      List.of(
          new Column("observer", 25),
          new Column("median", 10),
          new Column("95% interval", 21),
          new Column("target", 8),
          new Column("", 9));

  private final BenchTable table;

  AgentReport(Terminal terminal, Problems problems, boolean tsv) {
    this.table = new BenchTable(terminal, problems, tsv, PEOPLES);
  }

  void print(Figure figure) {
    Figure.Quantity quantity = figure.quantity();
    Estimate estimate = figure.estimate();
    String unit = quantity.unit();
    String range = number(estimate.low()) + " … " + number(estimate.high());
    table.row(
        List.of(figure.work().word(), quantity.word()),
        figure.work().description() + ": " + quantity.description(),
        List.of(
            new Cell(List.of(figure.observer().word()), figure.observer().description()),
            new Cell(
                List.of(number(estimate.median())),
                (number(estimate.median()) + " " + unit).strip()),
            new Cell(List.of(number(estimate.low()), number(estimate.high()), unit), range),
            figure.target().stream()
                .mapToObj(AgentReport::number)
                .map(Cell::of)
                .findFirst()
                .orElse(Cell.EMPTY),
            Cell.of(figure.verdict().word())));
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, Math.abs(number) < 100 ? "%.2f" : "%.0f", number);
  }
}
