// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The {@code #Strings} heap: names, zero-terminated UTF-8, addressed by offset.
 *
 * @ecma II.24.2.3
 */
public final class StringsHeap {

  private final Bytes bytes;

  /** The heap that {@code bytes} holds. */
  public StringsHeap(Bytes bytes) {
    this.bytes = bytes;
  }

  /** Bytes in the heap, padding included. */
  public int size() {
    return bytes.length();
  }

  /**
   * The offset behind the string at {@code offset}, where the next one begins unless it is {@link
   * #size}.
   */
  public int next(int offset) {
    return Math.min(bytes.length(), bytes.findZero(offset) + 1);
  }

  /** The string at {@code offset}; ill-formed UTF-8 becomes U+FFFD. */
  public String get(int offset) {
    return offset == 0 ? "" : bytes.utf8(offset, lengthAt(offset));
  }

  /** Appends the string at {@code offset}. */
  public void appendTo(StringBuilder to, int offset) {
    if (offset != 0) {
      bytes.appendUtf8(offset, lengthAt(offset), to);
    }
  }

  /** Whether the string at {@code offset} is empty. */
  public boolean isEmpty(int offset) {
    return offset == 0 || bytes.u8(offset) == 0;
  }

  /** A hash of the bytes of the string at {@code offset}, the same in every heap. */
  public int hash(int offset) {
    int hash = 0;
    if (offset != 0) {
      int end = bytes.findZero(offset);
      for (int i = offset; i < end; i++) {
        hash = hash * 31 + bytes.u8(i);
      }
    }
    return hash;
  }

  /**
   * Whether the string at {@code offset} is byte for byte the one at {@code otherOffset} of another
   * heap.
   */
  public boolean same(int offset, StringsHeap other, int otherOffset) {
    if (isEmpty(offset) || other.isEmpty(otherOffset)) {
      return isEmpty(offset) && other.isEmpty(otherOffset);
    }
    int length = lengthAt(offset);
    return length == other.lengthAt(otherOffset)
        && bytes.regionEquals(offset, other.bytes, otherOffset, length);
  }

  /** An exception about a name that cannot be told. */
  public MetadataFormatException damaged(String reason) {
    return bytes.damaged(0, reason);
  }

  private int lengthAt(int offset) {
    return bytes.findZero(offset) - offset;
  }
}
