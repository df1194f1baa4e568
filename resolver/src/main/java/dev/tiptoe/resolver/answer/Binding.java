// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import java.util.Locale;

/**
 * The reasons to bind a reference to one of several loaded modules of the right name, best first.
 */
public enum Binding {
  /** The runtime bound it so, as the base type of a loaded type, or its arguments, show. */
  OBSERVED,
  /** It is in the load context of the referring module. */
  OWN_CONTEXT,
  /**
   * It is in the default load context, where a context looks for assemblies that it does not have
   * itself.
   */
  DEFAULT_CONTEXT,
  /** The load context of one of the two is not known, and may be the right one. */
  POSSIBLE,
  /**
   * It is in a load context that is neither the default one nor that of the referring module. The
   * runtime does not look there, so it is not bound unless the program's own code did that.
   */
  OTHER_CONTEXT;

  /** Returns whether the runtime binds an assembly of that tier, which it can reach so. */
  public boolean binds(Tier tier) {
    return this == OBSERVED || (tier.isAccepted() && this != OTHER_CONTEXT);
  }

  /** Returns the name in lower case, as in tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
