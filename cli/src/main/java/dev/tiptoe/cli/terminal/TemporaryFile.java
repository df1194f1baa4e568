// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A file, or a folder, that is needed for a while. It is deleted when this is closed, and when a
 * signal ends the process before; SIGKILL leaves it.
 *
 * <p>Not thread-safe.
 */
public final class TemporaryFile implements AutoCloseable {

  private static final long MOST_COPIED = 8L << 30;

  private final Path path;
  private final Runnable deletion;
  private final Thread atTheEnd;

  private TemporaryFile(Path path, Runnable deletion) {
    this.path = path;
    this.deletion = deletion;
    this.atTheEnd = new Thread(deletion);
    try {
      Runtime.getRuntime().addShutdownHook(atTheEnd);
    } catch (IllegalStateException e) {
      deletion.run();
      throw e;
    }
  }

  /** Takes a file that was just created, or that is about to be. */
  public static TemporaryFile at(Path path) {
    return new TemporaryFile(path, () -> delete(path));
  }

  /** Creates a folder that only this user can open; it is deleted with all that is in it. */
  public static TemporaryFile folder() throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-");
    return new TemporaryFile(folder, () -> deleteAll(folder));
  }

  private static void deleteAll(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(TemporaryFile::delete);
    } catch (IOException | UncheckedIOException e) {
      // It has gone, or is being deleted by another thread at the end of the process.
    }
  }

  /**
   * Copies an input to a file that only this user can read, in a folder of its own. An input
   * without an end is copied up to 8 GiB, or half of what is free there.
   *
   * @param name the name of the file
   * @param input the input, in words
   * @throws IOException when it is larger than that, or cannot be read or copied
   */
  public static TemporaryFile copyOf(InputStream in, String name, String input) throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-");
    Path path = folder.resolve(name);
    TemporaryFile file =
        new TemporaryFile(
            path,
            () -> {
              delete(path);
              delete(folder);
            });
    try {
      copy(in, path, input, most(Files.getFileStore(folder).getUsableSpace()));
      return file;
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  /** Returns how many bytes may be copied; half of what is free is for others. */
  static long most(long free) {
    return Math.min(MOST_COPIED, free / 2);
  }

  /** Copies an input, which may have no end, up to a limit. */
  static void copy(InputStream in, Path to, String input, long most) throws IOException {
    byte[] some = new byte[1 << 16];
    long size = 0;
    try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)) {
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        size += read;
        if (size > most) {
          throw new IOException(
              input
                  + ": more than "
                  + (most >> 20)
                  + " MiB, the most that is kept in a temporary file (at most 8 GiB, and half of"
                  + " what is free in "
                  + to.getParent()
                  + ")");
        }
        out.write(some, 0, read);
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // Its folder has gone, or is no longer this user's: nothing is left to be done.
    }
  }

  /** Returns where it is. */
  public Path path() {
    return path;
  }

  /** Deletes it, if it is still there. */
  @Override
  public void close() {
    deletion.run();
    try {
      Runtime.getRuntime().removeShutdownHook(atTheEnd);
    } catch (IllegalStateException e) {
      // The process is ending.
    }
  }
}
