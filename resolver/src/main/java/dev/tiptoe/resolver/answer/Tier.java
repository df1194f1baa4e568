// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.AssemblyIdentity;
import java.util.Locale;

/** The degrees to which a loaded assembly matches an assembly reference, best first. */
public enum Tier {
  /** The name, public key token, culture and version are the requested ones. */
  EXACT,
  /** The name, public key token and culture are the requested ones, and the version is higher. */
  HIGHER,
  /** Only the name is the requested one. */
  OTHER;

  /** Returns how {@code loaded} fits {@code wanted}, which has the same name. */
  public static Tier of(AssemblyIdentity loaded, AssemblyIdentity wanted) {
    boolean same =
        loaded.publicKeyToken().equals(wanted.publicKeyToken())
            && loaded.culture().equalsIgnoreCase(wanted.culture());
    int newer = loaded.version().compareTo(wanted.version());
    if (same && newer == 0) {
      return EXACT;
    }
    return same && newer > 0 ? HIGHER : OTHER;
  }

  /** Returns the worse of the two. */
  public Tier worst(Tier other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Returns the name in lower case, as in tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
