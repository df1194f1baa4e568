// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The {@code #US} heap: the literals of {@code ldstr}, UTF-16, addressed by the rid of their token
 * (table 0x70).
 *
 * @ecma II.24.2.4
 */
public final class UserStringsHeap {

  private final BlobHeap blobs;

  /** Creates the heap in {@code bytes}. */
  public UserStringsHeap(Bytes bytes) {
    blobs = new BlobHeap(bytes);
  }

  /** Returns the size of the heap in bytes, including padding. */
  public int size() {
    return blobs.size();
  }

  /**
   * The offset behind the literal at {@code offset}, where the next one begins unless it is {@link
   * #size}.
   */
  public int next(int offset) {
    return blobs.next(offset);
  }

  /** Returns the literal at {@code offset}; it may hold unpaired surrogates. */
  public String get(int offset) {
    Bytes blob = blobs.get(offset);
    // The last byte marks whether special characters occur; it is not text.
    return blob.utf16(0, blob.length() / 2);
  }
}
