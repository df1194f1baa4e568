// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/** The kinds of observations of an ID, strongest first. */
public enum EvidenceKind {
  /** It was executing on a stack. */
  EXECUTING(Level.USABLE, "was executing"),
  /** An instance of it was on the heap after a collection. */
  ON_HEAP(Level.USABLE, "had an instance on the heap"),
  /**
   * An instance of it was seen at its allocation; in precompiled code that may be before the type
   * is fully loaded.
   */
  ALLOCATED(Level.PUBLISHED, "had an instance allocated"),
  /** The runtime announced it. */
  ANNOUNCED(Level.ANNOUNCED, "was announced"),
  /** The runtime announced that it was compiled. */
  COMPILED(Level.ANNOUNCED, "was compiled"),
  /** A look-up that loads nothing found it. */
  PROBED(Level.PUBLISHED, "was found by a look-up that loads nothing"),
  /** The runtime reported it as the declaring type of a known method. */
  DECLARES(Level.PUBLISHED, "was named as the declaring type of a method"),
  /** The runtime reported it as a type argument or an array's element. */
  TYPE_ARGUMENT(Level.PUBLISHED, "was named as a type argument or element"),
  /** The runtime reported it as a base type. */
  PARENT(Level.PUBLISHED, "was named as a base type"),
  /** The runtime described it in an event about something else. */
  DESCRIBED(Level.PUBLISHED, "was described by the runtime"),
  /** Another fact referred to it. */
  NAMED(Level.PUBLISHED, "was named by another fact");

  private final Level proves;
  private final String words;

  EvidenceKind(Level proves, String words) {
    this.proves = proves;
    this.words = words;
  }

  /** The level that evidence of this kind proves. */
  public Level proves() {
    return proves;
  }

  /** The kind as the end of a sentence that begins with its subject. */
  public String inWords() {
    return words;
  }
}
