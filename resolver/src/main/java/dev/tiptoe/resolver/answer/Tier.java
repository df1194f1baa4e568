// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.AssemblyIdentity;
import java.util.Locale;

/** The degrees to which a loaded assembly matches an assembly reference, best first. */
public enum Tier {
  /** Name, public key token, culture and version are those asked for. */
  EXACT,
  /** Name, public key token and culture are those asked for, the version is higher. */
  HIGHER,
  /** Only the name is. */
  OTHER;

  /** How {@code loaded} fits {@code wanted}, whose name it has. */
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

  /** The worse of the two. */
  public Tier worst(Tier other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The name in lower case, as tables print it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
