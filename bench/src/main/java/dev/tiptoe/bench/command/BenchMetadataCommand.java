// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.Contest;
import dev.tiptoe.bench.MetadataBench;
import dev.tiptoe.bench.MetadataWork;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.file.ManagedFile;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code prove bench metadata}: measures the metadata reader beside System.Reflection.Metadata. */
@Command(
    name = "metadata",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the metadata reader beside System.Reflection.Metadata: both do the same works in"
          + " turn, each in a process of its own, on one thread, warmed up.",
      "",
      "TSV columns: work, ours, peer, ratio, target; medians in nanoseconds."
    })
final class BenchMetadataCommand implements Callable<Integer> {

  /** The peer's program, in the installation. */
  static final String PEER = "testdata/assemblies/MetadataBench/MetadataBench.dll";

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The folder with the DLLs. Default: the .NET runtime that the build fetches.")
  private Optional<Path> directory = Optional.empty();

  @Mixin private final BenchOptions options = new BenchOptions(15, 15);

  @Option(
      names = "--works",
      paramLabel = "WORK",
      split = ",",
      converter = WorkConverter.class,
      description = "Only these works, by their names in TSV.")
  private List<MetadataWork> works = List.of(MetadataWork.values());

  private final Terminal terminal;
  private final Problems problems;

  BenchMetadataCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime runtime = DotnetRuntime.requireFetched(installation);
    Path program = installation.home().resolve(PEER);
    String folder = folder(directory.orElse(runtime.directory())).toString();
    MetadataReport report = new MetadataReport(terminal, problems, options.tsv());
    try (Contest contest =
        new Contest(
            ourSide(folder),
            runtime.command(program, List.of(folder)),
            options.warmUp(),
            options.rounds())) {
      for (MetadataWork work : works) {
        report.print(contest.at(work));
      }
      report.print(contest.footprint());
    }
    return problems.exitCode();
  }

  /** Returns the absolute path of a folder that has .NET files. */
  static Path folder(Path directory) throws IOException {
    if (ManagedFile.of(directory.toString(), false, ignored -> {}).isEmpty()) {
      throw new FileSystemException(directory.toString(), null, "no .NET file is in this folder");
    }
    if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    return directory.toAbsolutePath();
  }

  /**
   * Returns the command of a JVM as a user of the library has it, with the class path and the
   * defaults of this JVM's Java.
   */
  private static List<String> ourSide(String folder) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        MetadataBench.class.getName(),
        folder);
  }

  /** Converts the name of a measurement. */
  static final class WorkConverter extends BenchOptions.WorkConverter<MetadataWork> {
    WorkConverter() {
      super(List.of(MetadataWork.values()));
    }
  }
}
