// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.Iterator;
import java.util.List;

/** The values that an option can have, for the completion of shells. Immutable. */
public class Candidates implements Iterable<String> {

  private final List<String> words;

  /** Creates one of these values. */
  protected Candidates(List<String> words) {
    this.words = List.copyOf(words);
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }

  /** What {@code symbolize --names} can be. */
  public static final class Names extends Candidates {
    /** Used by picocli. */
    public Names() {
      super(List.of("written", "csharp", "system"));
    }
  }
}
