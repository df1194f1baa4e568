// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * By what a module is found, from the beginning of its index. Immutable.
 *
 * @param mvid the module version ID
 * @param name the name of the module
 * @param fileName the name of its file
 * @param pdbs the PDBs that it names
 */
record IndexSummary(UUID mvid, String name, String fileName, PdbSection pdbs) {

  /** The header and the first two sections of a usual file take less than a tenth of this. */
  private static final int HEAD = 1 << 12;

  /**
   * Reads the beginning of a file; all of it, if the searched part comes later, as in version 1.0
   * or when a name is very long.
   *
   * @throws IOException when it cannot be read
   * @throws MetadataFormatException when it is no index, of a newer version, or damaged
   */
  static IndexSummary read(Path file) throws IOException {
    IndexBytes head = IndexBytes.head(file, HEAD);
    try {
      IndexHeader header = IndexHeader.readHead(head, IndexHeader.FIRST);
      ModuleSection module = ModuleSection.read(head, header.section(Section.Id.MODULE));
      PdbSection pdbs = PdbSection.read(head, header.section(Section.Id.PDBS));
      return new IndexSummary(header.mvid(), module.name(), module.fileName(), pdbs);
    } catch (MetadataFormatException e) {
      if (head.length() < HEAD) {
        throw e;
      }
      return SymbolIndex.open(file).summary();
    }
  }
}
