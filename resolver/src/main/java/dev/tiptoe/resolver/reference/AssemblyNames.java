// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The name of a module's assembly and those of the assemblies it refers to, in upper case.
 * Immutable.
 *
 * @param own its own
 * @param references those it refers to, by the rows of AssemblyRef from 1
 * @param forwards the rows of AssemblyRef to which it forwards types
 * @param isCore whether it defines {@code System.Object}
 */
record AssemblyNames(String own, List<String> references, Set<Integer> forwards, boolean isCore) {

  /** Reads them; empty for a module that is part of another's assembly, and for a damaged one. */
  static Optional<AssemblyNames> of(Image image) {
    try {
      List<String> references =
          image.rows(AssemblyRef.TABLE, AssemblyRef::new).stream()
              .map(reference -> LoadedModules.folded(reference.identity().name()))
              .toList();
      boolean isCore = image.findType("System", "Object").isPresent();
      Set<Integer> forwards = forwards(image);
      return image
          .assembly()
          .map(own -> LoadedModules.folded(own.name()))
          .map(own -> new AssemblyNames(own, references, forwards, isCore));
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  private static Set<Integer> forwards(Image image) {
    Set<Integer> forwards = new HashSet<>();
    for (ExportedType type : image.rows(ExportedType.TABLE, ExportedType::new)) {
      Token to = type.implementation();
      if (to.table() == AssemblyRef.TABLE) {
        forwards.add(to.rid());
      }
    }
    return forwards;
  }
}
