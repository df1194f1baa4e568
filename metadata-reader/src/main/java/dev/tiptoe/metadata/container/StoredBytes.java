// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The bytes of a bundle that its members occupy, as far as its manifest was read. Mutable, not
 * thread-safe.
 *
 * <p>A crafted bundle of kilobytes could refer to the same bytes in each of its members. The SDK
 * stores each file separately.
 */
final class StoredBytes {

  /**
   * The limit of inflated bytes for any bundle, and for each of its bytes; modules reach about
   * four.
   */
  private static final long FREE = 64 << 20;

  private static final int FOR_A_BYTE = 16;

  /** The beginnings and ends of members; none is empty, and no two overlap. */
  private final NavigableMap<Long, Long> ends = new TreeMap<>();

  private long left;

  StoredBytes(Bytes bundle) {
    left = FREE + FOR_A_BYTE * (long) bundle.length();
  }

  /**
   * Adds the bytes of a member, which are inside the bundle, and their inflated size. Returns the
   * reason why it is refused, or an empty text.
   */
  String add(long offset, long length, long inflated) {
    Map.Entry<Long, Long> before = ends.lowerEntry(offset + length);
    if (length > 0 && before != null && before.getValue() > offset) {
      return "shares bytes with another member";
    }
    if (inflated > left) {
      return "and those before it inflate to more than the bundle can hold";
    }
    if (length > 0) {
      ends.put(offset, offset + length);
    }
    left -= Math.max(inflated, 0);
    return "";
  }
}
