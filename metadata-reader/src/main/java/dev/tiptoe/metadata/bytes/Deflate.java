// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses raw deflate data, without the headers of zlib or gzip. Stateless.
 *
 * <p>It takes no memory but for bytes that are really there: where more is stated than is likely,
 * they are counted first. The memory is bounded: more than 64 MiB only where that is at most 32
 * times the compressed size, as it is of code and data. Larger sizes are refused at once.
 *
 * <p>Source: RFC 1951.
 */
final class Deflate {

  /** A byte holds at most four copies, of two bits each, of the 258 bytes that a copy can have. */
  private static final int MOST_EXPANSION = 1032;

  /** Small enough for any stated size that deflate can reach. */
  private static final int SMALL = 64 << 20;

  /** Where more than that is stated, what a byte may stand for: modules reach about four. */
  private static final int USUAL_EXPANSION = 32;

  /** Memory for so much is taken before it is known to be there, and for each compressed byte. */
  private static final int LIKELY = 1 << 20;

  private static final int LIKELY_EXPANSION = 4;

  private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

  private static final int CHUNK = 1 << 16;

  private Deflate() {}

  /**
   * What {@code compressed} inflates to, in memory of its own.
   *
   * @param size how many bytes that must be
   * @param file names them in errors
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is damaged, inflates to fewer or
   *     more bytes, or to more than there is memory for
   */
  static Bytes inflate(Bytes compressed, long size, String file) {
    refuseUnlikely(compressed, size);
    if (size > LIKELY + (long) LIKELY_EXPANSION * compressed.length()) {
      read(compressed, (int) size, NOWHERE);
    }
    try {
      byte[] all = new byte[(int) size];
      read(compressed, (int) size, ByteBuffer.wrap(all));
      return Bytes.of(file, all);
    } catch (OutOfMemoryError e) {
      // One buffer that did not fit harms nobody else.
      throw compressed.damaged(0, "there is no memory for the " + size + " bytes it inflates to");
    }
  }

  private static void refuseUnlikely(Bytes compressed, long size) {
    if (size < 0
        || size > Integer.MAX_VALUE
        || size > (long) MOST_EXPANSION * compressed.length()) {
      String told = compressed.length() + " bytes cannot inflate to " + size;
      throw compressed.damaged(0, told);
    }
    if (size > SMALL && size > (long) USUAL_EXPANSION * compressed.length()) {
      String told = compressed.length() + " bytes of a module do not inflate to " + size;
      throw compressed.damaged(0, told);
    }
  }

  /**
   * Inflates everything into {@code all}, and nowhere what it has no room for; makes sure that it
   * is as much as stated.
   */
  private static void read(Bytes compressed, int size, ByteBuffer all) {
    Inflater inflater = new Inflater(true);
    try {
      read(compressed, inflater, size, all);
    } catch (DataFormatException e) {
      int at = (int) Math.min(Integer.MAX_VALUE, inflater.getBytesRead());
      throw compressed.damaged(at, "compressed data is damaged: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }

  private static void read(Bytes compressed, Inflater inflater, int size, ByteBuffer all)
      throws DataFormatException {
    ByteBuffer nowhere = ByteBuffer.allocate(CHUNK);
    long produced = 0;
    int fed = 0;
    while (!inflater.finished()) {
      if (inflater.needsInput() && fed < compressed.length()) {
        int chunk = Math.min(CHUNK, compressed.length() - fed);
        inflater.setInput(compressed.copy(fed, chunk));
        fed += chunk;
      }
      int more = inflater.inflate(all.hasRemaining() ? all : nowhere.clear());
      produced += more;
      if (produced > size) {
        throw compressed.damaged(fed, "compressed data is more than the " + size + " bytes stated");
      }
      if (more == 0 && !inflater.finished() && fed == compressed.length()) {
        throw compressed.damaged(fed, "compressed data ends early");
      }
    }
    if (produced < size) {
      String told = "compressed data is " + produced + " bytes instead of " + size;
      throw compressed.damaged(fed, told);
    }
  }
}
