// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A position that moves as it reads numbers in nibbles: three bits each, the highest first, and a
 * fourth that is set when more follow. The lower half of a byte comes first. Mutable, not
 * thread-safe.
 *
 * <p>Source: nibblestream.h in dotnet/runtime.
 */
final class NibbleCursor {

  private static final int MOST_NIBBLES = 11;

  private final Bytes bytes;
  private int at;
  private boolean half;

  /** Creates a cursor at a byte. */
  NibbleCursor(Bytes bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Returns the first byte of which nothing has been read. */
  int nextByte() {
    return half ? at + 1 : at;
  }

  /** Reads an unsigned number of up to 32 bits. */
  int unsigned() {
    int value = 0;
    for (int i = 0; i < MOST_NIBBLES; i++) {
      int nibble = nibble();
      value = (value << 3) | (nibble & 7);
      if ((nibble & 8) == 0) {
        return value;
      }
    }
    throw bytes.damaged(at, "a number of more than " + MOST_NIBBLES + " nibbles");
  }

  private int nibble() {
    int both = bytes.u8(at);
    if (half) {
      at++;
    }
    half = !half;
    return half ? both & 0xf : both >>> 4;
  }
}
