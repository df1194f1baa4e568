// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches and copies bytes, eight at a time. Offsets are those in the array. Stateless. */
final class Scan {

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  private Scan() {}

  /** Returns the first zero byte from {@code from} on; {@code end} when there is none before it. */
  static int findZero(byte[] bytes, int from, int end) {
    int i = from;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long eight = (long) EIGHT_BYTES.get(bytes, i);
      long zero = (eight - LOWEST_BITS) & ~eight & HIGHEST_BITS;
      if (zero != 0) {
        return i + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
    }
    while (i < end && bytes[i] != 0) {
      i++;
    }
    return i;
  }

  /**
   * Copies the bytes before the first zero byte, or before {@code end}, to {@code place} in {@code
   * to}; may overwrite {@link Bytes#OVERRUN} bytes behind the copy.
   *
   * @return the number of bytes copied, or {@link Bytes#NOT_ASCII}
   */
  static int copyAscii(byte[] bytes, int from, int end, byte[] to, int place) {
    int i = from;
    int last = end - Long.BYTES;
    // Names are short, and many are copied: eight bytes at a time is three times as fast as one
    // byte at a time, and as a search for the end before the copy.
    while (i <= last) {
      long eight = (long) EIGHT_BYTES.get(bytes, i);
      if ((eight & HIGHEST_BITS) != 0) {
        break;
      }
      EIGHT_BYTES.set(to, place + (i - from), eight);
      long zero = (eight - LOWEST_BITS) & HIGHEST_BITS;
      if (zero != 0) {
        return i - from + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
      i += 8;
    }
    for (; i < end; i++) {
      byte one = bytes[i];
      if (one <= 0) {
        return one < 0 ? Bytes.NOT_ASCII : i - from;
      }
      to[place + (i - from)] = one;
    }
    return i - from;
  }
}
