// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.TemporaryFile;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The input file of a command. Traces and profiles are read several times, so the data of a pipe is
 * copied to a temporary file first; messages name the original.
 */
final class InputFile implements AutoCloseable {

  /** The name for standard input. */
  private static final Path DASH = Path.of("-");

  private static final String STANDARD_INPUT = "standard input";

  private static final Pattern NUMBER_0 = Pattern.compile("/dev/stdin|/(dev|proc/self)/fd/0");

  /** The paths for the descriptors of this process. Other pipes may never get a writer. */
  private static final Pattern DESCRIPTORS =
      Pattern.compile("/dev/stdin|/(dev|proc/self)/fd/[0-9]+");

  private final Path path;
  private final Optional<TemporaryFile> copy;

  private InputFile(Path path, Optional<TemporaryFile> copy) {
    this.path = path;
    this.copy = copy;
  }

  /**
   * Opens a file.
   *
   * @param named its path; {@code -} for standard input
   * @throws IOException when it is a folder, a device or the like, or a pipe that cannot be copied
   */
  static InputFile of(Path named, Terminal terminal) throws IOException {
    if (named.equals(DASH)) {
      return copied(terminal.in(), STANDARD_INPUT, terminal);
    }
    requireName(named);
    if (Files.isDirectory(named)) {
      throw new IOException(named + ": a folder, not a file");
    }
    if (!Files.exists(named) || Files.isRegularFile(named)) {
      return new InputFile(named, Optional.empty());
    }
    if (!DESCRIPTORS.matcher(named.toString()).matches()) {
      throw new IOException(named + ": not a regular file; a pipe is read by the name -");
    }
    if (NUMBER_0.matcher(named.toString()).matches()) {
      return copied(terminal.in(), named.toString(), terminal);
    }
    try (InputStream in = Files.newInputStream(named)) {
      return copied(in, named.toString(), terminal);
    }
  }

  /**
   * Checks that two files are not both standard input.
   *
   * @throws IOException when they are
   */
  static void requireTwo(Path one, Optional<Path> other) throws IOException {
    if (one.equals(DASH) && other.equals(Optional.of(DASH))) {
      throw new IOException("standard input cannot be two files");
    }
  }

  private static InputFile copied(InputStream in, String name, Terminal terminal)
      throws IOException {
    try (Progress progress = terminal.progress("copying " + name, Progress.Unit.BYTES, 0)) {
      // Its name is that of the profile, too.
      TemporaryFile copy = TemporaryFile.copyOf(progress.counting(in), "stdin", name);
      terminal.rename(copy.path(), name);
      return new InputFile(copy.path(), Optional.of(copy));
    }
  }

  /**
   * Checks that a path names something.
   *
   * @throws IOException when it is empty, which would be this folder
   */
  static void requireName(Path path) throws IOException {
    if (path.toString().isEmpty()) {
      throw new IOException("'': not the name of a file");
    }
  }

  /** Returns the name that files about a file are made of. */
  static String nameOf(Path named) {
    return named.equals(DASH) ? "stdin" : String.valueOf(named.getFileName());
  }

  /** Returns where it can be read until this is closed. */
  Path path() {
    return path;
  }

  /** Deletes the copy, if there is one. */
  @Override
  public void close() {
    copy.ifPresent(TemporaryFile::close);
  }
}
