// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A hash table of the native format: a byte of dimensions, the offsets of its buckets and of their
 * end, and in the buckets the lowest byte of each hash with where its entry lies.
 *
 * <p>Immutable. Source: "Hashtable" in readytorun-format.md.
 */
final class NativeHashtable {

  /** Is told of one entry. */
  interface Visitor {
    /**
     * An entry at {@code at}, whose key's hash has those of its lowest bits that the table keeps.
     *
     * @return whether to go on
     */
    boolean entry(int at, int hash);
  }

  private static final int LARGEST_SHIFT = 24;

  private final Bytes bytes;
  private final int bucketShift;
  private final int widthShift;

  /** The table that {@code bytes} begins with. */
  NativeHashtable(Bytes bytes) {
    this.bytes = bytes;
    int header = bytes.u8(0);
    bucketShift = header >>> 2;
    widthShift = header & 3;
    if (widthShift > 2
        || bucketShift > LARGEST_SHIFT
        || ((1L << bucketShift) + 1) << widthShift > bytes.length() - 1) {
      throw bytes.damaged(0, "a hash table of 2^" + bucketShift + " buckets has no room here");
    }
  }

  /** Bits of a key's hash that {@link Visitor#entry} is told. */
  int hashBits() {
    return 8 + bucketShift;
  }

  /** Tells of every entry, bucket after bucket. */
  void forEach(Visitor visitor) {
    int end = cell(0);
    for (int bucket = 0; bucket < 1 << bucketShift; bucket++) {
      int start = end;
      end = cell(bucket + 1);
      if (end < start || end > bytes.length()) {
        // One bucket begins where the one before it ends, so all together are read once.
        throw bytes.damaged(1 + (bucket << widthShift), "buckets that overlap or do not end");
      }
      if (!bucket(bucket, start, end, visitor)) {
        return;
      }
    }
  }

  private boolean bucket(int bucket, int start, int end, Visitor visitor) {
    NativeCursor cursor = new NativeCursor(bytes, start);
    while (cursor.position() < end) {
      int low = cursor.u8();
      int at = cursor.position();
      if (!visitor.entry(at + cursor.signed(), (bucket << 8) | low)) {
        return false;
      }
    }
    return true;
  }

  private int cell(int index) {
    int at = 1 + (index << widthShift);
    int offset =
        switch (widthShift) {
          case 0 -> bytes.u8(at);
          case 1 -> bytes.u16(at);
          default -> bytes.size(at);
        };
    // Offsets count from behind the header; the end may not overflow.
    return (int) Math.min(1L + offset, Integer.MAX_VALUE);
  }
}
