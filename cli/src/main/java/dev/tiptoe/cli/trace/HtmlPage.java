// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.view.HtmlView;
import dev.tiptoe.profile.view.LoadedEntity;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** An HTML page that is written as a new file. */
final class HtmlPage {

  private static final List<String> DISPLAYS = List.of("DISPLAY", "WAYLAND_DISPLAY");

  private final Path path;

  private HtmlPage(Path path) {
    this.path = path;
  }

  /**
   * Creates an empty file at a path; without one, in this folder, under the name of a file, with a
   * number where that is taken.
   *
   * @throws FileAlreadyExistsException when there is a file at the path
   */
  static HtmlPage create(Optional<Path> wanted, Path trace) throws IOException {
    if (wanted.isPresent()) {
      Files.createFile(wanted.get());
      return new HtmlPage(wanted.get());
    }
    String name =
        String.valueOf(trace.getFileName())
            .replaceFirst(
                "(\\.(tiptoe|nettrace|pb|pprof|otlp|collapsed|folded|txt))*(\\.gz)?$", "");
    for (int number = 1; ; number++) {
      Path page = Path.of(name + (number == 1 ? "" : "-" + number) + ".html");
      try {
        Files.createFile(page);
        return new HtmlPage(page);
      } catch (FileAlreadyExistsException e) {
        // The next number may be free.
      }
    }
  }

  /** Returns where it is. */
  Path path() {
    return path;
  }

  void write(Profile profile, List<LoadedEntity> loaded) throws IOException {
    try (OutputStream out = stream()) {
      HtmlView.write(profile, loaded, out);
    }
  }

  /** Writes a difference. */
  void write(Profile before, Profile after) throws IOException {
    try (OutputStream out = stream()) {
      HtmlView.write(ProfileDifference.of(before, after), out);
    }
  }

  private OutputStream stream() throws IOException {
    return new BufferedOutputStream(
        Files.newOutputStream(path, StandardOpenOption.TRUNCATE_EXISTING));
  }

  /** Opens it in the user's browser; returns whether there is a desktop. */
  boolean open() throws IOException {
    if (DISPLAYS.stream().allMatch(display -> System.getenv(display) == null)) {
      return false;
    }
    try {
      new ProcessBuilder("xdg-open", path.toAbsolutePath().toString())
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
