// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.Contest;
import dev.tiptoe.bench.FleetWork;
import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bench.symbols.FleetBench;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code prove bench fleet}: measures the frames of a fleet on Spark beside a plain join. */
@Command(
    name = "fleet",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how long Spark takes to name the frames of a fleet: by symbol indexes, the distinct"
          + " frames first, beside a plain join with a table of all names. Frames are made while"
          + " they are read, of 200,000 distinct ones, of which the first hundredth are 32 %% of"
          + " all. Each side has a driver and executors of its own, processes with one core and a"
          + " gigabyte of heap each.",
      "",
      "TSV columns: frames, executors, ours, join's, ratio, heap, join's heap, target; medians for"
          + " one frame in nanoseconds by the clock, and what the heap of an executor holds after its"
          + " last collection, at most, in mebibytes."
    })
final class BenchFleetCommand implements Callable<Integer> {

  /** The class path of Spark, which the build of our module for it writes. */
  private static final String SPARK = "integrations/spark/target/classpath.txt";

  /** What Spark's own launcher passes to Java. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar");

  /** A configuration without any appender would be replaced by Spark's own. */
  private static final String NO_LOG =
      """
      status = off
      appender.none.type = Null
      appender.none.name = none
      rootLogger.level = off
      rootLogger.appenderRef.none.ref = none
      """;

  /**
   * The environment that keeps a cluster on this machine, and names the Scala version of its jars.
   */
  private static final Map<String, String> LOCAL =
      Map.of(
          "SPARK_SCALA_VERSION", "2.13",
          "SPARK_LOCAL_IP", "127.0.0.1",
          "SPARK_LOCAL_HOSTNAME", "localhost");

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "A module with its PDB. Default: one that the build fetches.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--frames",
      split = ",",
      defaultValue = "1000000,10000000,100000000",
      converter = FramesConverter.class,
      description = "How many frames there are, for each run. Default: ${DEFAULT-VALUE}.")
  private List<Integer> frames = List.of();

  @Option(
      names = "--executors",
      split = ",",
      defaultValue = "1,2",
      converter = ExecutorsConverter.class,
      description = "How many executors there are, for each run. Default: ${DEFAULT-VALUE}.")
  private List<Integer> executors = List.of();

  @Mixin private final BenchOptions options = new BenchOptions(3, 1);

  private final Terminal terminal;
  private final Problems problems;

  BenchFleetCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    FleetReport report = new FleetReport(terminal, problems, options.tsv());
    for (int count : executors) {
      Path folder = Files.createTempDirectory("tiptoe-fleet");
      try (Contest contest = contest(folder, count)) {
        for (int each : frames) {
          RaceResult result = contest.at(FleetWork.of(each));
          report.print(each, count, result, contest.at(FleetWork.HEAP));
        }
        contest.end();
      } finally {
        delete(folder);
      }
    }
    return problems.exitCode();
  }

  private Contest contest(Path folder, int count) throws IOException {
    return new Contest(
        side("tiptoe", folder, count),
        Map.of("join", side("join", folder, count)),
        options.warmUp(),
        options.rounds());
  }

  /** Returns the command of a driver, whose executors Spark starts in a home that has no jars. */
  private List<String> side(String side, Path folder, int executors) throws IOException {
    Installation installation = Installation.current();
    Path own = Files.createDirectories(folder.resolve(side));
    Path log = own.resolve("log4j2.properties");
    Files.writeString(log, NO_LOG);
    List<String> command = new ArrayList<>();
    command.add("env");
    LOCAL.forEach((name, value) -> command.add(name + "=" + value));
    command.add("SPARK_HOME=" + Files.createDirectories(own.resolve("home/jars")).getParent());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(each -> command.add("--add-opens=" + each + "=ALL-UNNAMED"));
    command.add("-Xmx2g");
    command.add("-Dlog4j2.configurationFile=" + log);
    command.add("-cp");
    command.add(
        Files.readString(installation.home().resolve(SPARK)).strip()
            + File.pathSeparator
            + System.getProperty("java.class.path"));
    command.add(FleetBench.class.getName());
    command.add(side);
    command.add(
        file.orElseGet(() -> installation.fetchedRuntime().resolve(BenchSymbolsCommand.MODULE))
            .toString());
    command.add(own.toString());
    command.add(Integer.toString(executors));
    return command;
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : files) {
      Files.delete(each);
    }
  }

  /** Reads a number of frames, large enough to be measured and small enough for a checksum. */
  static final class FramesConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("1[0-9]{9}|[1-9][0-9]{4,8}")) {
        throw new TypeConversionException("'" + text + "' is not from 10000 to 1999999999");
      }
      return Integer.valueOf(text);
    }
  }

  /** Reads a number of executors. */
  static final class ExecutorsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9][0-9]?")) {
        throw new TypeConversionException("'" + text + "' is not from 1 to 99 executors");
      }
      return Integer.valueOf(text);
    }
  }
}
