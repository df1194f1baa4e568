// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The contents of the {@code #Pdb} stream: the identity of the module's build, and the row counts
 * of its tables.
 *
 * @param guid of its identity
 * @param stamp of its identity
 * @param entryPoint a token, or 0
 * @param rows of the module's tables
 */
public record PdbStreamContent(UUID guid, int stamp, int entryPoint, Map<Table, Integer> rows) {

  /** Copies the map. */
  public PdbStreamContent {
    rows = Map.copyOf(rows);
  }

  /** The {@code #Pdb} stream. */
  byte[] stream() {
    LittleEndian stream = new LittleEndian().guid(guid).u4(stamp).u4(entryPoint);
    stream.u8(rows.keySet().stream().mapToLong(table -> 1L << table.number()).sum());
    new TreeMap<>(rows).values().forEach(stream::u4);
    return stream.toArray();
  }
}
