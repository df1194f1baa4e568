// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;
import java.util.UUID;

/**
 * The {@code #GUID} heap: GUIDs of 16 bytes, addressed by index from 1.
 *
 * @ecma II.24.2.5
 */
public final class GuidHeap {

  private static final int SIZE = 16;

  private final Bytes bytes;

  /** Creates the heap in {@code bytes}. */
  public GuidHeap(Bytes bytes) {
    this.bytes = bytes;
  }

  /** Returns the size of the heap in bytes; 16 for each GUID. */
  public int size() {
    return bytes.length();
  }

  /** Returns the GUID at {@code index}; empty for index 0. */
  public Optional<UUID> get(int index) {
    if (index == 0) {
      return Optional.empty();
    }
    int at = (int) Math.min(Integer.MAX_VALUE, (Integer.toUnsignedLong(index) - 1) * SIZE);
    return Optional.of(bytes.guid(at));
  }
}
