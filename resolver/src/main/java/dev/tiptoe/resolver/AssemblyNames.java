// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The name of a module's assembly and those of the assemblies it refers to, in upper case.
 *
 * @param own its own
 * @param references those it refers to
 * @param isCore whether it defines {@code System.Object}
 */
record AssemblyNames(String own, Set<String> references, boolean isCore) {

  /** Reads them; empty for a module that is part of another's assembly, and for a damaged one. */
  static Optional<AssemblyNames> of(Image image) {
    try {
      Set<String> references =
          image.rows(AssemblyRef.TABLE, AssemblyRef::new).stream()
              .map(reference -> folded(reference.identity()))
              .collect(Collectors.toSet());
      boolean isCore = image.findType("System", "Object").isPresent();
      return image
          .assembly()
          .map(identity -> new AssemblyNames(folded(identity), references, isCore));
    } catch (MetadataFormatException damaged) {
      return Optional.empty();
    }
  }

  private static String folded(AssemblyIdentity identity) {
    return identity.name().toUpperCase(Locale.ROOT);
  }

  /**
   * Of some modules, the names of those that lead to certain names, by their references or by those
   * of the assemblies that these lead to.
   */
  static Set<String> leadingTo(Set<String> names, Collection<AssemblyNames> modules) {
    Map<String, Set<String>> referring = new HashMap<>();
    for (AssemblyNames module : modules) {
      for (String name : module.references()) {
        referring.computeIfAbsent(name, any -> new HashSet<>()).add(module.own());
      }
    }
    Set<String> leading = new HashSet<>(names);
    Deque<String> next = new ArrayDeque<>(names);
    while (!next.isEmpty()) {
      for (String name : referring.getOrDefault(next.remove(), Set.of())) {
        if (leading.add(name)) {
          next.add(name);
        }
      }
    }
    return leading;
  }
}
