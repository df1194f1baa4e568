// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds the symbols of modules: in a store of DLLs and PDBs, or in a folder of symbol indexes.
 * Thread-safe. What cannot be read is reported to whom the source was given at its creation, and
 * counts as absent.
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
}
