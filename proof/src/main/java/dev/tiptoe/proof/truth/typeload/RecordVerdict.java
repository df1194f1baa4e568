// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

/** The runtime's record's verdict about a claim. */
enum RecordVerdict {
  /** The record confirms it. */
  CONFIRMED("confirmed"),
  /** The record contradicts it. */
  WRONG("wrong"),
  /**
   * The record has the type at a lower level, and no later load of it. The record has the intended
   * level of a load; the types that this one needs are loaded to the same level without an event. A
   * type that had stayed at the lower level would have been loaded again.
   */
  TAKEN_ALONG("not decided: usable, recorded at a lower level, and never loaded again"),
  /** Several loaded modules have a type of this name, and no ID decides between them. */
  SAME_NAME("not decided: the record may mean a type of that name in another module"),
  /** The claim is about a time before the record begins. */
  BEFORE_THE_RECORD("not decided: precedes the record"),
  /** The claim is about a time after the record has ended. */
  AFTER_THE_RECORD("not decided: follows the record's end"),
  /** It has no TypeDef with a known name, so the loader did not make it. */
  NOT_OF_THE_LOADER("not decided: a type without available metadata");

  private final String inWords;

  RecordVerdict(String inWords) {
    this.inWords = inWords;
  }

  /** Returns its text in reports. */
  String inWords() {
    return inWords;
  }
}
