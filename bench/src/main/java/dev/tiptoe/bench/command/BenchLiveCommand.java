// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.bench.live.LiveBench;
import dev.tiptoe.bench.live.LoadingBench;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code prove bench live}: a session that is asked while it is fed, beside a peer. */
@Command(
    name = "live",
    mixinStandardHelpOptions = true,
    description = {
      "Measures what it costs to ask a session how far types are loaded, while a writer feeds"
          + " 100,000 facts a second, beside the map of run-time IDs alone in the same run. Then,"
          + " with the modules of the fetched runtime: what a question after each loaded module"
          + " costs, beside one at the end; and what 8 readers get while 180 modules a second are"
          + " loaded and unloaded, beside the map alone.",
      "",
      "TSV columns: work, types, session, peer, ratio, target; times in nanoseconds, memory in"
          + " bytes for a type."
    })
final class BenchLiveCommand implements Callable<Integer> {

  /** What one question more may cost for each module that is loaded, in nanoseconds. */
  private static final double MOST_FOR_A_MODULE = 1_000_000;

  /** How long readers are measured. */
  private static final int SECONDS = 4;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("types", 9),
          new Column("session", 11),
          new Column("peer", 11),
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
  public Integer call() throws IOException, InterruptedException {
    BenchTable table = new BenchTable(terminal, problems, tsv, COLUMNS);
    LiveBench bench = new LiveBench(types);
    LiveBench.Pair feeding = bench.feeding(questions);
    row(table, types, "feed", "feed a fact", feeding.session(), feeding.map(), 2 * feeding.map());
    LiveBench.Latency map = bench.map(questions);
    LiveBench.Latency session = bench.session(questions);
    row(table, types, "ask", "ask while fed, median", session.median(), map.median(), 5_000);
    row(table, types, "ask-slow", "ask while fed, 99.9 %", session.slow(), map.slow(), 50_000);
    LiveBench.Pair memory = bench.memory();
    row(
        table,
        types,
        "memory",
        "memory for a type, beside the map",
        memory.session(),
        memory.map(),
        40);
    loading(table);
    return problems.exitCode();
  }

  private void loading(BenchTable table) throws IOException {
    LoadingBench bench = new LoadingBench(Installation.current().fetchedRuntime());
    bench.askedAfterEach(); // warms up
    double once = bench.askedOnce();
    double each = bench.askedAfterEach();
    row(table, bench.types(), "load", "load a module, ask", each, once, once + MOST_FOR_A_MODULE);
    LoadingBench.Reading map = bench.map(SECONDS);
    LoadingBench.Reading session = bench.session(SECONDS);
    double most = 2 * map.time();
    row(table, bench.types(), "read", "read beside loads", session.time(), map.time(), most);
    most = 2 * map.slow();
    row(table, bench.types(), "read-slow", "the same, 99.9 %", session.slow(), map.slow(), most);
  }

  private void row(
      BenchTable table,
      int count,
      String word,
      String description,
      double ours,
      double peer,
      double target) {
    table.row(
        List.of(word),
        description,
        List.of(
            Cell.of(Integer.toString(count)),
            number(ours),
            number(peer),
            number(ours / peer),
            number(target)),
        ours <= target);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number));
  }
}
