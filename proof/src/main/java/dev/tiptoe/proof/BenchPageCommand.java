// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.proof.BenchProfileCommand.NumberConverter;
import dev.tiptoe.proof.BenchTable.Cell;
import dev.tiptoe.proof.BenchTable.Column;
import dev.tiptoe.proof.bench.page.PageBench;
import dev.tiptoe.proof.bench.page.PageBench.Figures;
import dev.tiptoe.proof.bench.page.StackShape;
import dev.tiptoe.testdata.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code prove bench page}: measures how fast pages of profiles open and move in a browser. */
@Command(
    name = "page",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how fast the page of a large profile opens and moves in Chromium, beside the page"
          + " of a small one in the same browser: a million distinct stacks that share most of"
          + " their frames, and a million of 30 frames that share little.",
      "",
      "TSV columns: work, stacks, ours, peer, ratio, target; in milliseconds, the size in bytes."
    })
final class BenchPageCommand implements Callable<Integer> {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("ours", 10),
          new Column("small page", 10),
          new Column("ratio", 6),
          new Column("target", 6));

  private static final int SMALL = 4;

  /** A picture takes as long as a screen does, which draws 60 in a second. */
  private static final double FRAME = 1000.0 / 60;

  private static final double FRAME_TOLERANCE = 1.1;
  private static final double OPENED = 2000;
  private static final int ROUNDS = 3;

  @Option(
      names = "--stacks",
      paramLabel = "N",
      defaultValue = "1000000",
      converter = NumberConverter.class,
      description = "How many distinct stacks there are. Default: ${DEFAULT-VALUE}.")
  private int stacks;

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;
  private final Problems problems;

  BenchPageCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    BenchTable table = new BenchTable(terminal, problems, tsv, COLUMNS);
    Path folder = Files.createTempDirectory("bench");
    try (Browser browser = Browser.start()) {
      PageBench bench = new PageBench(folder, browser);
      for (StackShape shape : StackShape.values()) {
        String word = shape.name().toLowerCase(Locale.ROOT);
        Figures small = bench.measure(shape.profile(SMALL), ROUNDS);
        Figures large = bench.measure(shape.profile(stacks), ROUNDS);
        row(table, "size", word, "bytes of the page", large, small, Figures::bytes, 0);
        row(table, "open", word, "until the first picture", large, small, Figures::opened, OPENED);
        row(table, "frame", word, "frame to frame, median", large, small, Figures::frame, FRAME);
        row(table, "slow", word, "the same, 95 %", large, small, Figures::slowFrame, FRAME);
        row(table, "turn", word, "until leaves come first", large, small, Figures::turned, 0);
      }
    } finally {
      Files.deleteIfExists(folder.resolve("page.html"));
      Files.delete(folder);
    }
    return problems.exitCode();
  }

  /** Prints a row; a target of 0 is none. */
  private static void row(
      BenchTable table,
      String word,
      String shape,
      String description,
      Figures ours,
      Figures peer,
      ToDoubleFunction<Figures> figure,
      double target) {
    double large = figure.applyAsDouble(ours);
    double small = figure.applyAsDouble(peer);
    table.row(
        List.of(word, shape),
        shape + ": " + description,
        List.of(
            number(large),
            number(small),
            number(large / small),
            target == 0 ? Cell.EMPTY : number(target)),
        target == 0 || large <= target * FRAME_TOLERANCE);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 100 ? "%.1f" : "%.0f", number));
  }
}
