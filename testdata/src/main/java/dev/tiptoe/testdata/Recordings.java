// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Recordings of programs. Each is made once in a build and shared by all tests that only read it,
 * in whatever JVM they run. Each is a folder below {@code target/recordings} of the repository; it
 * stays there for the analysis of failures.
 *
 * <p>A recording is made anew when a file on the class path, a test program or the native host is
 * newer than those of which it was made. Thread-safe.
 */
public final class Recordings {

  /** Written last of all, so that what was interrupted is never taken for a recording. */
  private static final String COMPLETE = ".complete";

  /** What recordings depend on, beside the class path, with which the agent comes. */
  private static final String[] INPUTS = {
    "testdata/assemblies", "demo/Demo", "native-bridge/target/cpp/host"
  };

  /** Makes a recording. */
  @FunctionalInterface
  public interface Recorder {
    /**
     * Writes the files of a recording into a folder, which is empty, and which is not moved
     * afterwards.
     *
     * @throws AssertionError if the program did not do what it should; the next test that asks for
     *     the recording makes it again
     */
    void record(Path folder) throws IOException;
  }

  /** When the newest of the files was written on which recordings depend. */
  private static final class Build {
    static final String ID = id();

    private static String id() {
      String classPath = System.getProperty("java.class.path", "");
      Stream<Path> entries =
          Arrays.stream(classPath.split(File.pathSeparator, -1))
              .filter(entry -> !entry.isEmpty())
              .map(Path::of);
      Stream<Path> inputs = Arrays.stream(INPUTS).map(home()::resolve);
      long newest = Stream.concat(entries, inputs).mapToLong(Build::newestBelow).max().getAsLong();
      return newest + " " + classPath;
    }

    private static long newestBelow(Path path) {
      if (!Files.exists(path)) {
        return 0;
      }
      try (Stream<Path> files = Files.walk(path)) {
        return files
            .filter(Files::isRegularFile)
            .mapToLong(file -> file.toFile().lastModified())
            .max()
            .orElse(0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Recordings() {}

  /**
   * Returns the folder of a recording, which must not be changed. Makes the recording if this build
   * has not made it.
   *
   * @param name in letters, digits, dots and hyphens; has all properties in which recordings
   *     differ: the program and its arguments, what records it, and with which options
   * @throws IllegalStateException if the system property {@code tiptoe.home} is not set
   */
  public static synchronized Path folder(String name, Recorder recorder) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9.-]*")) {
      throw new IllegalArgumentException(name);
    }
    Path module = Objects.requireNonNull(Path.of("").toAbsolutePath().getFileName());
    Path folder = home().resolve("target/recordings").resolve(module).resolve(name);
    try {
      Files.createDirectories(folder.resolveSibling("."));
      // Held by one JVM at a time; within this one the method is synchronized.
      try (FileChannel channel =
              FileChannel.open(folder.resolveSibling(name + ".lock"), CREATE, WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !isComplete(folder)) {
          delete(folder);
          recorder.record(Files.createDirectory(folder));
          Files.writeString(folder.resolve(COMPLETE), Build.ID);
        }
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns what a recording that consists of one file, or of one folder, has written: at the path
   * that the recorder is given.
   *
   * @throws IllegalStateException if the system property {@code tiptoe.home} is not set
   */
  public static Path once(String name, Recorder recorder) {
    return folder(name, folder -> recorder.record(folder.resolve(name))).resolve(name);
  }

  private static Path home() {
    return Repository.existing(".", "").normalize();
  }

  private static boolean isComplete(Path folder) throws IOException {
    Path complete = folder.resolve(COMPLETE);
    return Files.exists(complete) && Files.readString(complete).equals(Build.ID);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
