// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import dev.tiptoe.metadata.bytes.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.tukaani.xz.XZInputStream;

/** Inflates data in the XZ format, in bounded memory. Stateless. */
final class Inflated {

  /** For the dictionary, in KiB. */
  private static final int MOST_MEMORY = 64 << 10;

  private Inflated() {}

  /**
   * Returns what a window inflates to.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is damaged, or inflates to more
   */
  static Bytes of(Bytes compressed, int most) {
    byte[] in = compressed.copy(0, compressed.length());
    try (XZInputStream xz = new XZInputStream(new ByteArrayInputStream(in), MOST_MEMORY)) {
      byte[] out = xz.readNBytes(most + 1);
      if (out.length > most) {
        throw compressed.damaged(0, "compressed symbols of more than " + most + " bytes");
      }
      return Bytes.of(compressed.file() + " (.gnu_debugdata)", out);
    } catch (IOException e) {
      throw compressed.damaged(0, "compressed symbols: " + e.getMessage());
    }
  }
}
