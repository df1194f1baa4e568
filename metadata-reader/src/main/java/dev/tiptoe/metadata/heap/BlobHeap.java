// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;

/**
 * The {@code #Blob} heap: length-prefixed byte strings, addressed by offset.
 *
 * @ecma II.24.2.4
 */
public final class BlobHeap {

  private static final int HASHED = 64;

  private final Bytes bytes;

  /** Creates the heap in {@code bytes}. */
  public BlobHeap(Bytes bytes) {
    this.bytes = bytes;
  }

  /** Returns the size of the heap in bytes, including padding. */
  public int size() {
    return bytes.length();
  }

  /**
   * The offset behind the blob at {@code offset}, where the next one begins unless it is {@link
   * #size}.
   */
  public int next(int offset) {
    Cursor cursor = new Cursor(bytes);
    cursor.moveTo(offset);
    int length = cursor.compressed();
    bytes.slice(cursor.position(), length);
    return cursor.position() + length;
  }

  /**
   * Returns a hash of a blob of any heap, in bounded time: of its length and its first {@value
   * #HASHED} bytes. It differs in every process.
   */
  public static int hash(Bytes blob) {
    long hash = StringsHeap.Key.OURS.plus(KeyedHash.EMPTY, blob.length());
    for (int at = 0; at < Math.min(blob.length(), HASHED); at++) {
      hash = StringsHeap.Key.OURS.plus(hash, blob.u8(at));
    }
    return Long.hashCode(hash);
  }

  /** Aims {@code cursor} at the blob at {@code offset}, like {@link #get}. */
  public void read(Cursor cursor, int offset) {
    if (offset == 0) {
      cursor.aim(bytes, 0, 0);
    } else {
      cursor.aim(bytes, 0, bytes.length());
      cursor.moveTo(offset);
      int length = cursor.compressed();
      cursor.aim(bytes, cursor.position(), length);
    }
  }

  /** Returns the blob at {@code offset}, not copied; offset 0 is the empty blob. */
  public Bytes get(int offset) {
    if (offset == 0) {
      return bytes.sliceUpTo(0, 0);
    }
    Cursor cursor = new Cursor(bytes);
    cursor.moveTo(offset);
    int length = cursor.compressed();
    return bytes.slice(cursor.position(), length);
  }
}
