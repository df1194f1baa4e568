// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

/** What the runtime's record says of a claim. */
enum RecordVerdict {
  /** The record has it. */
  CONFIRMED("confirmed"),
  /** The record denies it. */
  WRONG("wrong"),
  /**
   * The record has the type at a lower level, and no word of it later. It tells how far a load was
   * meant to go; the types that one needs are taken as far with no word of their own. A type that
   * had stayed behind would have been loaded again.
   */
  TAKEN_ALONG("not decided: usable, recorded at a lower level, and never loaded again"),
  /** Several loaded modules have a type of this name, and no ID tells which is meant. */
  SAME_NAME("not decided: the record may mean a type of that name in another module"),
  /** The claim is of a time before the record begins. */
  BEFORE_THE_RECORD("not decided: precedes the record"),
  /** The claim is of a time after the record has ended. */
  AFTER_THE_RECORD("not decided: follows the record's end"),
  /** It has no TypeDef that could be named, so the loader did not make it. */
  NOT_OF_THE_LOADER("not decided: a type without metadata at hand");

  private final String inWords;

  RecordVerdict(String inWords) {
    this.inWords = inWords;
  }

  /** What it is called in reports. */
  String inWords() {
    return inWords;
  }
}
