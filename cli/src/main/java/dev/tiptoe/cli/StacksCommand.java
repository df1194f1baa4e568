// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe stacks}: what the threads of a recorded program were doing. */
@Command(
    name = "stacks",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the stacks of a trace as a tree of calls for each thread, with percentages of all stacks.",
      "",
      "TSV columns: thread, count, frames from root to leaf joined by ; (a ; in a name is \\u003b)."
    })
final class StacksCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace.")
  private Path file = Path.of("");

  @Option(
      names = "--min",
      paramLabel = "PERCENT",
      defaultValue = "1",
      description = "Leave out what has less of all stacks than this. Default: ${DEFAULT-VALUE}.")
  private double coldest = 1;

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;

  StacksCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    StackProfile profile = StackProfile.of(Trace.read(file, terminal));
    if (tsv) {
      profile.threads().forEach(this::rows);
    } else {
      CallTreePrinter printer = new CallTreePrinter(terminal, profile.stacks(), coldest);
      profile.threads().forEach(printer::print);
    }
    return profile.stacks() == 0 ? ExitCode.NO : ExitCode.OK;
  }

  private void rows(CallTree thread) {
    thread.forEachStack((frames, count) -> terminal.line(row(thread.name(), count, frames)));
  }

  /** One stack for scripts. */
  static String row(String thread, long count, List<String> frames) {
    return Tsv.row(thread, count)
        + "\t"
        + frames.stream()
            .map(frame -> Tsv.field(frame).replace(";", "\\u003b"))
            .collect(Collectors.joining(";"));
  }
}
