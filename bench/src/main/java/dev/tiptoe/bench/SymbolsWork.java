// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import java.util.List;

/**
 * The works of {@code prove bench symbols}, and the sides that do them.
 *
 * <p>System.Reflection.Metadata is two peers: {@code srm} decodes for each answer, {@code srm-kept}
 * keeps what it has decoded.
 */
public enum SymbolsWork implements Race {
  /** Finds the lines and documents of frames, as numbers. */
  CODES(
      "codes", "frame to line and document, as numbers", 50, "hashmap", "ppdb", "srm", "srm-kept"),
  /** Finds the same of all frames in one call. */
  CODES_BATCH("codes-batch", "the same of all frames in one call", 50, "hashmap", "ppdb"),
  /** Finds the names, lines and documents of frames, as texts. */
  STRINGS(
      "strings", "frame to name, line and document, as texts", 200, "hashmap", "srm", "srm-kept"),
  /** Opens the index of a module, up to the first answer. */
  OPEN("open", "opening the index of a module", 1e6),
  /** Symbolizes an OTLP profile; the peer does it with the specification's own classes. */
  OTLP("otlp", "a location of an OTLP profile", 500, "builders"),
  /** Symbolizes the frames of stack traces in a log. */
  TEXT("text", "a frame of a stack trace in a log", 2000),
  /** Passes a log on that has no frame in it. */
  LOG("log", "a kilobyte of a log without stack traces", 5000),
  /** Finds the lines of frames in SQL; the peer joins a table of all answers. */
  SQL_LINES("sql-lines", "frame to line, as a function of DuckDB", 1000, "table"),
  /** Finds the names of frames in SQL. */
  SQL_NAMES("sql-names", "method to name, as a function of DuckDB", 1000, "table"),
  /** Finds the written methods and lines of frames in SQL, as one text. */
  SQL_FRAMES("sql-frames", "frame to name and line, as a function of DuckDB", 1000, "table");

  private final String word;
  private final String description;
  private final double target;

  @SuppressWarnings("ImmutableEnumChecker") // always a List.of
  private final List<String> peers;

  SymbolsWork(String word, String description, double target, String... peers) {
    this.word = word;
    this.description = description;
    this.target = target;
    this.peers = List.of(peers);
  }

  @Override
  public String word() {
    return word;
  }

  @Override
  public String description() {
    return description;
  }

  /** Returns the target for one answer, in nanoseconds. */
  @Override
  public double target() {
    return target;
  }

  /** Returns the sides that ours is compared with; may be empty. */
  public List<String> peers() {
    return peers;
  }
}
