// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.image.CodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The PDBs that the module of an index names. Immutable.
 *
 * @param isKnown whether the file states it; one of version 1.0 does not
 * @param pdbs the PDBs, each once
 */
record PdbSection(boolean isKnown, List<NamedPdb> pdbs) {

  /** A module has one, or two if it has ReadyToRun code. */
  private static final int MOST = 16;

  private static final int ENTRY = 24;
  private static final int PORTABLE = 1;

  /**
   * A PDB.
   *
   * @param number the stamp of a portable PDB, the age of one for Windows
   * @param isPortable whether it is a portable one
   */
  record NamedPdb(UUID guid, int number, boolean isPortable) {}

  /** Reads the section: a count, then GUID, number and kind of each. */
  static PdbSection read(IndexBytes bytes, Section section) {
    if (section.length() == 0) {
      return new PdbSection(false, List.of());
    }
    int count = bytes.size(section.offset());
    if (count > MOST || section.length() < Integer.BYTES + count * ENTRY) {
      throw bytes.damaged(section.offset(), count + " PDBs in " + section.length() + " bytes");
    }
    List<NamedPdb> pdbs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = section.offset() + Integer.BYTES + i * ENTRY;
      boolean isPortable = bytes.i32(at + 20) == PORTABLE;
      pdbs.add(new NamedPdb(IndexHeader.guid(bytes, at), bytes.i32(at + 16), isPortable));
    }
    return new PdbSection(true, List.copyOf(pdbs));
  }

  /** Returns the PDBs that a module names. */
  static PdbSection of(List<CodeView> codeViews) {
    return new PdbSection(
        true, codeViews.stream().map(PdbSection::named).distinct().limit(MOST).toList());
  }

  /** Returns the PDBs that several builds name; not known where they are not of one, or many. */
  static PdbSection ofAll(List<PdbSection> builds) {
    List<NamedPdb> all =
        builds.stream().flatMap(build -> build.pdbs().stream()).distinct().toList();
    return all.size() <= MOST && builds.stream().allMatch(PdbSection::isKnown)
        ? new PdbSection(true, all)
        : new PdbSection(false, List.of());
  }

  /** Writes the section; nothing where the PDBs are not known. */
  IndexOutput write() {
    IndexOutput out = new IndexOutput();
    if (!isKnown) {
      return out;
    }
    out.i32(pdbs.size());
    for (NamedPdb pdb : pdbs) {
      out.guid(pdb.guid()).i32(pdb.number()).i32(pdb.isPortable() ? PORTABLE : 0);
    }
    return out;
  }

  private static NamedPdb named(CodeView pdb) {
    int number = pdb.isPortable() ? pdb.id().stamp() : pdb.age();
    return new NamedPdb(pdb.id().guid(), number, pdb.isPortable());
  }

  /** Returns the portable PDBs. */
  Set<NamedPdb> portable() {
    return pdbs.stream().filter(NamedPdb::isPortable).collect(Collectors.toSet());
  }

  /** Returns whether the module is known to name a PDB. */
  boolean names(UUID guid) {
    return pdbs.stream().anyMatch(pdb -> pdb.guid().equals(guid));
  }

  /** Returns whether the module names a PDB, or may do so. */
  boolean mayName(UUID guid) {
    return !isKnown || names(guid);
  }
}
