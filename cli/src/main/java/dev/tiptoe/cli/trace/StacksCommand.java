// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.terminal.Tsv;
import dev.tiptoe.profile.FrameDetail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe stacks}: prints the call tree of each thread. */
@Command(
    name = "stacks",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the stacks of a trace, or the samples of a .nettrace file, as a tree of calls for"
          + " each thread, with percentages of all stacks.",
      "",
      "A terminal gets what fits on it, the hottest calls first: the percentages of a call and of"
          + " its own code, a chain of calls on one line, methods as they were written, without"
          + " the machinery of awaits and native code. With --all, and in a pipe, it is the whole"
          + " tree.",
      "",
      "TSV columns, and members of JSON: thread, count, frames from root to leaf; in TSV joined by ;"
          + " (a ; in a name is \\u003b).",
      "With --il or --lines, the position in a method is in brackets behind its name."
    })
public final class StacksCommand implements Callable<Integer> {

  private static final List<String> COLUMNS = List.of("thread", "count", "frames");

  /** The lines of the screen beside the tree: a heading, a note, and the next prompt. */
  private static final int AROUND = 3;

  /** The fewest lines of a tree, however small the screen. */
  private static final int SHORTEST = 5;

  @Parameters(paramLabel = "FILE", description = "The trace, or a .nettrace file.")
  private Path file = Path.of("");

  @Option(
      names = "--min",
      paramLabel = "PERCENT",
      defaultValue = "1",
      description =
          "Leave out branches with a smaller share of all stacks. Default: ${DEFAULT-VALUE}.")
  private double coldest = 1;

  @Option(names = "--il", description = "Print the IL offset of each frame.")
  private boolean ilOffsets;

  @Option(
      names = "--lines",
      description =
          "Print the source line of each frame, where the module's portable PDB is inside the"
              + " module or beside it.")
  private boolean lines;

  @Mixin private ModuleFolders folders = new ModuleFolders();

  @Option(
      names = "--all",
      description = "Print the whole tree on a terminal, too: a line for each call.")
  private boolean all;

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;

  public StacksCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    boolean folded = !asRows && !all && terminal.screen().showsResults();
    Trace trace = Trace.readForStacks(file, folders.locator(terminal), terminal);
    StackProfile profile =
        folded
            ? StackProfile.written(trace, details(), terminal)
            : StackProfile.of(trace, details(), terminal);
    if (asRows) {
      profile.threads().forEach(this::rows);
    } else if (folded) {
      fold(profile);
    } else {
      CallTreePrinter printer = new CallTreePrinter(terminal, profile.stacks(), coldest);
      profile.threads().forEach(printer::print);
    }
    if (profile.stacks() == 0 && trace.recorded().eventPipe().isPresent()) {
      terminal.note(
          file + ": no samples: they come from the provider Microsoft-DotNETCore-SampleProfiler");
    }
    if (profile.cutStacks() > 0) {
      terminal.note(
          file + ": the leaves of some stacks are left out: there are too many distinct ones");
    }
    if (lines && profile.stacks() > 0 && !profile.anySource()) {
      terminal.note("no source lines: no portable PDB was found for any module on these stacks");
    }
    return profile.stacks() == 0 ? ExitCode.NO : ExitCode.OK;
  }

  private Set<FrameDetail> details() {
    Set<FrameDetail> details = EnumSet.noneOf(FrameDetail.class);
    if (ilOffsets) {
      details.add(FrameDetail.IL_OFFSET);
    }
    if (lines) {
      details.add(FrameDetail.SOURCE_LINE);
    }
    return details;
  }

  private void rows(CallTree thread) {
    thread.forEachStack(
        (frames, count) ->
            format.row(terminal, COLUMNS, thread.name(), count, new Tsv.Joined(';', frames)));
  }

  private void fold(StackProfile profile) {
    if (profile.stacks() == 0) {
      return;
    }
    int height = Math.max(SHORTEST, terminal.screen().height() - AROUND);
    FoldedTree tree =
        new FoldedTree(
            profile.threads(), profile.stacks(), coldest, terminal.screen().width(), height);
    terminal.line(new StyledLine().dim(" total    self  " + profile.stacks() + " samples"));
    tree.lines().forEach(terminal::line);
    if (tree.leftOut() > 0) {
      terminal.line(
          new StyledLine().dim(tree.leftOut() + " branches are folded; --all shows them"));
    }
  }
}
