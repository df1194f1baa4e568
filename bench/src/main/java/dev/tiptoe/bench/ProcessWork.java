// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/**
 * The works of {@code prove bench process}: each is a whole process, from its start to its end.
 *
 * <p>The peer's program makes names in two ways, as in {@link MetadataWork}.
 */
public enum ProcessWork implements Race {
  /** Names one method. */
  FIRST("first", "the first answer: name one method", 2.5),
  /** Prints the name of every method in a folder. */
  NAMES("names", "print the names of all methods in a folder", 1.0),
  /** The same, beside the peer's plain way. */
  NAMES_PLAIN("names-plain", "the same; the peer as documented", 1.0),
  /** Prints where every TypeRef in a folder leads. */
  REFS("refs", "print where all TypeRefs in a folder lead", 1.5),
  /** Adds name, file and line to a list with one token. */
  SYMBOLIZE("symbolize", "one token: its name, file and line", 1.5);

  private final String word;
  private final String description;
  private final double target;

  ProcessWork(String word, String description, double target) {
    this.word = word;
    this.description = description;
    this.target = target;
  }

  @Override
  public String word() {
    return word;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public double target() {
    return target;
  }
}
