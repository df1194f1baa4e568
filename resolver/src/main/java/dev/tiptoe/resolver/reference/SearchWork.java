// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * What the search for one member has cost, in parts of signatures that were read or compared, and
 * what it may cost. Mutable, for one thread.
 */
final class SearchWork {

  /** A type in which a member is looked for takes as long as so many parts. */
  static final int OF_A_TYPE = 16;

  /** So does each part of a type that is read. */
  static final int OF_A_PART = 16;

  private final Bytes file;
  private final int most;
  private int spent;

  /** Work for a reference in {@code file}. */
  SearchWork(Bytes file, int most) {
    this.file = file;
    this.most = most;
  }

  int most() {
    return most;
  }

  int spent() {
    return spent;
  }

  /** How many parts of a type may still be read. */
  int partsLeft() {
    return (most - spent) / OF_A_PART;
  }

  /**
   * Adds to it.
   *
   * @throws MetadataFormatException when it is more than it may be
   */
  void add(int parts) {
    spent += parts;
    if (spent > most) {
      throw file.damaged(0, "a search of more than " + most + " steps");
    }
  }

  /** Adds the reading of a signature, which has no more parts than bytes. */
  void read(Bytes signature) {
    add(signature.length());
  }
}
