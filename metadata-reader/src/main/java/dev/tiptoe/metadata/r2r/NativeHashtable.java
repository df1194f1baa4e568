// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A hash table of the native format: a byte of dimensions, the offsets of its buckets and of their
 * end, and in the buckets the lowest byte of each hash with the place of its entry.
 *
 * <p>Immutable. Source: "Hashtable" in readytorun-format.md.
 */
final class NativeHashtable {

  /** Receives the entries. */
  interface Visitor {
    /**
     * Receives the entry at {@code at}, with those of the lowest bits of its key's hash that the
     * table stores.
     *
     * @return whether to go on
     */
    boolean entry(int at, int hash);
  }

  private static final int LARGEST_SHIFT = 24;

  private final Bytes bytes;
  private final int bucketShift;
  private final int widthShift;

  /** Creates the table at the beginning of {@code bytes}. */
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

  /** Returns how many bits of a key's hash {@link Visitor#entry} receives. */
  int hashBits() {
    return 8 + bucketShift;
  }

  /** Visits every entry, bucket after bucket. */
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
    // Offsets count from behind the header; the end must not overflow.
    return (int) Math.min(1L + offset, Integer.MAX_VALUE);
  }
}
