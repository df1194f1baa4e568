// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.setting.DeadLetterSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of messages that nobody takes, a file each, up to a number of bytes: for a new one the
 * oldest are deleted. A file is whole or not there. Thread-safe.
 */
public final class DeadLetters {

  private static final String SUFFIX = ".otlp";
  private static final String UNFINISHED = ".part";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The names that are given here; nothing else in the folder is touched. */
  private static final Pattern NAME =
      Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z-\\d+-[a-z_]+\\.(?:otlp|part)");

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final Path folder;
  private final long limit;
  private final ProxyMetrics metrics;
  private final Deque<Letter> letters = new ArrayDeque<>();
  private long bytes;
  private long number;

  private record Letter(Path file, long bytes) {}

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
      List<Path> own =
          all.filter(file -> NAME.matcher(file.getFileName().toString()).matches())
              .sorted()
              .toList();
      for (Path file : own) {
        if (file.toString().endsWith(UNFINISHED)) {
          Files.deleteIfExists(file);
        } else {
          add(new Letter(file, Files.size(file)));
        }
      }
    }
    if (!Files.isWritable(folder)) {
      throw new java.nio.file.AccessDeniedException(folder.toString());
    }
    metrics.gauge("dead_letter_bytes", "Bytes of the dead letters on disk.", this::bytes);
    metrics.gauge("dead_letter_files", "Dead letters on disk.", this::count);
  }

  private synchronized long bytes() {
    return bytes;
  }

  private synchronized long count() {
    return letters.size();
  }

  private void add(Letter letter) {
    letters.add(letter);
    bytes += letter.bytes();
  }

  /**
   * Keeps a message; returns its file.
   *
   * @param why a word for the name of the file
   * @throws IOException when it is larger than all may be, or cannot be written
   */
  synchronized Path keep(byte[] message, int length, String why) throws IOException {
    if (length > limit) {
      metrics.deadLetters("lost", 1);
      throw new IOException("a message of " + length + " bytes is larger than all may be");
    }
    while (bytes + length > limit && !letters.isEmpty()) {
      Letter oldest = letters.remove();
      bytes -= oldest.bytes();
      Files.deleteIfExists(oldest.file());
      metrics.deadLetters("deleted", 1);
    }
    String name = TIME.format(Instant.now()) + "-" + number++ + "-" + why;
    Path part = folder.resolve(name + UNFINISHED);
    Path file = folder.resolve(name + SUFFIX);
    try {
      Files.createFile(part, PosixFilePermissions.asFileAttribute(OWNER));
      try (OutputStream out = Files.newOutputStream(part)) {
        out.write(message, 0, length);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      metrics.deadLetters("lost", 1);
      Files.deleteIfExists(part);
      throw e;
    }
    add(new Letter(file, length));
    metrics.deadLetters("kept", 1);
    return file;
  }
}
