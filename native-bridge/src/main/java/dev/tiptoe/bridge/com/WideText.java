// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Text as Windows passes it: UTF-16, little-endian, with a null character at its end. */
public final class WideText {

  /** Where most names end; longer ones are asked for again. */
  private static final int FIRST_CAPACITY = 64;

  /** No name is longer: what says that it is lies. */
  private static final int LIMIT = 4096;

  private WideText() {}

  /**
   * The bytes of {@code text}, its end included; unpaired surrogates stay what they are.
   *
   * @throws IllegalArgumentException when it has a null character inside, where it would end
   */
  public static byte[] bytes(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("text with a null character inside");
    }
    ByteBuffer bytes =
        ByteBuffer.allocate((text.length() + 1) * Character.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  /**
   * What a method writes that takes a buffer and a place for the number of characters: those there
   * is room for on the way in, those needed on the way out.
   *
   * @throws ComException when it fails, or what it writes has no end
   */
  static String written(ComFunction by) {
    int capacity = FIRST_CAPACITY;
    while (true) {
      try (Memory buffer = new Memory((long) capacity * Character.BYTES);
          Memory length = new Memory(Integer.BYTES)) {
        buffer.clear();
        length.setInt(0, capacity);
        int hresult = by.ask(buffer, length);
        int needed = length.getInt(0);
        if (hresult == Hresult.ERROR_INSUFFICIENT_BUFFER && needed > capacity && needed <= LIMIT) {
          // At least twice as much, so that one who always wants more is soon at the limit.
          capacity = Math.min(LIMIT, Math.max(needed, 2 * capacity));
        } else if (Hresult.isFailure(hresult)) {
          throw new ComException(by.toString(), hresult);
        } else {
          return text(by, buffer.getByteArray(0, capacity * Character.BYTES));
        }
      }
    }
  }

  /** The null character says where it ends, not the number, which some count with it. */
  private static String text(ComFunction by, byte[] bytes) {
    String all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
    int end = all.indexOf('\0');
    if (end < 0) {
      throw new ComException(by + " wrote text without an end", Hresult.E_UNEXPECTED);
    }
    return all.substring(0, end);
  }
}
