// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The file that a command writes about another one. It is complete or not there, and takes no other
 * file's place unless that is asked for.
 *
 * @param path where it is to be
 * @param replaces whether it may take the place of another file
 */
record OutputFile(Path path, boolean replaces) {

  /** What is left out at the end of a name, so that the new ending does not follow the old one. */
  private static final String ENDINGS =
      "(\\.(tiptoe|nettrace|pb|pprof|otlp|collapsed|folded|txt))*(\\.gz)?$";

  private static final List<Path> DEVICES = List.of(Path.of("/dev"), Path.of("/proc"));

  /** Writes what a file is to have. */
  @FunctionalInterface
  interface Contents {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Returns the file at a path; without one, the file in this folder that has the name of another
   * one with another ending, and a number where that is taken.
   *
   * @param ending the ending, with its dot
   * @param about the file that was read
   * @param replaces whether a file that exists is replaced
   * @throws FileAlreadyExistsException when there is a file at the path, which is not to be
   *     replaced
   */
  static OutputFile of(Optional<Path> wanted, String ending, Path about, boolean replaces)
      throws IOException {
    Path path = wanted.orElseGet(() -> free(about, ending, replaces));
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new IOException(path + ": its folder does not exist");
    }
    OutputFile file = new OutputFile(path, replaces);
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
    String name = String.valueOf(about.getFileName()).replaceFirst(ENDINGS, "");
    Path path = Path.of(name + ending);
    for (int number = 2; exists(path) && !replaces; number++) {
      path = Path.of(name + "-" + number + ending);
    }
    return path;
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns whether it is there and is no regular file, but a pipe or a device, for instance. */
  private boolean isStream() {
    // /dev/stdout stands for a file where standard output is one.
    return Files.exists(path)
        && (!Files.isRegularFile(path) || DEVICES.stream().anyMatch(path::startsWith));
  }

  /**
   * Writes it. What is no regular file is written to as it is.
   *
   * @param progress takes in how many bytes are written
   */
  void write(Contents contents, LongConsumer progress) throws IOException {
    if (isStream()) {
      try (OutputStream out = counted(Files.newOutputStream(path), progress)) {
        contents.write(out);
      }
      return;
    }
    Path partial =
        path.resolveSibling("." + path.getFileName() + "." + ProcessHandle.current().pid());
    OutputStream created = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW);
    try {
      try (OutputStream out = counted(created, progress)) {
        contents.write(out);
      }
      if (replaces) {
        Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(partial, path);
      }
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  private static OutputStream counted(OutputStream out, LongConsumer progress) {
    return new BufferedOutputStream(
        new FilterOutputStream(out) {
          private long written;

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            written += length;
            progress.accept(written);
          }
        },
        1 << 16);
  }
}
