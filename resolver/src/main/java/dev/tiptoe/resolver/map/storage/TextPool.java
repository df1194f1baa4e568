// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Distinct texts, kept in about as many bytes as they have characters. Mutable, not thread-safe. At
 * most 64 MiB are kept; further texts are not.
 */
final class TextPool {

  /** The number of a text that is not kept. */
  static final int NONE = 0;

  private static final int MOST_BYTES = 64 << 20;
  private static final int LENGTH_BYTES = 4;

  private byte[] bytes = new byte[1 << 12];
  private int end = LENGTH_BYTES;
  private int[] slots = new int[1 << 10];
  private int count;

  /** Returns the number of a text, which is kept if there is room for it; else {@link #NONE}. */
  int add(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    int slot = slot(encoded, slots);
    if (slots[slot] != NONE) {
      return slots[slot];
    }
    if ((long) end + LENGTH_BYTES + encoded.length > MOST_BYTES) {
      return NONE;
    }
    int number = end;
    end += LENGTH_BYTES + encoded.length;
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, Math.max(end, 2L * bytes.length)));
    }
    for (int i = 0; i < LENGTH_BYTES; i++) {
      bytes[number + i] = (byte) (encoded.length >>> (Byte.SIZE * i));
    }
    System.arraycopy(encoded, 0, bytes, number + LENGTH_BYTES, encoded.length);
    slots[slot] = number;
    if (++count > slots.length / 2) {
      grow();
    }
    return number;
  }

  /** Returns the text of that number; empty for {@link #NONE}. */
  String get(int number) {
    return number == NONE
        ? ""
        : new String(bytes, number + LENGTH_BYTES, length(number), StandardCharsets.UTF_8);
  }

  private int length(int number) {
    int length = 0;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      length |= Byte.toUnsignedInt(bytes[number + i]) << (Byte.SIZE * i);
    }
    return length;
  }

  /** Returns the slot with that text, or the free one where it belongs. */
  private int slot(byte[] text, int[] in) {
    int mask = in.length - 1;
    int slot = mixed(Arrays.hashCode(text)) & mask;
    while (in[slot] != NONE && !isAt(in[slot], text)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private static int mixed(int hash) {
    int product = hash * 0x9e3779b9;
    return product ^ product >>> 15;
  }

  private boolean isAt(int number, byte[] text) {
    int begin = number + LENGTH_BYTES;
    return Arrays.equals(bytes, begin, begin + length(number), text, 0, text.length);
  }

  private void grow() {
    int[] larger = new int[2 * slots.length];
    for (int number : slots) {
      if (number != NONE) {
        int begin = number + LENGTH_BYTES;
        larger[slot(Arrays.copyOfRange(bytes, begin, begin + length(number)), larger)] = number;
      }
    }
    slots = larger;
  }
}
