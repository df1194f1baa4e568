// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/**
 * The works of {@code prove bench metadata}.
 *
 * <p>The peer's program makes names in two ways: as fast as its reader allows ({@code names},
 * {@code random}), and as its documentation shows ({@code …-plain}); ours are the same in both.
 */
public enum MetadataWork implements Race {
  /** Opens every file and reads its MVID and its assembly's name. */
  OPEN("open", "open every file, read MVID and assembly name", 0.7),
  /** Names every method, including the types in its signature. */
  NAMES("names", "name every method, with its signature", 0.25),
  /** The same, beside the peer's plain way. */
  NAMES_PLAIN("names-plain", "the same; the peer as documented", 0.25),
  /** Names random methods of the largest module. */
  RANDOM("random", "name a million random methods of the largest file", 0.25),
  /** The same, beside the peer's plain way. */
  RANDOM_PLAIN("random-plain", "the same; the peer as documented", 0.25),
  /** Finds the definition of every TypeRef, including the construction of indexes. */
  REFERENCES("references", "resolve every TypeRef, indexes included", 0.7);

  private final String word;
  private final String description;
  private final double target;

  MetadataWork(String word, String description, double target) {
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
