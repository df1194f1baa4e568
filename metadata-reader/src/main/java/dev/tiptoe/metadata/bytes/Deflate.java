// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses raw deflate data, without the headers of zlib or gzip. Stateless.
 *
 * <p>It allocates memory only for bytes that exist: where the stated size is larger than likely,
 * the bytes are counted first. The memory is bounded: more than 64 MiB only where that is at most
 * 32 times the compressed size, as for code and data. Larger sizes are refused at once.
 *
 * <p>Source: RFC 1951.
 */
public final class Deflate {

  /** A byte holds at most four copies, of two bits each, of 258 bytes each. */
  private static final int MOST_EXPANSION = 1032;

  /** A limit that is small enough for any size that deflate can reach. */
  private static final int SMALL = 64 << 20;

  /** The limit of the ratio above that size; modules reach about four. */
  private static final int USUAL_EXPANSION = 32;

  /** So much memory is allocated before the bytes are counted, and for each compressed byte. */
  private static final int LIKELY = 1 << 20;

  private static final int LIKELY_EXPANSION = 4;

  private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

  private static final int CHUNK = 1 << 16;

  private Deflate() {}

  /**
   * Returns the inflated bytes of {@code compressed}, in memory of their own.
   *
   * @param size the required number of bytes
   * @param file the name for errors
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is damaged, inflates to fewer or
   *     more bytes, or does not fit into memory
   */
  public static Bytes inflate(Bytes compressed, long size, String file) {
    refuseUnlikely(compressed, size);
    if (size > LIKELY + (long) LIKELY_EXPANSION * compressed.length()) {
      read(compressed, (int) size, NOWHERE);
    }
    try {
      byte[] all = new byte[(int) size];
      read(compressed, (int) size, ByteBuffer.wrap(all));
      return Bytes.of(file, all);
    } catch (OutOfMemoryError e) {
      // The failed allocation of one buffer harms nothing else.
      throw compressed.damaged(0, "there is no memory for the " + size + " bytes it inflates to");
    }
  }

  private static void refuseUnlikely(Bytes compressed, long size) {
    if (size < 0
        || size > Integer.MAX_VALUE
        || size > (long) MOST_EXPANSION * compressed.length()) {
      String damage = compressed.length() + " bytes cannot inflate to " + size;
      throw compressed.damaged(0, damage);
    }
    if (size > SMALL && size > (long) USUAL_EXPANSION * compressed.length()) {
      String damage = compressed.length() + " bytes of a module do not inflate to " + size;
      throw compressed.damaged(0, damage);
    }
  }

  /**
   * Inflates everything into {@code all}, ignoring what does not fit, and checks that the size is
   * the stated one.
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
      String damage = "compressed data is " + produced + " bytes instead of " + size;
      throw compressed.damaged(fed, damage);
    }
  }
}
