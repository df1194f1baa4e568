// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.util.Locale;

/** The outcome of resolving a frame: its column {@code outcome}. */
public enum Outcome {
  /** It has a name and a line. */
  LINE,
  /** It has a name, and is at the line or behind it. */
  LINE_OR_AFTER,
  /** It has a name. */
  NAME,
  /** Its module has no such method, or no code there. */
  NO_METHOD,
  /** There is no index of its module. */
  NO_INDEX,
  /** The index of its module cannot be used. */
  DAMAGED_INDEX,
  /** What it has for a module version ID is none. */
  NO_MVID;

  /** Returns the word in the column, such as {@code no_index}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether such a frame has a name. */
  public boolean isResolved() {
    return this == LINE || this == LINE_OR_AFTER || this == NAME;
  }
}
