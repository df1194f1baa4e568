// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/** A block whose elements have numbers, one after the other, by which events refer to them. */
interface NumberedBlock {

  /** Returns the number of the first element. */
  int firstId();

  /** Returns how many bytes it keeps in memory, not counting smaller tables. */
  int length();
}
