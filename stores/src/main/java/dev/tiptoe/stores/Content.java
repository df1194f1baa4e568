// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

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
    MODULE(0),
    PORTABLE_PDB(1),
    WINDOWS_PDB(2),
    NATIVE(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }
  }

  boolean has(Identity wanted) {
    return identities.stream().anyMatch(own -> isSame(own, wanted));
  }

  private static boolean isSame(Identity own, Identity wanted) {
    if (wanted instanceof Identity.ModuleOfPdb module) {
      return own instanceof Identity.ModuleOf of && of.id().guid().equals(module.pdb());
    }
    if (own.getClass() != wanted.getClass()) {
      return false;
    }
    return own instanceof Identity.Pe pe ? pe.isAlso((Identity.Pe) wanted) : own.equals(wanted);
  }
}
