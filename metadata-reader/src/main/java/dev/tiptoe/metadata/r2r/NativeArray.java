// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A sparse array of the native format: blocks of sixteen, each a binary tree of those that exist.
 *
 * <p>A node is a number: with bit 0 set a lower half follows it, with bit 1 set a higher half lies
 * {@code number >> 2} bytes on; with neither bit it is a leaf for the element {@code number >> 2}
 * of its block alone.
 *
 * <p>Immutable. Source: "Sparse Array" in readytorun-format.md.
 */
final class NativeArray {

  private static final int BLOCK = 16;

  private final Bytes bytes;
  private final int base;
  private final int count;
  private final int widthShift;

  /** Creates the array at the beginning of {@code bytes}. */
  NativeArray(Bytes bytes) {
    this.bytes = bytes;
    NativeCursor header = new NativeCursor(bytes, 0);
    int value = header.unsigned();
    base = header.position();
    count = value >>> 2;
    widthShift = value & 3;
    long index = (((long) count + BLOCK - 1) / BLOCK) << widthShift;
    if (widthShift > 2 || index > bytes.length() - base) {
      throw bytes.damaged(0, "a sparse array of " + count + " elements has no room here");
    }
  }

  /** Returns the number of elements, existing or not. */
  int count() {
    return count;
  }

  /**
   * Returns the offset of an element from the beginning of the bytes; -1 when it does not exist.
   */
  int find(int index) {
    int at = base + blockOffset(index / BLOCK);
    for (int bit = BLOCK >> 1; bit > 0; bit >>= 1) {
      NativeCursor cursor = new NativeCursor(bytes, at);
      int node = cursor.unsigned();
      boolean higher = (index & bit) != 0;
      if ((node & (higher ? 2 : 1)) != 0) {
        at = higher ? at + (node >>> 2) : cursor.position();
      } else {
        return node == (index % BLOCK) << 2 ? cursor.position() : -1;
      }
    }
    return at;
  }

  private int blockOffset(int block) {
    int at = base + (block << widthShift);
    return switch (widthShift) {
      case 0 -> bytes.u8(at);
      case 1 -> bytes.u16(at);
      default -> bytes.size(at);
    };
  }
}
