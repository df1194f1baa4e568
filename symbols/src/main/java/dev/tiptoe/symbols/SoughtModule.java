// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import java.util.Optional;
import java.util.UUID;

/**
 * What is known of a module whose file or symbols are looked for. Immutable.
 *
 * @param path the path that was recorded, of any operating system; it is compared with names and
 *     never opened; empty when it is not known
 * @param mvid the module version ID; empty when it is not known
 * @param pdb the GUID of the PDB that the module names, which identifies its build where the MVID
 *     is not known
 */
public record SoughtModule(String path, Optional<UUID> mvid, Optional<UUID> pdb) {

  /** Returns the module with a module version ID, of which nothing else is known. */
  public static SoughtModule of(UUID mvid) {
    return new SoughtModule("", Optional.of(mvid), Optional.empty());
  }

  /** Returns whether it is known which build is meant. */
  public boolean isIdentified() {
    return mvid.isPresent() || pdb.isPresent();
  }

  /** Returns the same module without its identity: any build of it. */
  public SoughtModule anyBuild() {
    return new SoughtModule(path, Optional.empty(), Optional.empty());
  }

  /** Returns the last part of the path, whichever separator it uses. */
  public String fileName() {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  /** Returns how many of the last names of the path another path ends with, in any case. */
  public int sameEnding(String otherPath) {
    String[] names = path.split("[/\\\\]", -1);
    String[] others = otherPath.split("[/\\\\]", -1);
    int same = 0;
    while (same < Math.min(names.length, others.length)
        && names[names.length - 1 - same].equalsIgnoreCase(others[others.length - 1 - same])) {
      same++;
    }
    return same;
  }
}
