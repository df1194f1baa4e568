// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import java.util.List;

/**
 * The table of a page with the loadedness of types and methods. Immutable.
 *
 * @param entities the rows of the table
 * @param modules the modules whose metadata is known
 */
public record LoadedTable(List<LoadedEntity> entities, List<ModuleCoverage> modules) {

  /** Nothing is known. */
  public static final LoadedTable EMPTY = new LoadedTable(List.of(), List.of());

  /** Copies the lists. */
  public LoadedTable {
    entities = List.copyOf(entities);
    modules = List.copyOf(modules);
  }
}
