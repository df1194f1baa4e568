// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The cost of the search for one member, in parts of signatures that were read or compared, and its
 * limit. Mutable, not thread-safe.
 */
final class SearchWork {

  /** The cost of searching one type, in parts. */
  static final int OF_A_TYPE = 16;

  /** The cost of reading one part of a type. */
  static final int OF_A_PART = 16;

  private final Bytes file;
  private final int most;
  private int spent;

  /** Creates the work for a reference in {@code file}. */
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

  /** Returns how many parts of a type may still be read. */
  int partsLeft() {
    return (most - spent) / OF_A_PART;
  }

  /**
   * Adds to the work.
   *
   * @throws MetadataFormatException when it exceeds the limit
   */
  void add(int parts) {
    spent += parts;
    if (spent > most) {
      throw file.damaged(0, "a search of more than " + most + " steps");
    }
  }

  /** Adds the cost of reading a signature, which has no more parts than bytes. */
  void read(Bytes signature) {
    add(signature.length());
  }
}
