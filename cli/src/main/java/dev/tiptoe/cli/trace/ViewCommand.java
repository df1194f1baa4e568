// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.option.SymbolPlaces;
import dev.tiptoe.cli.option.ValueOptions;
import dev.tiptoe.cli.option.ViewOptions;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      "FILE is a trace, a .nettrace file, a profile of pprof or OTLP, or collapsed stacks; its"
          + " contents decide, and gzip is undone. With --against, the page shows how it differs"
          + " from another one, of any of these formats."
    })
public final class ViewCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace or profile.")
  private Path file = Path.of("");

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Show the difference from this file, which came before.")
  private @Nullable Path against;

  @Option(
      names = "--out",
      paramLabel = "PAGE",
      description =
          "The page, which must not exist yet. Default: the file's name with .html, in this"
              + " folder.")
  private @Nullable Path out;

  @Mixin private ValueOptions values = new ValueOptions();

  @Option(names = "--no-open", description = "Only write the page.")
  private boolean unopened;

  @Mixin private ViewOptions view = new ViewOptions();

  @Mixin private ModuleFolders folders = new ModuleFolders();

  @Mixin private SymbolPlaces symbols = new SymbolPlaces();

  private final Problems problems;

  private final Terminal terminal;

  public ViewCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  @SuppressWarnings("try") // the progress shows the time while it is open
  public Integer call() throws IOException {
    ProfileInput input = read(file);
    Profile profile = view.of(input.profile());
    Optional<ProfileInput> before = against == null ? Optional.empty() : Optional.of(read(against));
    if (before.isPresent()) {
      ProfileInput.requireSameClock(before.get().profile(), profile);
    }
    HtmlPage page = HtmlPage.create(Optional.ofNullable(out), file);
    try (Progress ignored = writing(page)) {
      if (before.isEmpty()) {
        page.write(
            profile, input.trace().isEmpty() ? List.of() : LoadedEntities.of(input.trace().get()));
      } else {
        page.write(view.of(before.get().profile()), profile);
      }
    }
    terminal.line(page.path().toString());
    if (!unopened && !page.open()) {
      terminal.note("there is no desktop here; open the page in a browser");
    }
    return places().exitCode(profile.rows() == 0 ? ExitCode.NO : ExitCode.OK);
  }

  private InputPlaces places() {
    return new InputPlaces(folders, symbols, problems);
  }

  private ProfileInput read(Path from) throws IOException {
    return ProfileInput.read(
        from, Trace::read, EnumSet.of(FrameDetail.SOURCE), values, places(), terminal);
  }

  private Progress writing(HtmlPage page) {
    return terminal.progress("writing " + page.path().getFileName(), Progress.Unit.TIME, 0);
  }
}
