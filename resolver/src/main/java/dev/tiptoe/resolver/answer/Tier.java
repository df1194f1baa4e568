// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import java.util.Locale;

/**
 * The degrees to which a loaded assembly matches an assembly reference, best first. The runtime's
 * binder accepts the first three, and an assembly that the program supplies before the binder
 * searches. That of .NET does not compare public key tokens; that of the .NET Framework does.
 */
public enum Tier {
  /** The name, public key token, culture and version are the requested ones. */
  EXACT,
  /** The name, public key token and culture are the requested ones, and the version is higher. */
  HIGHER,
  /**
   * The name is the requested one, and so is what the runtime compares; the public key token is
   * another, or the culture is although none was requested. In the .NET Framework: the version is
   * lower, and not compared, since no public key token was requested.
   */
  OTHER,
  /**
   * The name is the requested one, and the binder would refuse the assembly. But it is in the load
   * context of the referring module, or may be, and that context may have a {@code Load} of its
   * own: this is called before the default context is searched, and may supply any version.
   */
  SUPPLIED,
  /**
   * The name is the requested one, and the runtime refuses the assembly: the version is lower, or
   * the culture is not the requested one, or, in the .NET Framework, the public key token.
   */
  REFUSED,
  /** The name is another, and the assembly has a type of the requested name. */
  ELSEWHERE;

  /** A part of a version that is not requested, in metadata. */
  private static final int UNSPECIFIED = 0xffff;

  private final String text = name().toLowerCase(Locale.ROOT);

  /** Returns how {@code loaded} fits {@code wanted}, which has the same name, for a runtime. */
  public static Tier of(
      AssemblyIdentity loaded, AssemblyIdentity wanted, RuntimeInfo.Kind runtime) {
    return runtime == RuntimeInfo.Kind.DESKTOP_CLR
        ? ofDesktop(loaded, wanted)
        : ofCore(loaded, wanted);
  }

  /**
   * Only strong names have a version that counts. What a policy of the machine or the program
   * redirects is not known; a higher version must have been redirected to.
   */
  private static Tier ofDesktop(AssemblyIdentity loaded, AssemblyIdentity wanted) {
    String key = wanted.publicKeyToken();
    if (!loaded.publicKeyToken().equals(key) || !isSameCulture(loaded, wanted)) {
      return REFUSED;
    }
    if (loaded.version().equals(wanted.version())) {
      return EXACT;
    }
    if (satisfies(loaded.version(), wanted.version())) {
      return HIGHER;
    }
    return key.isEmpty() ? OTHER : REFUSED;
  }

  private static boolean isSameCulture(AssemblyIdentity loaded, AssemblyIdentity wanted) {
    return loaded.culture().equalsIgnoreCase(wanted.culture())
        || (isNeutral(loaded.culture()) && isNeutral(wanted.culture()));
  }

  private static Tier ofCore(AssemblyIdentity loaded, AssemblyIdentity wanted) {
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

  /**
   * Returns whether the runtime accepts such an assembly, where it looks for it, without a handler
   * of the program's own.
   */
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
