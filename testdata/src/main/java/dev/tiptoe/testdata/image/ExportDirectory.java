// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The export directory of a PE file. Stateless.
 *
 * <p>Source: PE and COFF, "The .edata Section".
 */
public final class ExportDirectory {

  private static final int HEADER = 40;

  private ExportDirectory() {}

  /** Adds names and their RVAs to {@code file}. */
  public static PeBuilder add(PeBuilder file, Map<String, Integer> names) {
    TreeMap<String, Integer> sorted = new TreeMap<>(names);
    LittleEndian functions = new LittleEndian();
    LittleEndian nameRvas = new LittleEndian();
    LittleEndian ordinals = new LittleEndian();
    sorted.forEach(
        (name, rva) -> {
          ordinals.u2(functions.size() / 4);
          functions.u4(rva);
          nameRvas.u4(file.add((name + '\0').getBytes(StandardCharsets.US_ASCII)));
        });
    int functionsAt = file.add(functions.toArray());
    int namesAt = file.add(nameRvas.toArray());
    int ordinalsAt = file.add(ordinals.toArray());
    LittleEndian header = new LittleEndian().zerosTo(16).u4(1).u4(sorted.size()).u4(sorted.size());
    header.u4(functionsAt).u4(namesAt).u4(ordinalsAt);
    return file.directory(PeBuilder.EXPORTS, file.add(header.toArray()), HEADER);
  }
}
