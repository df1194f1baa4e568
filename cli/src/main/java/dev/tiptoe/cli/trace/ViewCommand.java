// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.FormatWords;
import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.ValueOptions;
import dev.tiptoe.cli.option.ViewOptions;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.view.LoadedTable;
import dev.tiptoe.profile.view.NarrowStacks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe view}: writes the profile of a trace as an HTML page. */
@Command(
    name = "view",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the stacks of a trace or profile as one HTML page, and opens it where there is a"
          + " desktop: flame graph, timeline, methods, callers and callees, what is loaded and how"
          + " far. The page loads nothing from anywhere.",
      "",
      "FILE is "
          + FormatWords.READ
          + "; its contents decide, and gzip is undone. With --against, the page shows how it"
          + " differs from another one, of any of these formats."
    })
public final class ViewCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace or profile; - for standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Show the difference from this file, which came before.")
  private Optional<Path> against = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "PAGE",
      description =
          "The page, which must not exist yet; - for standard output. Default: a file in the"
              + " working directory, named after FILE, with a number where that name is taken.")
  private Optional<Path> out = Optional.empty();

  @Option(names = "--force", description = "Replace a page that exists.")
  private boolean replaces;

  @Mixin private ValueOptions values = new ValueOptions();

  @Option(
      names = "--all",
      description =
          "Keep all stacks, however many they are. Without this option, when their tree has more"
              + " than 2,000,000 nodes, the narrowest are joined, and the page says so; the"
              + " weights of methods stay exact.")
  private boolean isWhole;

  @Option(names = "--no-open", description = "Only write the page.")
  private boolean unopened;

  @Mixin private ViewOptions view = new ViewOptions();

  @Mixin private GivenSymbols symbols = new GivenSymbols();

  private final Problems problems;

  private final Terminal terminal;

  public ViewCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    view.requireOrder();
    InputFile.requireTwo(file, against);
    OutputFile target = OutputFile.of(out, HtmlPage.ENDING, file, replaces, terminal);
    try (InputFile given = InputFile.of(file, terminal)) {
      return view(given.path(), target);
    }
  }

  private int view(Path from, OutputFile target) throws IOException {
    ProfileInput input = read(from);
    Profile profile = view.of(input.profile());
    Optional<Profile> before = before();
    if (before.isPresent()) {
      ProfileInput.requireSameClock(before.get(), profile);
    }
    boolean isEmpty = input.isEmpty(profile, terminal);
    if (isEmpty && !hasMore(input, before)) {
      return places().exitCode(ExitCode.NO);
    }
    HtmlPage page = write(target, input, profile, before);
    if (target.isStream()) {
      return places().exitCode(ExitCode.OK);
    }
    terminal.line(page.path().toString());
    if (!unopened) {
      page.open().ifPresent(why -> terminal.note(why + "; open the page in a browser"));
    }
    return places().exitCode(ExitCode.OK);
  }

  private Optional<Profile> before() throws IOException {
    if (against.isEmpty()) {
      return Optional.empty();
    }
    try (InputFile given = InputFile.of(against.get(), terminal)) {
      return Optional.of(view.of(read(given.path()).profile()));
    }
  }

  private InputPlaces places() {
    return new InputPlaces(symbols, problems);
  }

  /** Returns whether there is something to see without samples: those before, or what is loaded. */
  private static boolean hasMore(ProfileInput input, Optional<Profile> before) {
    return before.isPresent()
        ? before.get().rows() > 0
        : input.profile().rows() == 0 && input.trace().isPresent();
  }

  private HtmlPage write(
      OutputFile target, ProfileInput input, Profile profile, Optional<Profile> before)
      throws IOException {
    try (Progress progress =
        terminal.progress("writing " + target.path().getFileName(), Progress.Unit.BYTES, 0)) {
      HtmlPage page = new HtmlPage(target, progress::at, progress::atShare);
      NarrowStacks narrow = isWhole ? NarrowStacks.KEPT : NarrowStacks.JOINED;
      if (before.isPresent()) {
        page.write(before.get(), profile, view.inWords(), narrow);
      } else {
        page.write(
            profile,
            input.trace().isEmpty() ? LoadedTable.EMPTY : LoadedEntities.of(input.trace().get()),
            view.inWords(),
            narrow);
      }
      return page;
    }
  }

  private ProfileInput read(Path from) throws IOException {
    return ProfileInput.read(
        from, Trace::read, EnumSet.of(FrameDetail.SOURCE), values, places(), terminal);
  }
}
