// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Container;
import dev.tiptoe.metadata.container.MetadataRoot;
import dev.tiptoe.metadata.container.PdbStream;
import dev.tiptoe.metadata.container.PeFile;
import dev.tiptoe.metadata.heap.GuidHeap;
import dev.tiptoe.metadata.table.Tables;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity of a module, a portable PDB or a native PE file. Reads a few KiB: the headers, the
 * Module row and the debug directory, and not the metadata. Immutable.
 *
 * @param moduleName the name in the Module row; empty when there is none
 * @param mvid the module version ID; empty for a PDB and for native code
 * @param pdbs the identities of its PDBs, from the debug directory
 * @param pdbId the identity of the portable PDB that the file is; empty for a module
 * @param pe the identity of the PE file; empty when it is not in one
 */
public record ImageIdentity(
    String moduleName,
    Optional<UUID> mvid,
    List<CodeView> pdbs,
    Optional<PdbId> pdbId,
    Optional<Pe> pe) {

  /** The longest name of a file. */
  private static final int LONGEST_NAME = 256;

  private static final int NAME = Row.column(ModuleDef.TABLE, "Name");

  /**
   * The identity of a PE file, native or managed.
   *
   * @param timeStamp the time stamp in its COFF header
   * @param sizeOfImage the size that it has in memory
   */
  public record Pe(int timeStamp, int sizeOfImage) {}

  /**
   * Reads the identity of a file.
   *
   * @throws MetadataFormatException when it is of another kind, or the parts that are read are
   *     damaged
   */
  public static ImageIdentity of(Bytes file) {
    if (PeFile.isAt(file)) {
      PeFile pe = PeFile.of(file);
      Optional<Pe> identity = Optional.of(new Pe(pe.timeStamp(), pe.sizeOfImage()));
      return pe.isNative()
          ? new ImageIdentity("", Optional.empty(), pdbs(pe), Optional.empty(), identity)
          : of(pe, identity);
    }
    return of(Container.of(file), Optional.empty());
  }

  private static ImageIdentity of(Container container, Optional<Pe> pe) {
    MetadataRoot root = MetadataRoot.onDemand(container.metadata());
    Optional<PdbId> pdbId = root.pdb().map(PdbStream::id);
    if (pdbId.isPresent()) {
      return new ImageIdentity("", Optional.empty(), List.of(), pdbId, pe);
    }
    Tables tables = new Tables(root.tables(), root.has("#JTD"));
    if (tables.whole(ModuleDef.TABLE) == 0) {
      return new ImageIdentity("", Optional.empty(), pdbs(container), pdbId, pe);
    }
    GuidHeap guids = new GuidHeap(root.stream("#GUID"));
    return new ImageIdentity(
        name(root.stream("#Strings"), tables.cell(ModuleDef.TABLE, 1, NAME)),
        guids.get(tables.cell(ModuleDef.TABLE, 1, ModuleDef.MVID)),
        pdbs(container),
        pdbId,
        pe);
  }

  private static String name(Bytes strings, int offset) {
    Bytes name = strings.sliceUpTo(offset, LONGEST_NAME);
    return name.utf8(0, name.findZero(0));
  }

  /** Returns the identities of the PDBs; a module with a damaged debug directory has none. */
  private static List<CodeView> pdbs(Container container) {
    try {
      return new DebugDirectory(container).codeViews();
    } catch (MetadataFormatException e) {
      return List.of();
    }
  }
}
