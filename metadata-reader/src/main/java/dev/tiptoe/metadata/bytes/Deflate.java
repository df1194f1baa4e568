// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads what was compressed by raw deflate, without the headers of zlib or gzip. Stateless.
 *
 * <p>It takes no memory but for bytes that are really there, since room grows only as it fills, and
 * bounded memory for those: more than 64 MiB only where that is at most 32 times the compressed
 * size, as it is of code and data. Larger sizes are refused at once.
 *
 * <p>Source: RFC 1951.
 */
public final class Deflate {

  /** A byte holds at most four copies, of two bits each, of the 258 bytes that a copy can have. */
  private static final int MOST_EXPANSION = 1032;

  /** Small enough for any stated size that deflate can reach. */
  private static final int SMALL = 64 << 20;

  /** Where more than that is stated, what a byte may stand for: modules reach about four. */
  private static final int USUAL_EXPANSION = 32;

  private static final int CHUNK = 1 << 13;

  private Deflate() {}

  /**
   * What {@code compressed} inflates to, in memory of its own.
   *
   * @param size how many bytes that must be
   * @param file names them in errors
   * @throws dev.tiptoe.metadata.MetadataFormatException when it is damaged, inflates to fewer or
   *     more bytes, or to more than there is memory for
   */
  public static Bytes inflate(Bytes compressed, long size, String file) {
    refuseUnlikely(compressed, size);
    Inflater inflater = new Inflater(true);
    try {
      return Bytes.of(file, inflate(compressed, inflater, (int) size));
    } catch (DataFormatException e) {
      int at = (int) Math.min(Integer.MAX_VALUE, inflater.getBytesRead());
      throw compressed.damaged(at, "compressed data is damaged: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      // One buffer that did not fit harms nobody else: those filled so far are garbage by now.
      throw compressed.damaged(0, "there is no memory for the " + size + " bytes it inflates to");
    } finally {
      inflater.end();
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

  private static ByteBuffer inflate(Bytes compressed, Inflater inflater, int size)
      throws DataFormatException {
    ByteBuffer all = ByteBuffer.allocateDirect(Math.min(size, 4 * CHUNK));
    ByteBuffer behind = ByteBuffer.allocate(1);
    int fed = 0;
    while (!inflater.finished()) {
      if (inflater.needsInput() && fed < compressed.length()) {
        int chunk = Math.min(CHUNK, compressed.length() - fed);
        // Copied first: a fault in mapped memory is an error in Java but a crash inside zlib.
        inflater.setInput(compressed.copy(fed, chunk));
        fed += chunk;
      }
      if (!all.hasRemaining() && all.capacity() < size) {
        all = grown(all, size);
      }
      boolean full = !all.hasRemaining();
      int produced = inflater.inflate(full ? behind : all);
      if (full && produced > 0) {
        throw compressed.damaged(fed, "compressed data is more than the " + size + " bytes stated");
      }
      if (produced == 0 && !inflater.finished() && fed == compressed.length()) {
        throw compressed.damaged(fed, "compressed data ends early");
      }
    }
    if (all.position() < size) {
      String told = "compressed data is " + all.position() + " bytes instead of " + size;
      throw compressed.damaged(fed, told);
    }
    return all.flip();
  }

  private static ByteBuffer grown(ByteBuffer full, int size) {
    int capacity = (int) Math.min(size, 2L * full.capacity());
    return ByteBuffer.allocateDirect(capacity).put(full.flip());
  }
}
