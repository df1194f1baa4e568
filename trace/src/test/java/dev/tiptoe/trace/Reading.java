// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of reading some bytes as a finished trace.
 *
 * @param facts those that were written, as {@link FactLog} words them
 * @param holes the reader's own word that facts are missing, likewise
 */
record Reading(
    TraceHeader header,
    List<String> facts,
    List<String> holes,
    TraceState state,
    TraceStatistics statistics) {

  private static final String HOLE = "ENDED identity records are missing or damaged";

  /** Writes the bytes to a file and reads it. */
  static Reading of(byte[] bytes) {
    try {
      Path file = Files.createTempFile("trace", ".tiptoe");
      try {
        Files.write(file, bytes);
        return of(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reading of(Path file) throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      FactLog log = new FactLog();
      TraceState state = reader.poll(log);
      Map<Boolean, List<String>> lines =
          log.lines().stream().collect(Collectors.partitioningBy(line -> line.endsWith(HOLE)));
      return new Reading(
          reader.header(),
          lines.getOrDefault(false, List.of()),
          lines.getOrDefault(true, List.of()),
          state,
          reader.statistics());
    }
  }
}
