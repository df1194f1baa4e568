// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
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
      "Writes the stacks of a trace as one HTML page, and opens it where there is a desktop: flame graph,"
          + " timeline, methods, callers and callees, types and how far they are loaded. The page loads"
          + " nothing from anywhere.",
      "",
      "With --against, the page shows how the trace differs from another one."
    })
public final class ViewCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace.")
  private Path file = Path.of("");

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Show the difference from this trace, which came before.")
  private @Nullable Path against;

  @Option(
      names = "--out",
      paramLabel = "PAGE",
      description =
          "The page, which must not exist yet. Default: the trace's name with .html, in this folder.")
  private @Nullable Path out;

  @Option(names = "--no-open", description = "Only write the page.")
  private boolean unopened;

  @Mixin private ModuleFolders folders = new ModuleFolders();

  private final Terminal terminal;

  public ViewCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  @SuppressWarnings("try") // the progress shows the time while it is open
  public Integer call() throws IOException {
    Trace trace = Trace.read(file, folders.locator(terminal), terminal);
    Profile profile = profile(trace);
    HtmlPage page = HtmlPage.create(Optional.ofNullable(out), file);
    if (against == null) {
      try (Progress ignored = writing(page)) {
        page.write(profile, LoadedTypes.of(trace));
      }
    } else {
      Profile before = profile(Trace.read(against, folders.locator(terminal), terminal));
      try (Progress ignored = writing(page)) {
        page.write(before, profile);
      }
    }
    terminal.line(page.path().toString());
    if (!unopened && !page.open()) {
      terminal.note("there is no desktop here; open the page in a browser");
    }
    return profile.rows() == 0 ? ExitCode.NO : ExitCode.OK;
  }

  private Progress writing(HtmlPage page) {
    return terminal.progress("writing " + page.path().getFileName(), Progress.Unit.TIME, 0);
  }

  private Profile profile(Trace trace) throws IOException {
    return StackProfile.read(trace, Set.of(FrameDetail.SOURCE), terminal);
  }
}
