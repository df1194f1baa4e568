// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.Contest;
import dev.tiptoe.bench.ProfileWork;
import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.bench.profile.ProfileBench;
import dev.tiptoe.bench.profile.SampledTrace;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code prove bench profile}: measures how fast the samples of traces become profiles. */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how fast the samples of a trace become a profile, beside HashMaps that are filled"
          + " by the same reader: with counts that have no times, and with a tree of names. Each"
          + " side is a process of its own, warmed up.",
      "",
      "TSV columns: work, ours, peer, ratio, target; medians for one sample or stack, in"
          + " nanoseconds."
    })
final class BenchProfileCommand implements Callable<Integer> {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("ours", 8),
          new Column("peer", 8),
          new Column("ratio", 6),
          new Column("target", 8));

  private static final int METHODS = 20_000;
  private static final int KNOWN_STACKS = 623;
  private static final int DEPTH = 30;
  private static final int THREADS = 16;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "10000000",
      converter = NumberConverter.class,
      description = "How many samples of known stacks there are. Default: ${DEFAULT-VALUE}.")
  private int samples;

  @Option(
      names = "--stacks",
      paramLabel = "N",
      defaultValue = "1000000",
      converter = NumberConverter.class,
      description = "How many distinct stacks there are. Default: ${DEFAULT-VALUE}.")
  private int stacks;

  @Mixin private final BenchOptions options = new BenchOptions(5, 2);

  @Option(
      names = "--works",
      paramLabel = "WORK",
      split = ",",
      converter = WorkConverter.class,
      description = "Only these works, by their names in TSV.")
  private List<ProfileWork> works = List.of(ProfileWork.values());

  private final Terminal terminal;
  private final Problems problems;

  BenchProfileCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Path module = Installation.current().fetchedRuntime().resolve("System.Private.CoreLib.dll");
    Path repeated = Files.createTempFile("bench", ".tiptoe");
    Path distinct = Files.createTempFile("bench", ".tiptoe");
    repeated.toFile().deleteOnExit();
    distinct.toFile().deleteOnExit();
    try {
      SampledTrace.write(repeated, module, form(KNOWN_STACKS, samples));
      SampledTrace.write(distinct, module, form(stacks, stacks));
      BenchTable table = new BenchTable(terminal, problems, options.tsv(), COLUMNS);
      for (ProfileWork work : works) {
        try (Contest contest =
            new Contest(
                side("tiptoe", repeated, distinct),
                side("jdk", repeated, distinct),
                options.warmUp(),
                options.rounds())) {
          print(table, work, contest.at(work));
        }
      }
    } finally {
      Files.delete(repeated);
      Files.delete(distinct);
    }
    return problems.exitCode();
  }

  private static SampledTrace.Form form(int distinct, int all) {
    return new SampledTrace.Form(METHODS, distinct, DEPTH, THREADS, all);
  }

  private static void print(BenchTable table, ProfileWork work, RaceResult result) {
    double ours = (double) result.ours() / result.count();
    table.row(
        List.of(work.word()),
        work.description(),
        List.of(
            number(ours),
            number((double) result.peer() / result.count()),
            number(result.ratio()),
            number(work.target())),
        ours <= work.target());
    table.check(result);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number));
  }

  private static List<String> side(String side, Path repeated, Path distinct) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        ProfileBench.class.getName(),
        side,
        repeated.toString(),
        distinct.toString());
  }

  /** Reads a number of samples or stacks. */
  static final class NumberConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9][0-9]{3,7}")) {
        throw new TypeConversionException("'" + text + "' is not from 1000 to 99999999");
      }
      return Integer.valueOf(text);
    }
  }

  /** Converts the name of a measurement. */
  static final class WorkConverter extends BenchOptions.WorkConverter<ProfileWork> {
    WorkConverter() {
      super(List.of(ProfileWork.values()));
    }
  }
}
