// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;

/** Compresses by raw deflate, RFC 1951. Stateless. */
public final class Deflated {

  private Deflated() {}

  /** Compressed bytes. */
  public static byte[] bytes(byte[] all) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try {
      deflater.setInput(all);
      deflater.finish();
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      byte[] chunk = new byte[1 << 12];
      while (!deflater.finished()) {
        compressed.write(chunk, 0, deflater.deflate(chunk));
      }
      return compressed.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
