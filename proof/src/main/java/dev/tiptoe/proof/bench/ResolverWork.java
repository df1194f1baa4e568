// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import java.util.List;

/** The works of {@code prove bench resolver}, and who does them. */
public enum ResolverWork implements Race {
  /** From an ID to its token. */
  TOKEN("token", "ID to token", 0.5, "tiptoe", "jdk", "agrona"),
  /** From a token to its IDs. */
  IDS("ids", "token to IDs", 0.5, "tiptoe", "jdk", "agrona"),
  /** From an ID to its token beside a writer of 100,000 events a second, and without. */
  FED("token-fed", "ID to token beside 100,000 events a second", 1.3, "tiptoe-fed", "tiptoe"),
  /** How long the slowest of a thousand look-ups takes beside a writer, and without. */
  SLOWEST(
      "p99.9",
      "p99.9 of ID to token, writer at full speed",
      Double.POSITIVE_INFINITY,
      "tiptoe-flooded",
      "tiptoe"),
  /** Taking in all facts about as many methods, and the types and modules they need. */
  INGEST("ingest", "taking in an identity event", 200, "tiptoe"),
  /** Heap that an ID takes. */
  BYTES("bytes", "heap for an ID", 64, "tiptoe", "jdk", "agrona"),
  /** From an address to the function whose code lies there, beside a tree. */
  CODE("code", "address to function, a range of code each", 0.5, "tiptoe", "jdk"),
  /** Resolving TypeRefs that were resolved before, beside a hit in a hash map. */
  TYPEREF("typeref", "resolving a TypeRef once more", 1.0, "tiptoe", "jdk"),
  /**
   * Opening a recording of ten events for each ID, to the first answer of a process that begins
   * with it.
   */
  RECORDING("recording", "recording of 10 events an ID, to the first answer", 2e9, "tiptoe");

  private final String word;
  private final String description;
  private final double target;
  private final String ours;

  @SuppressWarnings("ImmutableEnumChecker") // always of List.of
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

  /** The ratio to reach, or the figure, where that says more than a ratio. */
  @Override
  public double target() {
    return target;
  }

  /** Our side. */
  public String ours() {
    return ours;
  }

  /** The sides that ours is put beside; may be none. */
  public List<String> peers() {
    return peers;
  }

  /** Whether the target is what one answer takes, and not a ratio. */
  public boolean isAbsolute() {
    return target > 2;
  }
}
