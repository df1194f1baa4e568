// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import java.util.Locale;

/**
 * The degrees to which a loaded assembly matches an assembly reference, best first. The runtime's
 * binder accepts the first three. It does not compare public key tokens.
 */
public enum Tier {
  /** Name, public key token, culture and version are those asked for. */
  EXACT,
  /** Name, public key token and culture are those asked for, the version is higher. */
  HIGHER,
  /** The name is, the version is no lower; the public key token is another, or the culture is. */
  OTHER,
  /**
   * The name is, and the runtime refuses it: the version is lower, or a culture is asked for and it
   * is another.
   */
  REFUSED,
  /** It has another name, and a type of the name that is looked for. */
  ELSEWHERE;

  /** A part of a version that is not asked for, in metadata. */
  private static final int UNSPECIFIED = 0xffff;

  /** How {@code loaded} fits {@code wanted}, whose name it has. */
  static Tier of(AssemblyIdentity loaded, AssemblyIdentity wanted) {
    boolean sameCulture = loaded.culture().equalsIgnoreCase(wanted.culture());
    if (!satisfies(loaded.version(), wanted.version())
        || (!sameCulture && !isNeutral(wanted.culture()))) {
      return REFUSED;
    }
    if (!sameCulture || !loaded.publicKeyToken().equals(wanted.publicKeyToken())) {
      return OTHER;
    }
    return loaded.version().equals(wanted.version()) ? EXACT : HIGHER;
  }

  private static boolean isNeutral(String culture) {
    return culture.isEmpty() || culture.equalsIgnoreCase("neutral");
  }

  /** Whether a version is no lower; what follows a part that is not asked for does not matter. */
  private static boolean satisfies(AssemblyVersion loaded, AssemblyVersion wanted) {
    int[] found = {loaded.major(), loaded.minor(), loaded.build(), loaded.revision()};
    int[] asked = {wanted.major(), wanted.minor(), wanted.build(), wanted.revision()};
    for (int i = 0; i < asked.length; i++) {
      if (asked[i] == UNSPECIFIED) {
        return true;
      }
      if (asked[i] != found[i]) {
        return asked[i] < found[i];
      }
    }
    return true;
  }

  /** Whether the runtime's binder accepts such an assembly by itself. */
  public boolean isAccepted() {
    return compareTo(REFUSED) < 0;
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
