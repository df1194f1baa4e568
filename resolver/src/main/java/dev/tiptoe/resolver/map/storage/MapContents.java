// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

/**
 * The present tables of a map. Readers ask for them with each question, so that none keeps tables
 * whose history was dropped. One writer, any number of readers.
 */
final class MapContents {

  private volatile MapTables tables = MapTables.empty(new MapListeners(), Forgotten.NOTHING);

  MapTables tables() {
    return tables;
  }

  /** Replaces the tables. */
  void set(MapTables others) {
    tables = others;
  }
}
