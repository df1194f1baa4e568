// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What one reading of some bytes as a finished trace gave.
 *
 * @param facts as {@link FactLog} words them
 */
record Reading(TraceHeader header, List<String> facts, TraceState state, TraceBooks books) {

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
      return new Reading(reader.header(), log.lines(), state, reader.books());
    }
  }
}
