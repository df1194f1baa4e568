// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

/**
 * Encodes numbers as in signatures and blob lengths: in one, two or four bytes, big-endian.
 *
 * @ecma II.23.2
 */
public final class Compressed {

  /** The largest number that can be written. */
  public static final int MOST = 0x1fffffff;

  private Compressed() {}

  /** An unsigned number, 0 to {@link #MOST}, in as few bytes as it fits. */
  public static byte[] unsigned(int value) {
    if (value < 0 || value > MOST) {
      throw new IllegalArgumentException(value + " cannot be compressed");
    }
    return value < 0x80 ? in(1, value) : value < 0x4000 ? in(2, value) : in(4, value);
  }

  /** A signed number, -2^28 to 2^28-1, in as few bytes as it fits. */
  public static byte[] signed(int value) {
    int bytes = value >= -0x40 && value < 0x40 ? 1 : value >= -0x2000 && value < 0x2000 ? 2 : 4;
    int bits = bytes == 1 ? 7 : bytes == 2 ? 14 : 29;
    if (value < -(1 << 28) || value >= 1 << 28) {
      throw new IllegalArgumentException(value + " cannot be compressed");
    }
    // Rotated left by one within its bits: the sign becomes the lowest.
    int mask = (1 << bits) - 1;
    return in(bytes, ((value << 1) & mask) | (value < 0 ? 1 : 0));
  }

  private static byte[] in(int bytes, int value) {
    return switch (bytes) {
      case 1 -> new byte[] {(byte) value};
      case 2 -> new byte[] {(byte) (value >> 8 | 0x80), (byte) value};
      default ->
          new byte[] {
            (byte) (value >> 24 | 0xc0), (byte) (value >> 16), (byte) (value >> 8), (byte) value
          };
    };
  }
}
