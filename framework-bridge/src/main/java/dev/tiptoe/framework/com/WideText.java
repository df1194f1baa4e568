// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import com.sun.jna.Memory;
import dev.tiptoe.bridge.com.Hresult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Converts text to and from the form that Windows uses: UTF-16, little-endian, with a null
 * character at its end.
 */
public final class WideText {

  /** The first capacity, enough for most names; longer ones need another call. */
  private static final int FIRST_CAPACITY = 64;

  /** An upper limit; a method that asks for more is faulty. */
  private static final int LIMIT = 4096;

  private WideText() {}

  /**
   * Returns the bytes of {@code text}, including its end; unpaired surrogates are kept.
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
   * Returns the text that a method writes. Its parameters are a buffer and the address of the
   * number of characters: on input those there is room for, on output those needed.
   *
   * @throws ComException when it fails, or its text has no end
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
          // The capacity at least doubles, so that a method that always wants more reaches the
          // limit soon.
          capacity = Math.min(LIMIT, Math.max(needed, 2 * capacity));
        } else if (Hresult.isFailure(hresult)) {
          throw new ComException(by.toString(), hresult);
        } else {
          return text(by, buffer.getByteArray(0, capacity * Character.BYTES));
        }
      }
    }
  }

  /**
   * The null character marks the end. The number does not, since some methods count the null
   * character and others do not.
   */
  private static String text(ComFunction by, byte[] bytes) {
    String all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().toString();
    int end = all.indexOf('\0');
    if (end < 0) {
      throw new ComException(by + " wrote text without an end", Hresult.E_UNEXPECTED);
    }
    return all.substring(0, end);
  }
}
