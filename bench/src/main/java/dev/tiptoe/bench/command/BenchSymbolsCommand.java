// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.Contest;
import dev.tiptoe.bench.SymbolsWork;
import dev.tiptoe.bench.symbols.SymbolsBench;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code prove bench symbols}: measures symbol indexes beside other structures of lines. */
@Command(
    name = "symbols",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how fast frames (MVID, method, IL offset) lead to names and lines: an open folder"
          + " of symbol indexes, a HashMap of the same answers, the layout of Sentry's"
          + " PortablePdbCache, and System.Reflection.Metadata, which decodes for each answer (srm)"
          + " or keeps what it has decoded (srm-kept). Each side is a process of its own; distinct"
          + " frames in random order.",
      "",
      "TSV columns: work, peer, ours, peer's, ratio, target; medians for one answer in nanoseconds."
    })
final class BenchSymbolsCommand implements Callable<Integer> {

  /** A module of the fetched runtime's package that has its PDB inside. */
  static final String MODULE = "azmcp.dll";

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "A module with its PDB. Default: one that the build fetches.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--frames",
      defaultValue = "1000000",
      description = "How many distinct frames there are. Default: ${DEFAULT-VALUE}.")
  private int frames;

  @Option(
      names = "--works",
      paramLabel = "WORK",
      split = ",",
      converter = WorkConverter.class,
      description = "Only these works, by their names in TSV.")
  private List<SymbolsWork> works = List.of(SymbolsWork.values());

  @Mixin private final BenchOptions options = new BenchOptions(9, 5);

  private final Terminal terminal;
  private final Problems problems;

  BenchSymbolsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Path module = file.orElseGet(() -> Installation.current().fetchedRuntime().resolve(MODULE));
    SymbolsReport report = new SymbolsReport(terminal, problems, options.tsv());
    Path folder = Files.createTempDirectory("tiptoe-symbols");
    try {
      for (SymbolsWork work : works) {
        List<String> peers = work.peers().isEmpty() ? List.of("") : work.peers();
        for (String peer : peers) {
          Map<String, List<String>> others =
              peer.isEmpty() ? Map.of() : Map.of(peer, side(peer, module, folder));
          try (Contest contest =
              new Contest(
                  side("tiptoe", module, folder), others, options.warmUp(), options.rounds())) {
            report.print(work, peer, contest.at(work));
          }
        }
      }
    } finally {
      delete(folder);
    }
    return problems.exitCode();
  }

  private List<String> side(String side, Path module, Path folder) {
    return switch (side) {
      case "srm" -> netSide("symbols", module);
      case "srm-kept" -> netSide("symbols-kept", module);
      default -> javaSide(side, module, folder);
    };
  }

  /** Returns the command of the program with System.Reflection.Metadata. */
  private List<String> netSide(String word, Path module) {
    Installation installation = Installation.current();
    Path peer = installation.home().resolve(BenchMetadataCommand.PEER);
    return DotnetRuntime.requireFetched(installation)
        .command(peer, List.of(word, module.toString(), Integer.toString(frames)));
  }

  private List<String> javaSide(String side, Path module, Path folder) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        SymbolsBench.class.getName(),
        side,
        module.toString(),
        Integer.toString(frames),
        folder.toString());
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      all.forEach(files::add);
    }
    for (Path each : files) {
      Files.delete(each);
    }
    Files.delete(folder);
  }

  /** Converts the name of a measurement. */
  static final class WorkConverter extends BenchOptions.WorkConverter<SymbolsWork> {
    WorkConverter() {
      super(List.of(SymbolsWork.values()));
    }
  }
}
