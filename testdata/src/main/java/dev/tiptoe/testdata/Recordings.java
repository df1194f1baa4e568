// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recordings of programs, each of which is made once in a build for all tests that only read it.
 * They stay in the checkout's build folder, for the analysis of failures. A build that begins, or
 * other classes or another agent, make them anew.
 */
public final class Recordings {

  private static final Path HOME =
      Path.of(System.getProperty("tiptoe.home", "")).toAbsolutePath().normalize();

  private static final Path ALL = HOME.resolve("target/recordings");

  /** What was recorded with these. */
  private static final Path FOLDER = ALL.resolve(Long.toHexString(newest()));

  private Recordings() {}

  /** Makes a recording. */
  @FunctionalInterface
  public interface Writer {

    /** Writes a file that is not there yet, or a folder of several. */
    void write(Path file) throws IOException;
  }

  /**
   * Returns the file, or the folder, of this name. The first who asks in a build makes it; others,
   * in other processes too, wait for that. What could not be made whole is not kept.
   */
  public static synchronized Path once(String name, Writer writer) {
    Path made = FOLDER.resolve(name);
    try {
      Files.createDirectories(ALL);
      try (FileChannel channel =
          FileChannel.open(
              ALL.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        // It ends with the channel.
        var ignored = channel.lock();
        if (!Files.exists(made)) {
          deleteOld();
          Files.createDirectories(FOLDER);
          Path aside = Files.createTempDirectory(FOLDER, "aside");
          try {
            writer.write(aside.resolve(name));
            Files.move(aside.resolve(name), made, StandardCopyOption.ATOMIC_MOVE);
          } finally {
            delete(aside);
          }
        }
      }
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The time of the newest of what recordings depend on: the build, the classes, the agent. */
  private static long newest() {
    List<Path> all = new ArrayList<>();
    Arrays.stream(System.getProperty("java.class.path", "").split(":", -1))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .forEach(all::add);
    all.add(HOME.resolve("target/build-marks/begun"));
    all.add(HOME.resolve("native-bridge/target/cpp/agent/libtiptoe-agent.so"));
    all.add(HOME.resolve("native-bridge/target/cpp/host/tiptoe-host"));
    AtomicLong newest = new AtomicLong();
    try {
      for (Path each : all) {
        if (Files.exists(each)) {
          visit(each, (file, time) -> newest.accumulateAndGet(time, Math::max));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return newest.get();
  }

  private interface Visitor {
    void visit(Path file, long modified);
  }

  private static void visit(Path top, Visitor visitor) throws IOException {
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            visitor.visit(file, attributes.lastModifiedTime().toMillis());
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Other modules may have theirs under way, so what they made lately stays. */
  private static void deleteOld() throws IOException {
    Instant lately = Instant.now().minus(Duration.ofDays(1));
    List<Path> folders;
    try (Stream<Path> all = Files.list(ALL)) {
      folders = all.filter(Files::isDirectory).toList();
    }
    for (Path folder : folders) {
      if (Files.getLastModifiedTime(folder).toInstant().isBefore(lately)) {
        delete(folder);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
