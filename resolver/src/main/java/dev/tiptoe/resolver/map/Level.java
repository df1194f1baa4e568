// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Locale;

/** The load levels of the CLR, lowest first. Each level includes those before it. */
public enum Level {
  /** It has an ID, and its layout is fixed. */
  PUBLISHED,
  /** The runtime announced it: its exact parents are known, it is not necessarily fully loaded. */
  ANNOUNCED,
  /** An instance of it exists, or a method of it executes. */
  USABLE;

  /** The level as an adjective. */
  public String inWords() {
    return name().toLowerCase(Locale.ROOT);
  }
}
