// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.ListedToken;
import dev.tiptoe.bench.MetadataBench;
import dev.tiptoe.bench.ProcessContest;
import dev.tiptoe.bench.ProcessWork;
import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code prove bench process}: measures {@code tiptoe} beside a program that prints the same. */
@Command(
    name = "process",
    mixinStandardHelpOptions = true,
    description = {
      "Measures tiptoe beside a program that prints the same with System.Reflection.Metadata: whole"
          + " processes, in turn, from their start to their end.",
      "",
      "TSV columns: work, ours, peer, ratio, target; the shortest times in nanoseconds."
    })
final class BenchProcessCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The folder with the DLLs. Default: the .NET runtime that the build fetches.")
  private Optional<Path> directory = Optional.empty();

  @Mixin private final BenchOptions options = new BenchOptions(5, 1);

  @Option(
      names = "--works",
      paramLabel = "WORK",
      split = ",",
      converter = WorkConverter.class,
      description = "Only these works, by their names in TSV.")
  private List<ProcessWork> works = List.of(ProcessWork.values());

  private final Terminal terminal;
  private final Problems problems;

  BenchProcessCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime runtime = DotnetRuntime.requireFetched(installation);
    Path folder = BenchMetadataCommand.folder(directory.orElse(runtime.directory()));
    String tiptoe = installation.home().resolve("tiptoe").toString();
    Path peer = installation.home().resolve(BenchMetadataCommand.PEER);
    MetadataReport report = new MetadataReport(terminal, problems, options.tsv());
    ProcessContest contest = new ProcessContest(options.warmUp(), options.rounds());
    for (ProcessWork work : works) {
      if (work == ProcessWork.SYMBOLIZE) {
        report.print(symbolize(contest, tiptoe, runtime, peer, folder));
      } else {
        report.print(
            contest.at(
                work, ours(work, tiptoe, folder), runtime.command(peer, theirs(work, folder))));
      }
    }
    return problems.exitCode();
  }

  private static RaceResult symbolize(
      ProcessContest contest, String tiptoe, DotnetRuntime runtime, Path peer, Path folder)
      throws IOException {
    ListedToken listed = ListedToken.in(folder);
    Path list = Files.createTempFile("one", ".tsv");
    try {
      String rows = Files.writeString(list, listed.row()).toString();
      String module = listed.module().toString();
      return contest.at(
          ProcessWork.SYMBOLIZE,
          List.of(tiptoe, "symbolize", rows, "--symbols", module),
          runtime.command(peer, List.of("symbolize", rows, module)));
    } finally {
      Files.delete(list);
    }
  }

  private static List<String> ours(ProcessWork work, String tiptoe, Path folder)
      throws IOException {
    return switch (work) {
      case FIRST -> {
        List<String> method = MetadataBench.method(folder);
        yield List.of(tiptoe, "names", method.get(0), "--tokens", method.get(1), "--tsv");
      }
      case NAMES, NAMES_PLAIN -> List.of(tiptoe, "names", folder.toString(), "--tsv");
      case REFS -> List.of(tiptoe, "refs", folder.toString(), "--tsv");
      case SYMBOLIZE -> throw new IllegalArgumentException(work.word());
    };
  }

  private static List<String> theirs(ProcessWork work, Path folder) throws IOException {
    return work == ProcessWork.FIRST
        ? MetadataBench.method(folder)
        : List.of(work.word(), folder.toString());
  }

  /** Converts the name of a measurement. */
  static final class WorkConverter extends BenchOptions.WorkConverter<ProcessWork> {
    WorkConverter() {
      super(List.of(ProcessWork.values()));
    }
  }
}
