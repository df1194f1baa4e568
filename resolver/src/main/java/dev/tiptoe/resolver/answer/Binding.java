// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import java.util.Locale;

/**
 * The reasons to bind a reference to one of several loaded modules of the right name, best first.
 */
public enum Binding {
  /** The runtime bound it so: the base type of a loaded type, or its arguments, show it. */
  OBSERVED,
  /** It is in the load context of the module that refers. */
  OWN_CONTEXT,
  /** It is in the default load context, where a context looks for what it does not have itself. */
  DEFAULT_CONTEXT,
  /** The load context of one of the two is not known, and may be the right one. */
  POSSIBLE,
  /**
   * It is in another load context than the default one and that of the module that refers, and no
   * better one is loaded: only the program's own code can have brought it.
   */
  OTHER_CONTEXT;

  /** The name in lower case, as tables print it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
