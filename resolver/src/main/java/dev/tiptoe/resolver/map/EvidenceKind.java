// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;

/** The kinds of observations of an ID, strongest first. */
public enum EvidenceKind {
  /** It was executing on a stack. */
  EXECUTING(0, Level.USABLE, "was executing"),
  /** An instance of it was on the heap after a collection. */
  ON_HEAP(1, Level.USABLE, "had an instance on the heap"),
  /**
   * An instance of it was seen at its allocation; in precompiled code that may be before the type
   * is fully loaded.
   */
  ALLOCATED(2, Level.PUBLISHED, "had an instance allocated"),
  /** The runtime announced it. */
  ANNOUNCED(3, Level.ANNOUNCED, "was announced"),
  /** The runtime announced that it was compiled. */
  COMPILED(4, Level.ANNOUNCED, "was compiled"),
  /** A look-up that loads nothing found it. */
  PROBED(5, Level.PUBLISHED, "was found by a look-up that loads nothing"),
  /** The runtime reported it as the declaring type of a known method. */
  DECLARES(6, Level.PUBLISHED, "was named as the declaring type of a method"),
  /** The runtime reported it as a type argument or an array's element. */
  TYPE_ARGUMENT(7, Level.PUBLISHED, "was named as a type argument or element"),
  /** The runtime reported it as a base type. */
  PARENT(8, Level.PUBLISHED, "was named as a base type"),
  /** The runtime described it in an event about something else. */
  DESCRIBED(9, Level.PUBLISHED, "was described by the runtime"),
  /** Another fact referred to it. */
  NAMED(10, Level.PUBLISHED, "was named by another fact");

  private static final EvidenceKind[] BY_NUMBER = values();

  private final int number;
  private final Level proves;
  private final String words;

  EvidenceKind(int number, Level proves, String words) {
    this.number = number;
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

  /** The number by which rows and notes know this kind: its place, from 0. */
  int number() {
    return number;
  }

  /** Returns whether most facts of this kind come without a description of the ID. */
  boolean isMostlyObserved() {
    return this == EXECUTING || this == ON_HEAP || this == ALLOCATED;
  }

  /** The kind with a number. */
  static EvidenceKind numbered(int number) {
    return BY_NUMBER[number];
  }

  static EvidenceKind of(ClassSource source) {
    return switch (source) {
      case FUNCTION_OWNER -> DECLARES;
      case TYPE_ARGUMENT -> TYPE_ARGUMENT;
      case PARENT -> PARENT;
      case PROBED -> PROBED;
      case HEAP -> ON_HEAP;
      case DESCRIBED -> DESCRIBED;
    };
  }

  static EvidenceKind of(FunctionSource source) {
    return switch (source) {
      case STACK -> EXECUTING;
      case JITTED -> COMPILED;
      case PROBED -> PROBED;
    };
  }

  static EvidenceKind of(InstanceSource source) {
    return switch (source) {
      case HEAP -> ON_HEAP;
      case ALLOCATION -> ALLOCATED;
    };
  }
}
