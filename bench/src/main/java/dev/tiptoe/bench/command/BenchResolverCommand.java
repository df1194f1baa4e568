// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.Contest;
import dev.tiptoe.bench.ResolverWork;
import dev.tiptoe.bench.resolver.ResolverBench;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code prove bench resolver}: measures the map of run-time IDs beside hash maps with the same
 * contents.
 */
@Command(
    name = "resolver",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the map of run-time IDs beside ConcurrentHashMap, Agrona's Long2ObjectHashMap,"
          + " TreeMap and HashMap that hold the same: all do the same works in turn, each in a"
          + " process of its own, at random, warmed up. Of several peers, the fastest counts.",
      "",
      "TSV columns: work, IDs, ours, peer, ratio, target; medians for one answer, in nanoseconds or"
          + " bytes."
    })
final class BenchResolverCommand implements Callable<Integer> {

  @Option(
      names = "--ids",
      split = ",",
      defaultValue = "1000000",
      converter = IDsConverter.class,
      description = "How many FunctionIDs there are, for each run. Default: ${DEFAULT-VALUE}.")
  private List<Integer> ids = List.of();

  @Mixin private final BenchOptions options = new BenchOptions(15, 5);

  @Option(
      names = "--works",
      paramLabel = "WORK",
      split = ",",
      converter = WorkConverter.class,
      description = "Only these works, by their names in TSV.")
  private List<ResolverWork> works = List.of(ResolverWork.values());

  private final Terminal terminal;
  private final Problems problems;

  BenchResolverCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    ResolverReport report = new ResolverReport(terminal, problems, options.tsv());
    for (int count : ids) {
      for (ResolverWork work : works) {
        try (Contest contest = contest(installation, work, count)) {
          report.print(work, count, contest.at(work));
        }
      }
    }
    return problems.exitCode();
  }

  private Contest contest(Installation installation, ResolverWork work, int count)
      throws IOException {
    Map<String, List<String>> peers = new LinkedHashMap<>();
    for (String peer : work.peers()) {
      peers.put(peer, side(installation, peer, count));
    }
    return new Contest(
        side(installation, work.ours(), count), peers, options.warmUp(), options.rounds());
  }

  /**
   * Returns the command of a JVM as a user of the library has it, with the defaults of this JVM's
   * Java.
   */
  private static List<String> side(Installation installation, String side, int count) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        ResolverBench.class.getName(),
        side,
        Integer.toString(count),
        installation.fetchedRuntime().toString());
  }

  /** Reads a number of IDs, large enough for every module to have some. */
  static final class IDsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9][0-9]{4,7}")) {
        throw new TypeConversionException("'" + text + "' is not from 10000 to 99999999");
      }
      return Integer.valueOf(text);
    }
  }

  /** Converts the name of a measurement. */
  static final class WorkConverter extends BenchOptions.WorkConverter<ResolverWork> {
    WorkConverter() {
      super(List.of(ResolverWork.values()));
    }
  }
}
