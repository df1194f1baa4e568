// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of undeliverable messages, one file each, up to a number of bytes. To make room, the
 * oldest files are deleted, of the kind that takes most. So any number of damaged messages does not
 * displace messages that a back end has refused. A file is complete or does not exist, however the
 * process ends. Thread-safe.
 */
public final class DeadLetters {

  private static final String SUFFIX = ".otlp";
  private static final String UNFINISHED = ".part";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The names that are given here; nothing else in the folder is touched. */
  private static final Pattern NAME =
      Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z-\\d+-(?<why>[a-z_]+)\\.(?:otlp|part)");

  /** What a file takes on disk: whole blocks, and one for its name. Most messages are small. */
  private static final long BLOCK = 4096;

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final Path folder;
  private final long limit;
  private final ProxyMetrics metrics;
  private final Map<String, Kind> kinds = new HashMap<>();
  private long bytes;
  private long number;

  private record Letter(Path file, long bytes) {}

  /** Letters with the same reason, the oldest first. */
  private static final class Kind {
    private final Deque<Letter> letters = new ArrayDeque<>();
    private long bytes;
  }

  /**
   * Opens the folder, and counts what is in it from before.
   *
   * @throws IOException when it cannot be made or read
   */
  public DeadLetters(DeadLetterSettings settings, ProxyMetrics metrics) throws IOException {
    this.folder = Files.createDirectories(settings.folder());
    this.limit = settings.bytes();
    this.metrics = metrics;
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.sorted().toList()) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
          continue;
        }
        if (file.toString().endsWith(UNFINISHED)) {
          Files.deleteIfExists(file);
        } else {
          add(name.group("why"), new Letter(file, onDisk(Files.size(file))));
        }
      }
    }
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
    metrics.gauge("dead_letter_bytes", "Bytes of the dead letters on disk.", this::bytes);
    metrics.gauge("dead_letter_files", "Dead letters on disk.", this::count);
  }

  /** Returns where they are. */
  Path folder() {
    return folder;
  }

  private synchronized long bytes() {
    return bytes;
  }

  private synchronized long count() {
    return kinds.values().stream().mapToLong(kind -> kind.letters.size()).sum();
  }

  private static long onDisk(long length) {
    return (length / BLOCK + 2) * BLOCK;
  }

  private void add(String why, Letter letter) {
    Kind kind = kinds.computeIfAbsent(why, any -> new Kind());
    kind.letters.add(letter);
    kind.bytes += letter.bytes();
    bytes += letter.bytes();
  }

  /** Deletes the oldest letter of the kind that has the most; returns whether there is one. */
  private boolean deleteOne() throws IOException {
    Optional<Kind> largest =
        kinds.values().stream().max(Comparator.comparingLong(kind -> kind.bytes));
    Letter oldest = largest.isPresent() ? largest.get().letters.poll() : null;
    if (oldest == null) {
      return false;
    }
    largest.get().bytes -= oldest.bytes();
    bytes -= oldest.bytes();
    Files.deleteIfExists(oldest.file());
    metrics.deadLetters("deleted", 1);
    return true;
  }

  /**
   * Keeps a message; returns its file.
   *
   * @param why a word for the name of the file
   * @throws IOException when it is larger than all may be, or cannot be written
   */
  synchronized Path keep(byte[] message, int length, String why) throws IOException {
    try {
      Path file = written(message, length, why);
      metrics.deadLetters("kept", 1);
      return file;
    } catch (IOException e) {
      metrics.deadLetters("lost", 1);
      throw e;
    }
  }

  /** Returns that only the owner may read a file, where the file system has such permissions. */
  private FileAttribute<?>[] permissions() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
        : new FileAttribute<?>[0];
  }

  private Path written(byte[] message, int length, String why) throws IOException {
    long onDisk = onDisk(length);
    if (onDisk > limit) {
      throw new IOException("a message of " + length + " bytes is larger than all may be");
    }
    while (bytes + onDisk > limit && deleteOne()) {
      // Until there is room.
    }
    String name = TIME.format(Instant.now()) + "-" + number++ + "-" + why;
    Path part = folder.resolve(name + UNFINISHED);
    Path file = folder.resolve(name + SUFFIX);
    try {
      Files.createFile(part, permissions());
      try (OutputStream out = Files.newOutputStream(part)) {
        out.write(message, 0, length);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw e;
    }
    add(why, new Letter(file, onDisk));
    return file;
  }
}
