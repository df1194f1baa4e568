// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds the symbols of modules: in a store of DLLs and PDBs, or in a folder of symbol indexes. A
 * source that has the files of modules opens them too: {@link #image} and {@link #pdb}.
 * Thread-safe. A file that cannot be read is reported to the listener given at creation, and counts
 * as absent.
 */
public interface SymbolSource {

  /** Returns the symbols of the module with a module version ID. */
  Optional<ModuleSymbols> find(UUID mvid);

  /**
   * Returns the symbols of the module that names a PDB; empty also where the source does not know
   * which PDBs its modules name.
   *
   * @param guid the GUID of the PDB
   */
  default Optional<ModuleSymbols> ofPdb(UUID guid) {
    return Optional.empty();
  }

  /**
   * Returns the symbols of all modules of a file name, such as {@code Shop.dll}, in any case. Of a
   * path, of Windows or of others, it is the last name.
   */
  List<ModuleSymbols> named(String fileName);

  /**
   * Returns the symbols of all modules that declare a type. A source that would have to read more
   * than it can afford returns only those that it was given by name.
   *
   * @param type the name as in {@link MethodSymbol#type}
   */
  List<ModuleSymbols> declaring(String type);

  /**
   * Returns whether a module may declare a type, or one that is nested in it; true if finding that
   * out takes as long as {@link #declaring}.
   *
   * @param type the name as in {@link MethodSymbol#type}
   */
  default boolean mayDeclare(String type) {
    return true;
  }

  /**
   * Returns the file of a module, open. Where its identity is known, it is a file with that
   * identity, whatever its name; else one of its file name, of which the path ends most like the
   * recorded one. Of files that fit equally, it is the first by path. Empty for a source without
   * files of modules.
   */
  default Optional<Image> image(SoughtModule module) {
    return Optional.empty();
  }

  /**
   * Returns the portable PDB of an open module, or the reason why there is none: that inside it or
   * beside it, unless the source has other places.
   */
  default PortablePdb pdb(Image module) {
    return PortablePdb.of(module);
  }

  /**
   * Returns the symbols that the source has of a module without its file, such as those of a symbol
   * index: by its MVID, else by its PDB. Empty for a source that opens modules, and for a module
   * without an identity.
   */
  default Optional<ModuleSymbols> withoutFile(SoughtModule module) {
    return module.mvid().isPresent()
        ? find(module.mvid().get())
        : module.pdb().flatMap(this::ofPdb);
  }
}
