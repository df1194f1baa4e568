// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.PdbId;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The identity of one build of a file, independent of its name. Immutable. */
public sealed interface Identity {

  /**
   * A module, by its module version ID.
   *
   * @param mvid the GUID of its Module row; not that of its PDB
   */
  record Mvid(UUID mvid) implements Identity {

    // Not the generated ones, for the reason that Location states.

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Mvid same && mvid.equals(same.mvid);
    }

    @Override
    public int hashCode() {
      return mvid.hashCode();
    }
  }

  /**
   * A portable PDB.
   *
   * @param id the GUID and the stamp
   */
  record Pdb(PdbId id) implements Identity {}

  /**
   * A PDB for Windows.
   *
   * @param guid the GUID
   * @param age how often it was written
   */
  record WindowsPdb(UUID guid, int age) implements Identity {}

  /**
   * A module, by the portable PDB that it names.
   *
   * @param id the GUID and the stamp
   */
  record ModuleOf(PdbId id) implements Identity {}

  /**
   * A module, by the GUID alone of the portable PDB that it names, as the runtime's events have it.
   *
   * @param pdb the GUID of the PDB
   */
  record ModuleOfPdb(UUID pdb) implements Identity {}

  /**
   * A PE file, as Windows identifies it.
   *
   * @param timeStamp the time stamp in its COFF header
   * @param sizeOfImage the size that it has in memory
   * @param fileName the file name, in any case; may be empty when it is not known
   */
  record Pe(int timeStamp, int sizeOfImage, String fileName) implements Identity {
    /** Returns whether it may be the same file: names are compared where both are known. */
    boolean isAlso(Pe other) {
      return timeStamp == other.timeStamp
          && sizeOfImage == other.sizeOfImage
          && (fileName.isEmpty()
              || other.fileName.isEmpty()
              || fileName.equalsIgnoreCase(other.fileName));
    }
  }

  /**
   * An ELF file or its debug information.
   *
   * @param hex the build ID in hex
   */
  record BuildId(String hex) implements Identity {
    /** Takes the digits in lower case. */
    public BuildId {
      hex = hex.toLowerCase(Locale.ROOT);
    }
  }
}
