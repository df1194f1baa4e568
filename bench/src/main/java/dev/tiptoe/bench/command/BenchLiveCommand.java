// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.bench.live.LiveBench;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code prove bench live}: a session that is asked while it is fed, beside the map alone. */
@Command(
    name = "live",
    mixinStandardHelpOptions = true,
    description = {
      "Measures what it costs to ask a session how far types are loaded, while a writer feeds"
          + " 100,000 facts a second, beside the map of run-time IDs alone in the same run.",
      "",
      "TSV columns: work, types, session, map alone, ratio, target; times in nanoseconds, memory in"
          + " bytes for a type."
    })
final class BenchLiveCommand implements Callable<Integer> {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("types", 9),
          new Column("session", 11),
          new Column("map alone", 11),
          new Column("ratio", 6),
          new Column("target", 10));

  @Option(
      names = "--types",
      defaultValue = "1000000",
      description = "How many types are known. Default: ${DEFAULT-VALUE}.")
  private int types;

  @Option(
      names = "--questions",
      defaultValue = "200000",
      description = "How many questions are asked. Default: ${DEFAULT-VALUE}.")
  private int questions;

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;
  private final Problems problems;

  BenchLiveCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws InterruptedException {
    BenchTable table = new BenchTable(terminal, problems, tsv, COLUMNS);
    LiveBench bench = new LiveBench(types);
    LiveBench.Pair feeding = bench.feeding(questions);
    row(table, "feed", "feed a fact", feeding.session(), feeding.map(), 2 * feeding.map());
    LiveBench.Latency map = bench.map(questions);
    LiveBench.Latency session = bench.session(questions);
    row(table, "ask", "ask while fed, median", session.median(), map.median(), 5_000);
    row(table, "ask-slow", "ask while fed, 99.9 %", session.slow(), map.slow(), 50_000);
    LiveBench.Pair memory = bench.memory();
    row(table, "memory", "memory for a type, beside the map", memory.session(), memory.map(), 40);
    return problems.exitCode();
  }

  private void row(
      BenchTable table, String word, String description, double ours, double map, double target) {
    table.row(
        List.of(word),
        description,
        List.of(
            Cell.of(Integer.toString(types)),
            number(ours),
            number(map),
            number(ours / map),
            number(target)),
        ours <= target);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number));
  }
}
