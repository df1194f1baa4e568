// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.FormatWords;
import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.PercentConverter;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.option.ValueOptions;
import dev.tiptoe.cli.option.ViewOptions;
import dev.tiptoe.cli.terminal.Counted;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.terminal.Tsv;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe stacks}: prints the call tree of each thread. */
@Command(
    name = "stacks",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the stacks of a trace or profile as a tree of calls for each thread, with percentages"
          + " of all stacks.",
      "",
      "FILE is "
          + FormatWords.READ
          + "; its contents decide, and gzip is undone. With --against, it is a list of the methods"
          + " whose share differs from that in another one, of any of these formats.",
      "",
      "A terminal gets what fits on it, the hottest calls first: the percentages of a call and of"
          + " its own code, a chain of calls on one line, methods as they were written, without"
          + " the machinery of awaits and native code. With --all, and in a pipe, it is the whole"
          + " tree.",
      "",
      "TSV columns, and members of JSON: thread, count, frames from root to leaf; in TSV joined by"
          + " ; (a ; in a name is \\u003b); with --against: before, after, frames.",
      "With --il or --lines, the position in a method is in brackets behind its name."
    })
public final class StacksCommand implements Callable<Integer> {

  private static final List<String> COLUMNS = List.of("thread", "count", "frames");

  private static final List<String> DIFFERENCE = List.of("before", "after", "frames");

  private static final Set<FrameKind> NOISE = EnumSet.of(FrameKind.ASYNC, FrameKind.NATIVE);

  /** The lines of the screen beside the tree: a heading, what is folded, and the next prompt. */
  private static final int AROUND = 3;

  /** The fewest lines of a tree, however small the screen. */
  private static final int SHORTEST = 5;

  @Parameters(paramLabel = "FILE", description = "The trace or profile; - for standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Print the difference from this file, which came before.")
  private Optional<Path> against = Optional.empty();

  @Mixin private ViewOptions view = new ViewOptions();

  @Mixin private ValueOptions values = new ValueOptions();

  @Option(
      names = "--min",
      paramLabel = "PERCENT",
      defaultValue = "1",
      converter = PercentConverter.class,
      description =
          "Leave out branches with a smaller share of all stacks. Default: ${DEFAULT-VALUE}.")
  private double coldest = 1;

  @Option(names = "--il", description = "Print the IL offset of each frame.")
  private boolean ilOffsets;

  @Option(
      names = "--lines",
      description =
          "Print the source line of each frame, where the module's portable PDB is found (inside"
              + " the module, beside it, in --symbols) or an index of it.")
  private boolean lines;

  @Mixin private GivenSymbols symbols = new GivenSymbols();

  private final Problems problems;

  @Option(
      names = "--all",
      description = "Print the whole tree on a terminal, too: a line for each call.")
  private boolean all;

  @Option(
      names = "--full-names",
      description =
          "On a terminal, too, methods have their full names, as in a pipe: with namespace and"
              + " parameters, and as the compiler made them.")
  private boolean fullNames;

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;

  public StacksCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    view.requireOrder();
    InputFile.requireTwo(file, against);
    try (InputFile given = InputFile.of(file, terminal)) {
      return print(given.path(), asRows);
    }
  }

  private int print(Path from, boolean asRows) throws IOException {
    boolean folded = !asRows && !all && terminal.screen().showsResults();
    ProfileInput input = read(from, folded);
    Profile shown = view.of(input.profile(), folded);
    Function<Frame, String> names = folded && !fullNames ? Frame::shown : Frame::method;
    if (against.isPresent()) {
      Profile before = before(against.get(), folded);
      ProfileInput.requireSameClock(before, shown);
      return difference(ProfileDifference.of(before, shown), names, folded);
    }
    if (input.isEmpty(shown, terminal)) {
      return places().exitCode(ExitCode.NO);
    }
    StackProfile profile = new StackProfile(shown, names);
    if (asRows) {
      profile.threads().forEach(this::rows);
    } else if (folded) {
      fold(profile, hasNoise(input.profile()));
    } else {
      CallTreePrinter printer = new CallTreePrinter(terminal, profile.stacks(), coldest);
      profile.threads().forEach(printer::print);
    }
    remark(input.file(), profile);
    return places().exitCode(ExitCode.OK);
  }

  private Profile before(Path named, boolean folded) throws IOException {
    try (InputFile given = InputFile.of(named, terminal)) {
      return view.of(read(given.path(), folded).profile(), folded);
    }
  }

  private InputPlaces places() {
    return new InputPlaces(symbols, problems);
  }

  private ProfileInput read(Path from, boolean folded) throws IOException {
    Set<FrameDetail> details = details();
    if (folded || against.isPresent()) {
      details.add(FrameDetail.SOURCE);
    }
    return ProfileInput.read(from, Trace::readForStacks, details, values, places(), terminal);
  }

  private void remark(Path from, StackProfile profile) {
    if (profile.cutStacks() > 0) {
      terminal.note(
          from + ": the leaves of some stacks are left out: there are too many distinct ones");
    }
    if (lines && !profile.anySource()) {
      terminal.note(
          "no source lines: no portable PDB or index was found for any module on these stacks");
    }
  }

  private int difference(
      ProfileDifference difference, Function<Frame, String> names, boolean folded) {
    if (format.isGiven()) {
      FrameTexts texts = new FrameTexts(difference.stacks(), names);
      for (int row = 0; row < difference.stacks().rows(); row++) {
        format.row(
            terminal,
            DIFFERENCE,
            difference.before(row),
            difference.after(row),
            new Tsv.Joined(';', texts.ofRow(difference.stacks(), row)));
      }
    } else {
      MethodChanges changes = new MethodChanges(difference, names, coldest);
      int room = Math.max(SHORTEST, terminal.room() - AROUND);
      changes.lines(folded ? room : Integer.MAX_VALUE).forEach(terminal::line);
    }
    return places().exitCode(difference.stacks().rows() == 0 ? ExitCode.NO : ExitCode.OK);
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

  private void rows(CountedCalls thread) {
    thread.forEachStack(
        (frames, count) ->
            format.row(terminal, COLUMNS, thread.name(), count, new Tsv.Joined(';', frames)));
  }

  /** Returns whether frames were left out that only carry the work of others. */
  private static boolean hasNoise(Profile profile) {
    return profile.frames().stream().map(Frame::kind).anyMatch(NOISE::contains);
  }

  private void fold(StackProfile profile, boolean isNoiseFolded) {
    int height = Math.max(SHORTEST, terminal.room() - AROUND);
    FoldedTree tree =
        new FoldedTree(
            profile.threads(), profile.stacks(), coldest, terminal.screen().width(), height);
    String clock = profile.clock().map(of -> " of " + of.inWords()).orElse("");
    terminal.line(
        new StyledLine().dim(" total    self  " + Counted.of(profile.stacks(), "sample") + clock));
    tree.lines().forEach(terminal::line);
    String folded = folded(tree.leftOut(), isNoiseFolded);
    if (!folded.isEmpty()) {
      terminal.line(new StyledLine().dim(folded));
    }
  }

  private static String folded(int branches, boolean isNoiseFolded) {
    List<String> folded = new ArrayList<>();
    if (branches > 0) {
      folded.add(Counted.of(branches, "branch"));
    }
    if (isNoiseFolded) {
      folded.add("native code, async machinery");
    }
    return folded.isEmpty() ? "" : "folded: " + String.join(", ", folded) + "; --all shows all";
  }
}
