// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Composes the blobs of a portable PDB: every method returns a blob, or a part of one. Stateless.
 *
 * <p>Source: Portable PDB v1.0 Format Specification.
 */
public final class PdbBlobs {

  private PdbBlobs() {}

  /** Parts, one behind the other. */
  public static byte[] joined(byte[]... parts) {
    LittleEndian all = new LittleEndian();
    for (byte[] part : parts) {
      all.bytes(part);
    }
    return all.toArray();
  }

  /** Compressed numbers without a sign. */
  public static byte[] numbers(int... numbers) {
    LittleEndian all = new LittleEndian();
    for (int number : numbers) {
      all.bytes(Compressed.unsigned(number));
    }
    return all.toArray();
  }

  /** The name of a document, whose parts become blobs of {@code pdb}. */
  public static byte[] documentName(ImageBuilder pdb, int separator, String... parts) {
    List<byte[]> all = new ArrayList<>();
    all.add(new byte[] {(byte) separator});
    for (String part : parts) {
      all.add(numbers(pdb.blob(part.getBytes(StandardCharsets.UTF_8))));
    }
    return joined(all.toArray(byte[][]::new));
  }

  /** The first sequence point that is not hidden: where it begins, and how far it reaches. */
  public static byte[] firstPoint(int distance, int lines, int columns, int line, int column) {
    return joined(numbers(distance), extent(lines, columns), numbers(line, column));
  }

  /** A sequence point, by its distance from the one before that is not hidden. */
  public static byte[] point(int distance, int lines, int columns, int line, int column) {
    return joined(
        numbers(distance),
        extent(lines, columns),
        Compressed.signed(line),
        Compressed.signed(column));
  }

  private static byte[] extent(int lines, int columns) {
    return joined(numbers(lines), lines == 0 ? numbers(columns) : Compressed.signed(columns));
  }

  /** A hidden sequence point. */
  public static byte[] hiddenPoint(int distance) {
    return numbers(distance, 0, 0);
  }
}
