// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The modules of a folder by their names and by the PDBs that they name. Immutable and thread-safe.
 */
final class FolderNames {

  static final FolderNames EMPTY = new FolderNames(new @Nullable IndexSummary[0]);

  /** By the numbers of the modules; null for a file that cannot be used. */
  private final @Nullable IndexSummary[] summaries;

  private final Map<String, List<Integer>> byName = new HashMap<>();
  private final Map<UUID, List<Integer>> byPdb = new HashMap<>();

  FolderNames(@Nullable IndexSummary[] summaries) {
    this.summaries = summaries;
    for (int module = 0; module < summaries.length; module++) {
      IndexSummary summary = summaries[module];
      if (summary != null) {
        add(byName, key(summary.name()), module);
        add(byName, key(summary.fileName()), module);
        for (PdbSection.NamedPdb pdb : summary.pdbs().pdbs()) {
          add(byPdb, pdb.guid(), module);
        }
      }
    }
  }

  /** A module that is there already is the last one. */
  private static <K> void add(Map<K, List<Integer>> map, K key, int module) {
    List<Integer> modules = map.computeIfAbsent(key, any -> new ArrayList<>(1));
    if (modules.isEmpty() || modules.get(modules.size() - 1) != module) {
      modules.add(module);
    }
  }

  /** Names have the same key if they are equal in any case. */
  private static String key(String name) {
    StringBuilder key = new StringBuilder(name.length());
    name.chars().forEach(each -> key.append((char) folded(each)));
    return key.toString();
  }

  private static int folded(int character) {
    return Character.toLowerCase(Character.toUpperCase(character));
  }

  /** Returns what is known of a module; null for one that is not here, or cannot be used. */
  @Nullable IndexSummary of(int module) {
    return module < summaries.length ? summaries[module] : null;
  }

  /** Returns the modules that have the last name of a path, or whose files have it, in any case. */
  List<Integer> named(String path) {
    return byName.getOrDefault(key(last(path)), List.of());
  }

  /** Returns what is behind the last separator, of Windows or of others. */
  static String last(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  /** Returns the modules that name a PDB. */
  List<Integer> ofPdb(UUID guid) {
    return byPdb.getOrDefault(guid, List.of());
  }
}
