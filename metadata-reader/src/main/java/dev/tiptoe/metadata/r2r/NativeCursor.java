// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A position that moves as it reads numbers of the <em>native format</em>: the lowest bits of the
 * first byte give the number of bytes that follow, little-endian.
 *
 * <p>Mutable, not thread-safe. Source: "Native Format, Integer encoding" in readytorun-format.md.
 */
final class NativeCursor {

  private final Bytes bytes;
  private int at;

  NativeCursor(Bytes bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  int position() {
    return at;
  }

  int u8() {
    return bytes.u8(at++);
  }

  /** Reads an unsigned number of up to 32 bits. */
  int unsigned() {
    int start = at;
    int more = more();
    return more == 4 ? bytes.i32(start + 1) : little(start, more) >>> (more + 1);
  }

  /** Reads a signed number. */
  int signed() {
    int start = at;
    int more = more();
    if (more == 4) {
      return bytes.i32(start + 1);
    }
    int unused = 8 * (3 - more);
    return (little(start, more) << unused) >> (unused + more + 1);
  }

  /** Returns how many bytes follow the first, and moves behind the last of them. */
  private int more() {
    int more = Integer.numberOfTrailingZeros(~bytes.u8(at));
    if (more > 4) {
      throw bytes.damaged(at, "begins no number of the native format");
    }
    at += more + 1;
    return more;
  }

  private int little(int start, int more) {
    int value = 0;
    for (int i = more; i >= 0; i--) {
      value = (value << 8) | bytes.u8(start + i);
    }
    return value;
  }
}
