// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.command.BenchProfileCommand.NumberConverter;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.bench.page.PageBench;
import dev.tiptoe.bench.page.PageBench.Both;
import dev.tiptoe.bench.page.PageBench.Figures;
import dev.tiptoe.bench.page.StackShape;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.testdata.TestBrowser;
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
          + " that one would write first, of the same nodes: JSON, objects, and a canvas. The"
          + " profiles are a million distinct stacks that share most of their frames, and a"
          + " million of 30 frames that share little.",
      "",
      "TSV columns: work, stacks, ours, peer, ratio, target; in milliseconds, the size in bytes."
    })
final class BenchPageCommand implements Callable<Integer> {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("ours", 10),
          new Column("plain", 10),
          new Column("ratio", 6),
          new Column("target", 6));

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
    requireBrowser();
    BenchTable table = new BenchTable(terminal, problems, tsv, COLUMNS);
    Path folder = Files.createTempDirectory("bench");
    try {
      PageBench bench = new PageBench(folder);
      for (StackShape shape : StackShape.values()) {
        String word = shape.name().toLowerCase(Locale.ROOT);
        Both both = bench.measure(shape.profile(stacks), ROUNDS);
        row(table, "size", word, "bytes of the page", both, Figures::bytes, 0);
        row(table, "open", word, "until the first picture", both, Figures::opened, OPENED);
        row(table, "frame", word, "frame to frame, median", both, Figures::frame, FRAME);
        row(table, "slow", word, "the same, 95 %", both, Figures::slowFrame, FRAME);
        row(table, "draw", word, "drawing a frame, median", both, Figures::draw, FRAME);
        row(table, "slow-draw", word, "the same, 95 %", both, Figures::slowDraw, FRAME);
        row(table, "turn", word, "until leaves come first", both, Figures::turned, 0);
      }
    } finally {
      Files.delete(folder);
    }
    return problems.exitCode();
  }

  /** Only a build with {@code -Pwitness} fetches it. */
  private static void requireBrowser() throws IOException {
    try {
      TestBrowser.folder();
    } catch (IllegalStateException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Prints a row; a target or figure of 0 is none. */
  private static void row(
      BenchTable table,
      String word,
      String shape,
      String description,
      Both both,
      ToDoubleFunction<Figures> figure,
      double target) {
    double ours = figure.applyAsDouble(both.ours());
    double plain = figure.applyAsDouble(both.plain());
    table.row(
        List.of(word, shape),
        shape + ": " + description,
        List.of(number(ours), number(plain), number(plain == 0 ? 0 : ours / plain), number(target)),
        target == 0 || ours <= target * FRAME_TOLERANCE);
  }

  private static Cell number(double number) {
    return number == 0
        ? Cell.EMPTY
        : Cell.of(String.format(Locale.ROOT, number < 100 ? "%.2f" : "%.0f", number));
  }
}
