// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.view.HtmlView;
import dev.tiptoe.profile.view.LoadedTable;
import dev.tiptoe.profile.view.NarrowStacks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;

/** An HTML page that is written to a file. */
final class HtmlPage {

  /** The ending of its name. */
  static final String ENDING = ".html";

  private static final long TO_FAIL_SECONDS = 2;

  private static final List<String> DISPLAYS = List.of("DISPLAY", "WAYLAND_DISPLAY");

  private final OutputFile file;
  private final LongConsumer progress;
  private final DoubleConsumer share;

  /**
   * Creates a page.
   *
   * @param progress takes in how many bytes are written
   * @param share takes in how much of all that is, from 0 to 1
   */
  HtmlPage(OutputFile file, LongConsumer progress, DoubleConsumer share) {
    this.file = file;
    this.progress = progress;
    this.share = share;
  }

  /** Returns a page in this folder, with the name of a trace. */
  static HtmlPage about(Path trace, Terminal terminal) throws IOException {
    return new HtmlPage(
        OutputFile.of(Optional.empty(), ENDING, trace, false, terminal), written -> {}, part -> {});
  }

  /** Returns where it is. */
  Path path() {
    return file.path();
  }

  /**
   * Writes a profile.
   *
   * @param view what it is of the whole, in words; empty for all of it
   * @param narrow what becomes of narrow stacks
   */
  void write(Profile profile, LoadedTable loaded, String view, NarrowStacks narrow)
      throws IOException {
    file.write(out -> HtmlView.write(profile, loaded, view, narrow, out, share), progress);
  }

  /** Writes a difference. */
  void write(Profile before, Profile after, String view, NarrowStacks narrow) throws IOException {
    ProfileDifference difference = ProfileDifference.of(before, after);
    file.write(out -> HtmlView.write(difference, view, narrow, out, share), progress);
  }

  /** Opens it in the user's browser; returns why that cannot be done, or else nothing. */
  Optional<String> open() {
    if (DISPLAYS.stream().allMatch(display -> System.getenv(display) == null)) {
      return Optional.of("there is no desktop here");
    }
    try {
      Process opener =
          new ProcessBuilder("xdg-open", path().toAbsolutePath().toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // Where there is no browser it fails at once; some browsers keep it until they are closed.
      boolean hasFailed =
          opener.waitFor(TO_FAIL_SECONDS, TimeUnit.SECONDS) && opener.exitValue() != 0;
      return hasFailed ? Optional.of("xdg-open found no browser") : Optional.empty();
    } catch (IOException e) {
      return Optional.of("there is no xdg-open here");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
