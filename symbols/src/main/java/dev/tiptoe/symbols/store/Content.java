// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.store;

import java.util.List;

/**
 * A module, a PDB or a native library in a file. Immutable.
 *
 * @param member its path in a package or bundle; empty when it is the file itself
 * @param kind what it is
 * @param moduleName the name that a module gives itself; may be empty
 * @param identities all that it has
 */
record Content(String member, Kind kind, String moduleName, List<Identity> identities) {

  /** The kinds, in the order of their numbers in catalogs. */
  enum Kind {
    MODULE,
    PORTABLE_PDB,
    WINDOWS_PDB,
    NATIVE
  }

  boolean has(Identity wanted) {
    return identities.stream().anyMatch(own -> isSame(own, wanted));
  }

  private static boolean isSame(Identity own, Identity wanted) {
    return own instanceof Identity.Pe mine && wanted instanceof Identity.Pe other
        ? mine.isAlso(other)
        : own.equals(wanted);
  }
}
