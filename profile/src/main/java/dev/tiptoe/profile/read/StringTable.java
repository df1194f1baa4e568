// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.message.KeptBytes;
import dev.tiptoe.profile.wire.ProfileBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The texts of a file, each read when it is needed. Not thread-safe. */
final class StringTable {

  private static final int LONGEST = 1 << 18;

  /** The bytes of all texts that are needed. */
  private static final long MOST_BYTES = 1 << 26;

  private final ProfileBytes bytes;
  private final Map<Integer, String> known = new HashMap<>();

  /** The position of each text, and its length in the lower half. */
  private long[] places = {};

  private int size;
  private long read;

  /** Where the message begins, which has at most 2 GiB; a file may have several. */
  private long base;

  StringTable(ProfileBytes bytes) {
    this.bytes = bytes;
  }

  /**
   * Forgets all texts, and makes room for those of a message.
   *
   * @param messageStart where the message begins
   */
  void begin(long messageStart, int count, KeptBytes kept) {
    kept.add(count, Long.BYTES, "texts");
    base = messageStart;
    places = new long[count];
    size = 0;
    known.clear();
    read = 0;
  }

  /** Adds the next text. */
  void add(long start, long end) {
    places[size++] = (start - base) << Integer.SIZE | (end - start);
  }

  /**
   * Returns a text.
   *
   * @param offset where it is referred to
   */
  String text(long index, long offset) {
    if (index == 0) {
      return "";
    }
    if (index < 0 || index >= size) {
      throw bytes.bad(
          offset, "text " + Long.toUnsignedString(index) + " is not one of the " + size + " texts");
    }
    return known.computeIfAbsent((int) index, any -> text((int) index));
  }

  private String text(int index) {
    long start = base + (places[index] >>> Integer.SIZE);
    return inRange(start, start + (places[index] & 0xffff_ffffL));
  }

  /** Reads the text of a range, which no table has. */
  String inRange(long start, long end) {
    long length = end - start;
    read += length;
    if (length > LONGEST) {
      throw bytes.bad(start, "a text of " + length + " bytes, where a short one is expected");
    }
    if (read > MOST_BYTES) {
      throw bytes.bad(start, "the names have more than " + MOST_BYTES + " bytes");
    }
    try {
      return new String(bytes.range(start, (int) length), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
