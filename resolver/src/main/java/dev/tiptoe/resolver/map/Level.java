// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Locale;

/** The load levels of the CLR, lowest first. Each level includes those before it. */
public enum Level {
  /** It has an ID, and its layout is fixed. */
  PUBLISHED,
  /** The runtime announced it: its exact parents are known, it is not necessarily fully loaded. */
  ANNOUNCED,
  /**
   * It is fully loaded: an instance of it exists, a method of it executes, or it is part of a type
   * of which that is true.
   */
  USABLE;

  /** The level as an adjective. */
  public String inWords() {
    return name().toLowerCase(Locale.ROOT);
  }
}
