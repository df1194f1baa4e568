// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Planted;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.TemporaryFile;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.format.ProfileFormat;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The output file of a command. It is complete or does not exist. It replaces another file only on
 * request. Only its user can read it, since it may contain everything that the input contains.
 *
 * @param path where it is to be
 * @param replaces whether it may take the place of another file
 * @param terminal has standard output, which a path may stand for
 */
record OutputFile(Path path, boolean replaces, Terminal terminal) {

  /** What is left out at the end of a name, so that the new ending does not follow the old one. */
  private static final Pattern ENDINGS =
      Pattern.compile(
          ProfileFormat.read().stream()
              .flatMap(format -> format.endings().stream())
              .flatMap(ending -> Arrays.stream(ending.substring(1).split("\\.", -1)))
              .filter(part -> !part.equals("gz"))
              .distinct()
              .collect(Collectors.joining("|", "(\\.(", "))*(\\.gz)?$")));

  /** What stands for standard output. */
  private static final Path DASH = Path.of("-");

  /** What stands for the descriptors of this process. */
  private static final Pattern DESCRIPTORS =
      Pattern.compile("/dev/std(in|out|err)|/(dev|proc/self)/fd/[0-9]+");

  private static final Pattern STANDARD_OUTPUT =
      Pattern.compile("/dev/stdout|/(dev|proc/self)/fd/1");

  /** Writes what a file is to have. */
  @FunctionalInterface
  interface Contents {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Returns the file at a path; without one, the file in this folder that has the name of another
   * one with another ending, and a number where that is taken.
   *
   * @param wanted the path; {@code -} for standard output
   * @param ending the ending, with its dot
   * @param about the file that is read
   * @param replaces whether a file that exists is replaced
   * @throws FileAlreadyExistsException when there is a file at the path, which is not to be
   *     replaced
   */
  static OutputFile of(
      Optional<Path> wanted, String ending, Path about, boolean replaces, Terminal terminal)
      throws IOException {
    Path path =
        wanted
            .map(name -> name.equals(DASH) ? Path.of("/dev/stdout") : name)
            .orElseGet(() -> free(about, ending, replaces));
    InputFile.requireName(path);
    Planted.refuse(path);
    if (Files.isDirectory(path)) {
      throw new IOException(path + ": a folder, not a file");
    }
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new IOException(path + ": its folder does not exist");
    }
    OutputFile file = new OutputFile(path, replaces, terminal);
    if (exists(path) && !file.isStream()) {
      if (Files.exists(about) && Files.exists(path) && Files.isSameFile(about, path)) {
        throw new IOException(path + ": this is the file that is read; name another with --out");
      }
      if (!replaces) {
        throw new IOException(path + ": exists already; --force replaces it");
      }
    }
    return file;
  }

  private static Path free(Path about, String ending, boolean replaces) {
    String name = ENDINGS.matcher(InputFile.nameOf(about)).replaceFirst("");
    Path path = Path.of(name + ending);
    for (int number = 2; exists(path) && !replaces; number++) {
      path = Path.of(name + "-" + number + ending);
    }
    return path;
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns whether it is there and is written to as it is: a pipe, a device, a descriptor. A link
   * is none of these, whatever it leads to.
   */
  boolean isStream() {
    // A descriptor may stand for a regular file, which is the shell's to replace.
    return isIn(STANDARD_OUTPUT) || (isIn(DESCRIPTORS) ? Files.exists(path) : isSpecial());
  }

  private boolean isSpecial() {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isOther();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isIn(Pattern paths) {
    return paths.matcher(path.toAbsolutePath().normalize().toString()).matches();
  }

  /**
   * Writes it. What is no regular file is written to as it is.
   *
   * @param progress takes in how many bytes are written
   * @throws IOException when that fails; of what cannot be written the message has the path
   */
  void write(Contents contents, LongConsumer progress) throws IOException {
    if (!isStream()) {
      writeWhole(contents, progress);
    } else if (isIn(STANDARD_OUTPUT)) {
      write(contents, results(), progress);
      terminal.flushResults();
    } else {
      // Another user may have put it there meanwhile, but cannot replace one of ours.
      Planted.refuse(path);
      write(contents, opened(), progress);
    }
  }

  private OutputStream results() {
    return new OutputStream() {
      @Override
      public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        terminal.passOn(bytes, from, length);
      }
    };
  }

  private void writeWhole(Contents contents, LongConsumer progress) throws IOException {
    Path partial = path.resolveSibling(".tiptoe-" + ProcessHandle.current().pid() + ".part");
    OutputStream created = created(partial);
    try (TemporaryFile file = TemporaryFile.at(partial)) {
      write(contents, created, progress);
      move(file.path());
    }
  }

  private void move(Path partial) throws IOException {
    try {
      if (replaces) {
        Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(partial, path);
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  private OutputStream created(Path partial) throws IOException {
    FileAttribute<?>[] ownersOnly =
        partial.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      return Channels.newOutputStream(
          Files.newByteChannel(
              partial,
              Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
              ownersOnly));
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  private OutputStream opened() throws IOException {
    OpenOption[] asItIs = {StandardOpenOption.WRITE, StandardOpenOption.APPEND};
    OpenOption[] notALink = {
      StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS
    };
    try {
      return Files.newOutputStream(path, isIn(DESCRIPTORS) ? asItIs : notALink);
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /** Returns the problem with the path that the user knows. */
  private IOException unwritten(IOException problem) {
    return new IOException(Problems.describe(path.toString(), problem), problem);
  }

  private void write(Contents contents, OutputStream to, LongConsumer progress) throws IOException {
    try (OutputStream out = new BufferedOutputStream(new Counted(to, progress), 1 << 16)) {
      contents.write(out);
    }
  }

  /** Counts what is written, and says to which file what is not. */
  private final class Counted extends FilterOutputStream {
    private final LongConsumer progress;
    private long written;

    Counted(OutputStream out, LongConsumer progress) {
      super(out);
      this.progress = progress;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        terminal.requireReader(e);
        throw unwritten(e);
      }
      written += length;
      progress.accept(written);
    }
  }
}
