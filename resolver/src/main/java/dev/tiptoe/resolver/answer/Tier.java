// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import java.util.Locale;

/**
 * The degrees to which a loaded assembly matches an assembly reference, best first. The runtime's
 * binder accepts the first three. It does not compare public key tokens.
 */
public enum Tier {
  /** The name, public key token, culture and version are the requested ones. */
  EXACT,
  /** The name, public key token and culture are the requested ones, and the version is higher. */
  HIGHER,
  /**
   * The name is the requested one and the version no lower; the public key token is another, or the
   * culture is although none was requested.
   */
  OTHER,
  /**
   * The name is the requested one, and the runtime refuses the assembly: the version is lower, or
   * the culture is not the requested one.
   */
  REFUSED,
  /** The name is another, and the assembly has a type of the requested name. */
  ELSEWHERE;

  /** A part of a version that is not requested, in metadata. */
  private static final int UNSPECIFIED = 0xffff;

  private final String text = name().toLowerCase(Locale.ROOT);

  /** Returns how {@code loaded} fits {@code wanted}, which has the same name. */
  public static Tier of(AssemblyIdentity loaded, AssemblyIdentity wanted) {
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

  /** Returns whether a version is no lower, up to the first part that is not requested. */
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

  /** Returns whether the runtime's binder accepts such an assembly by itself. */
  public boolean isAccepted() {
    return compareTo(REFUSED) < 0;
  }

  /** Returns the worse of the two. */
  public Tier worst(Tier other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Returns the name in lower case, as in tables. */
  @Override
  public String toString() {
    return text;
  }
}
