// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import java.util.List;

/** The works of {@code prove bench resolver}, and the sides that do them. */
public enum ResolverWork implements Race {
  /** Looks up the token of an ID. */
  TOKEN("token", "ID to token", 0.5, "tiptoe", "jdk", "agrona"),
  /** Looks up the IDs of a token. */
  IDS("ids", "token to IDs", 0.5, "tiptoe", "jdk", "agrona"),
  /** Looks up the token of an ID beside a writer of 100,000 events a second, and without one. */
  FED("token-fed", "ID to token beside 100,000 events a second", 1.3, "tiptoe-fed", "tiptoe"),
  /** Measures the slowest of a thousand look-ups beside a writer, and without one. */
  SLOWEST(
      "p99.9",
      "p99.9 of ID to token, writer at full speed",
      Double.POSITIVE_INFINITY,
      "tiptoe-flooded",
      "tiptoe"),
  /** Takes in all facts about as many methods, and about the types and modules they need. */
  INGEST("ingest", "taking in an identity event", 200, "tiptoe"),
  /** Measures the heap for an ID. */
  BYTES("bytes", "heap for an ID", 64, "tiptoe", "jdk", "agrona"),
  /** Finds the function whose code contains an address, beside a tree. */
  CODE("code", "address to function, a range of code each", 0.5, "tiptoe", "jdk"),
  /** Resolves TypeRefs that were resolved before, beside a hit in a hash map. */
  TYPEREF("typeref", "resolving a TypeRef once more", 1.0, "tiptoe", "jdk"),
  /**
   * Opens a recording of ten events for each ID, up to the first answer of a new process, beside
   * one that uses a single processor.
   */
  RECORDING(
      "recording",
      "recording of 10 events an ID, to the first answer",
      2.5e9,
      "tiptoe",
      "tiptoe-one");

  private final String word;
  private final String description;
  private final double target;
  private final String ours;

  @SuppressWarnings("ImmutableEnumChecker") // always a List.of
  private final List<String> peers;

  ResolverWork(String word, String description, double target, String ours, String... peers) {
    this.word = word;
    this.description = description;
    this.target = target;
    this.ours = ours;
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

  /** Returns the target for the ratio, or for the figure where that is more useful than a ratio. */
  @Override
  public double target() {
    return target;
  }

  /** Returns our side. */
  public String ours() {
    return ours;
  }

  /** Returns the sides that ours is compared with; may be empty. */
  public List<String> peers() {
    return peers;
  }

  /** Returns whether the target is for one answer, and not a ratio. */
  public boolean isAbsolute() {
    return target > 2;
  }
}
